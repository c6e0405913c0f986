import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// Random models, with Foundation's own coders as the judge.
struct RandomModelCodingTests {
  private static let seeds: [UInt64] = (0..<20).map { $0 } + [.random(in: 100 ... .max)]

  @Test(arguments: seeds)
  func `a model has the property list that Foundation makes of it`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let expected = try PropertyList(encoder.encode(model))
    #expect(try Self.sorted(PropertyList(encoding: model)) == Self.sorted(expected), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `Foundation decodes what we encode, binary and XML`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    let list = try PropertyList(encoding: model)
    let decoder = PropertyListDecoder()
    #expect(try decoder.decode(Sample.self, from: list.binaryData()) == model, "seed \(seed)")
    #expect(try decoder.decode(Sample.self, from: list.xmlData()) == model, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `we decode what Foundation encodes, binary and XML`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    let encoder = PropertyListEncoder()
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      encoder.outputFormat = format
      let list = try PropertyList(encoder.encode(model))
      #expect(try list.decoded(as: Sample.self) == model, "seed \(seed)")
    }
  }

  /// The same with the elements of each `tags` in order, which a set has in any.
  private static func sorted(_ list: PropertyList) -> PropertyList {
    switch list {
    case .dictionary(let dictionary):
      .dictionary(
        PropertyListDictionary(
          dictionary.entries.map { entry in
            let value = sorted(entry.value)
            guard entry.key == "tags", case .array(let tags) = value else {
              return .init(key: entry.key, value: value)
            }
            let inOrder = tags.sorted { ($0.string ?? "") < ($1.string ?? "") }
            return .init(key: entry.key, value: .array(inOrder))
          }))
    case .array(let elements): .array(elements.map(sorted))
    default: list
    }
  }
}
