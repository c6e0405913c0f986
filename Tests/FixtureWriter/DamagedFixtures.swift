import Foundation

/// Documents that are not what they should be, made from good ones.
enum DamagedFixtures {
  static func write(to folder: FixtureFolder) throws {
    try writeUnreadable(to: folder)
    try writeReadable(to: folder)
  }

  /// Those that are no property list at all.
  private static func writeUnreadable(to folder: FixtureFolder) throws {
    let good = NSKeyedArchiver.data(["Checklists": Samples.severalLists()])
    var random = SplitMix64(state: 2026)
    let noise = Data((0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let unreadable: KeyValuePairs<String, Data> = [
      "truncated-to-half.plist": good.prefix(good.count / 2),
      "truncated-in-trailer.plist": good.dropLast(16),
      "empty.plist": Data(),
      "text-file.plist": Data("Groceries:\n- [ ] Milk\n- [x] Bread\n".utf8),
      "random-bytes.plist": noise,
      "random-bytes-after-header.plist": Data("bplist00".utf8) + noise,
      "dangling-object-reference.plist": try withDanglingReference(
        NSKeyedArchiver.data(["Checklists": Samples.oneItem()])),
    ]
    for (name, bytes) in unreadable {
      let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
      guard list == nil else { throw FixtureError(description: "\(name) is a property list") }
      try folder.write(bytes, to: name)
    }
  }

  /// Those that are sound property lists, but no document.
  private static func writeReadable(to folder: FixtureFolder) throws {
    let good = NSKeyedArchiver.data(["Checklists": Samples.oneItem()], format: .xml)
    let text =
      /<key>Text<\/key>\s*<dict>\s*<key>CF\$UID<\/key>\s*<integer>\d+<\/integer>\s*<\/dict>/
    let readable: KeyValuePairs<String, Data> = [
      "item-without-text.plist": try binary(fromXML: good) {
        $0.replace(text, with: "")
      },
      "text-is-an-integer.plist": try binary(fromXML: good) {
        $0.replace("<string>Milk</string>", with: "<integer>42</integer>")
      },
      "uid-out-of-range.plist": try binary(fromXML: good) {
        $0.replace(
          text, with: "<key>Text</key><dict><key>CF$UID</key><integer>1000</integer></dict>")
      },
      "wrong-archiver.plist": try binary(fromXML: good) {
        $0.replace("<string>NSKeyedArchiver<", with: "<string>SomeOtherArchiver<")
      },
      "wrong-version.plist": try binary(fromXML: good) {
        $0.replace("<integer>100000<", with: "<integer>200000<")
      },
      "plain-dictionary.plist": try PropertyListSerialization.data(
        fromPropertyList: ["Name": "Groceries", "Items": ["Milk", "Bread"]] as [String: Any],
        format: .binary, options: 0),
    ]
    for (name, bytes) in readable {
      let list = try PropertyListSerialization.propertyList(from: bytes, format: nil)
      guard list is [String: Any] else { throw FixtureError(description: "\(name) is lost") }
      try folder.write(bytes, to: name)
    }
  }

  /// A small binary property list whose top dictionary has a value with a number that no object
  /// has.
  private static func withDanglingReference(_ good: Data) throws -> Data {
    var bytes = [UInt8](good)
    func number(at position: Int, size: Int) -> Int {
      bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
    }
    // The trailer: six bytes that mean nothing here, the sizes of an offset and of a reference, the
    // number of objects, which of them is the top one, and where the table of their offsets is.
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let objectCount = number(at: trailer + 8, size: 8)
    let topObject = number(at: trailer + 16, size: 8)
    let offsetTable = number(at: trailer + 24, size: 8)
    let top = number(at: offsetTable + topObject * offsetSize, size: offsetSize)
    // The marker of a dictionary of four, four references to keys, and four to values.
    guard bytes[top] == 0xD4, referenceSize == 1, objectCount < 0xFE else {
      throw FixtureError(description: "an archive of another layout")
    }
    bytes[top + 8] = 0xFE
    return Data(bytes)
  }
}

/// A generator of random numbers that gives the same ones each time.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
