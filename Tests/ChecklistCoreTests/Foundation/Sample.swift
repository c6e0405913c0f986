import Foundation

/// A model with a property of every kind that a property list treats in its own way.
struct Sample: Codable, Equatable, Sendable {
  var flag = true
  var integer = Int.min
  var byte = UInt8.max
  var large = UInt64.max
  var real = -0.25
  var float = Float(0.1)
  var text = "é e\u{301} 🏔"
  var date = Date(timeIntervalSinceReferenceDate: 700_000_000)
  var data = Data([0, 1, 255])
  var url = URL(filePath: "/tmp")
  var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
  var decimal = Decimal(125) / 100
  var absent: Int?
  var list: [Int] = []
  var gaps: [String?] = []
  var names: [String: Double] = [:]
  var numbers: [Int: String] = [:]
  var tags: Set<String> = []
  var state = State.off
  var range = 1..<5
  var children: [Sample] = []

  /// An enum whose cases have values.
  enum State: Codable, Equatable {
    case off
    case on(level: Int, since: Date?)
  }
}

extension Sample {
  /// A random model.
  ///
  /// - Parameters:
  ///   - generator: Decides everything.
  ///   - depth: How deep models are nested in it at most.
  init(using generator: inout some RandomNumberGenerator, depth: Int = 3) {
    func chance() -> Bool { Bool.random(using: &generator) }
    func number() -> Int { Int.random(in: -300...300, using: &generator) }
    func word() -> String {
      ["", "a", "é", "e\u{301}x", "two words", "🏔", "$class", "<&>"].randomElement(
        using: &generator)
        ?? ""
    }
    func words() -> [String] {
      (0..<Int.random(in: 0...12, using: &generator)).map { "\(word())\($0)" }
    }
    // XML has whole seconds.
    func moment() -> Date { Date(timeIntervalSinceReferenceDate: Double(number() * 10_000_000)) }
    flag = chance()
    integer = chance() ? number() : .random(in: .min ... .max, using: &generator)
    byte = .random(in: 0...255, using: &generator)
    large = .random(in: 0 ... .max, using: &generator)
    real = chance() ? Double(number()) : .random(in: -1e300...1e300, using: &generator)
    float = .random(in: -1e30...1e30, using: &generator)
    text = word()
    date = moment()
    data = Data((0..<Int.random(in: 0...80, using: &generator)).map { UInt8($0) })
    url =
      URL(string: chance() ? "x/y?z" : "mailto:a@b.org", relativeTo: chance() ? url : nil) ?? url
    uuid = UUID(uuid: (byte, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, byte, 255))
    decimal = Decimal(number()) / 100
    absent = chance() ? number() : nil
    list = words().map { _ in number() }
    gaps = words().map { chance() ? $0 : nil }
    names = Dictionary(uniqueKeysWithValues: words().map { ($0, Double(number()) / 8) })
    numbers = Dictionary(uniqueKeysWithValues: words().enumerated().map { ($0, $1) })
    tags = Set(words())
    state = chance() ? .off : .on(level: number(), since: chance() ? moment() : nil)
    range = 0..<abs(number())
    if depth > 0 {
      children = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        Sample(using: &generator, depth: depth - 1)
      }
    }
  }
}
