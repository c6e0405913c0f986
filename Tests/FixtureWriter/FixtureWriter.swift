import Foundation

/// Writes the fixtures, with Foundation's own archiver, into the directory that is its argument.
///
/// Which ones depends on the module that it was compiled as: see `regenerate`.
@main
struct FixtureWriter {
  static func main() {
    do {
      try writeFixtures()
    } catch {
      FileHandle.standardError.write(Data("FixtureWriter: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func writeFixtures() throws {
    guard CommandLine.arguments.count == 2 else {
      throw FixtureError(description: "usage: FixtureWriter DIRECTORY")
    }
    // Without this, dictionaries are written in another order each time.
    guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
      throw FixtureError(description: "SWIFT_DETERMINISTIC_HASHING is not set")
    }
    let output = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    let module = String(reflecting: ChecklistItem.self).prefix { $0 != "." }
    switch module {
    case "Checklists":
      try writeChecklists(to: FixtureFolder("Checklists", in: output))
      try writeTexts(to: FixtureFolder("Checklists", in: output))
      try writeUnknown(to: FixtureFolder("Checklists", in: output))
      try writeFirstEdition(to: FixtureFolder("ChecklistItems", in: output))
      try writeXML(to: FixtureFolder("XML", in: output))
      try writeCodable(to: FixtureFolder("Codable", in: output))
      try DamagedFixtures.write(to: FixtureFolder("Damaged", in: output))
    case "MyApp":
      try FixtureFolder("Checklists", in: output)
        .archive(["Checklists": Samples.severalLists()], to: "module-prefix-myapp.plist")
    case "Homepwner":
      try writeHomepwner(to: FixtureFolder("Homepwner", in: output))
    default:
      throw FixtureError(description: "compiled as module \(module), which has no fixtures")
    }
  }

  private static func writeChecklists(to folder: FixtureFolder) throws {
    let documents: KeyValuePairs<String, [Checklist]> = [
      "no-lists.plist": [],
      "one-empty-list.plist": [Checklist("Groceries")],
      "one-item.plist": Samples.oneItem(),
      "several-lists.plist": Samples.severalLists(),
      "due-dates.plist": Samples.dueDates(),
      "no-due-dates.plist": Samples.noDueDates(),
      "1000-items.plist": Samples.thousandItems(),
      "item-ids-from-zero.plist": Samples.items(withIDs: [0, 1, 2, 3, 4, 5]),
      "item-ids-negative.plist": Samples.items(withIDs: [0, -1, 1, .min, .max, -1_000_000]),
      "item-ids-duplicate.plist": Samples.items(withIDs: [0, 7, 7, 7, 0, 1]),
      "same-item-twice.plist": Samples.sameItemTwice(),
      "mutable-arrays.plist": Samples.mutableArrays(),
    ]
    for (name, lists) in documents { try folder.archive(["Checklists": lists], to: name) }

    let xml = NSKeyedArchiver.data(["Checklists": Samples.oneItem()], format: .xml)
    try folder.write(
      try binary(fromXML: xml) { $0.replace("<string>Checklists.", with: "<string>") },
      to: "module-prefix-none.plist", checking: ["Checklists": Samples.oneItem()])
    try folder.write(
      try binary(fromXML: xml, edit: makeTextMutable),
      to: "mutable-string.plist", checking: ["Checklists": Samples.oneItem()])
  }

  /// Makes the text of the one item the object that `NSMutableString` is on Apple's systems.
  ///
  /// Foundation on Linux archives it as a plain string, and reads both.
  private static func makeTextMutable(_ xml: inout String) throws {
    let list = try PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil)
    guard let archive = list as? [String: Any], let objects = archive["$objects"] as? [Any] else {
      throw FixtureError(description: "not an archive")
    }
    xml.replace(
      "<string>Milk</string>",
      with: """
        <dict><key>$class</key><dict><key>CF$UID</key><integer>\(objects.count)</integer></dict>
        <key>NS.string</key><string>Milk</string></dict>
        """)
    xml.replace(
      /<\/array>\s*<key>\$top<\/key>/,
      with: """
        <dict><key>$classes</key><array><string>NSMutableString</string><string>NSString</string>
        <string>NSObject</string></array><key>$classname</key><string>NSMutableString</string></dict>
        </array><key>$top</key>
        """)
  }

  private static func writeTexts(to folder: FixtureFolder) throws {
    let documents: KeyValuePairs<String, [String]> = [
      "text-chinese.plist": SampleTexts.chinese,
      "text-emoji.plist": SampleTexts.emoji,
      "text-right-to-left.plist": SampleTexts.rightToLeft,
      "text-control-characters.plist": SampleTexts.controlCharacters,
      "text-empty.plist": SampleTexts.empty,
      "text-very-long-ascii.plist": [SampleTexts.longASCII],
      "text-very-long-non-ascii.plist": [SampleTexts.longNonASCII],
    ]
    for (name, texts) in documents {
      try folder.archive(["Checklists": Samples.list(texts)], to: name)
    }

    try writeCombiningMarks(to: folder)
  }

  /// Texts that are canonically equal, in both spellings.
  ///
  /// To Foundation on Linux both are equal strings, and it archives equal objects once. So it is
  /// given as many characters for private use in the place of the second spelling, which is put in
  /// after.
  private static func writeCombiningMarks(to folder: FixtureFolder) throws {
    let (composed, decomposed) = (SampleTexts.composed, SampleTexts.decomposed)
    let standIns = decomposed.enumerated().map { index, text in
      (0..<text.utf16.count).map { UInt16(0xE000 + index * 64 + $0) }
    }
    let placeholders = standIns.map { String(decoding: $0, as: UTF16.self) }
    var archive = NSKeyedArchiver.data(["Checklists": Samples.list(composed + placeholders)])
    for (standIn, text) in zip(standIns, decomposed) {
      try archive.patch(standIn.flatMap(bigEndianBytes), with: text.utf16.flatMap(bigEndianBytes))
    }
    try folder.write(
      archive, to: "text-combining-marks.plist",
      checking: ["Checklists": Samples.list(composed + decomposed)])
  }

  private static func bigEndianBytes(_ unit: UInt16) -> [UInt8] {
    [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
  }

  private static func writeUnknown(to folder: FixtureFolder) throws {
    let documents: KeyValuePairs<String, [Checklist]> = [
      "unknown-keys-on-items.plist": Unknown.keysOnItems(),
      "unknown-keys-on-lists.plist": Unknown.keysOnLists(),
      "unknown-shared-object.plist": Unknown.sharedObject(),
      "unknown-forward-references.plist": Unknown.forwardReferences(),
      "unknown-cycles.plist": Unknown.cycles(),
    ]
    for (name, lists) in documents { try folder.archive(["Checklists": lists], to: name) }
    try folder.archive(
      Unknown.topLevel(Samples.severalLists()), to: "unknown-top-level-keys.plist")
    try folder.archive(Unknown.topLevel(Unknown.everything()), to: "unknown-everything.plist")
  }

  private static func writeFirstEdition(to folder: FixtureFolder) throws {
    let thousand = (1...1000).map { number in
      ChecklistItem("Item \(number)", checked: number.isMultiple(of: 3))
    }
    let documents: KeyValuePairs<String, [ChecklistItem]> = [
      "no-items.plist": [],
      "one-item.plist": [ChecklistItem("Milk", checked: true)],
      "several-items.plist": Samples.firstEdition(),
      "1000-items.plist": thousand,
    ]
    for (name, items) in documents { try folder.archive(["ChecklistItems": items], to: name) }
  }

  private static func writeXML(to folder: FixtureFolder) throws {
    let documents: KeyValuePairs<String, TopLevel> = [
      "several-lists.plist": ["Checklists": Samples.severalLists()],
      "first-edition.plist": ["ChecklistItems": Samples.firstEdition()],
      "unknown-everything.plist": Unknown.topLevel(Unknown.everything()),
    ]
    for (name, document) in documents { try folder.archive(document, to: name, format: .xml) }
  }

  private static func writeCodable(to folder: FixtureFolder) throws {
    try folder.encode(Samples.codableLists, to: "checklists-binary.plist", format: .binary)
    try folder.encode(
      Samples.codableLists, to: "checklists-xml.plist", format: .xml,
      checking: Samples.codableLists.map(\.withoutFractionsOfSeconds))
    try folder.encode(Samples.plainItems, to: "items-binary.plist", format: .binary)
    try folder.encode(Samples.plainItems, to: "items-xml.plist", format: .xml)
    try folder.encode(
      Samples.codableListsWithExtraKeys, to: "checklists-extra-keys.plist", format: .binary)
  }

  private static func writeHomepwner(to folder: FixtureFolder) throws {
    let documents: KeyValuePairs<String, [NSObject]> = [
      "items-swift-edition.archive": Samples.homepwnerItems,
      "items-objc-edition.archive": Samples.homepwnerItems.map(BNRItem.init),
    ]
    for (name, items) in documents {
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: items, requiringSecureCoding: false)
      try folder.write(archive, to: name, checking: [NSKeyedArchiveRootObjectKey: items])
    }
  }
}
