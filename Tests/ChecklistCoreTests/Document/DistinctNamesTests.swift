import Testing

@testable import ChecklistCore

/// The library for tests has another type of this name.
private typealias Attachment = ChecklistCore.Attachment

struct DistinctNamesTests {
  private func names(_ given: [String]) -> [String] {
    var names = DistinctNames.ofFiles
    return given.map { names.next(Attachment(name: $0, size: 0).fileName) }
  }

  @Test func `a name that is taken gets the first number that is not`() {
    #expect(
      names(["a.jpg", "a-3.jpg", "A.jpg", "a.jpg", "a-2.jpg", "a.jpg", "b"])
        == ["a.jpg", "a-3.jpg", "A-2.jpg", "a-4.jpg", "a-2-2.jpg", "a-5.jpg", "b"])
  }

  @Test func `a number makes no name longer than a file can have`() {
    let (one, other) = (String(repeating: "x", count: 251), String(repeating: "x", count: 249))
    let start = String(repeating: "x", count: 249)
    #expect(
      names(["\(one).txt", "\(one).txt", "\(other)yz.txt", "\(other)yz.txt"])
        == ["\(one).txt", "\(start)-2.txt", "\(other)yz.txt", "\(start)-3.txt"])
  }

  @Test func `a thousandth name takes no longer than a second one`() {
    var (names, count) = (DistinctNames.ofFiles, 0)
    for number in 1...1000 {
      let name = names.next { number in
        count += 1
        return number == 1 ? "a" : "a-\(number)"
      }
      #expect(name == (number == 1 ? "a" : "a-\(number)"))
    }
    #expect(count == 1 + 999 * 3)
  }
}
