import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct RandomUUIDTests {
  @Test func `a new UUID has the version, the variant, and 122 bits that differ`() {
    let texts = (0..<1000).map { _ in UUID.random().uuidString }
    #expect(Set(texts).count == 1000)
    for text in texts {
      let characters = Array(text)
      #expect(characters[14] == "4")
      #expect("89AB".contains(characters[19]))
    }
    // Each of the other digits has all of its values among so many.
    for place in 0..<36 where ![8, 13, 14, 18, 19, 23].contains(place) {
      #expect(Set(texts.map { Array($0)[place] }).count == 16, "\(place)")
    }
    #expect(Set(texts.map { Array($0)[19] }).count == 4)
  }
}
