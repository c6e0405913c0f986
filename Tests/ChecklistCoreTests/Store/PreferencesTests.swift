import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct PreferencesTests {
  private let folder: TemporaryFolder
  private let preferences: Preferences
  private let document: String
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let home = folder.path
    let container = try #require(
      Container(environment: Environment { $0 == "CHECKLISTS_HOME" ? home : nil }))
    preferences = Preferences(container)
    path = container.preferences
    document = try folder.write("", to: "document")
    try FileManager.default.createDirectory(
      atPath: FileSystem.parent(of: path), withIntermediateDirectories: true)
  }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private func read(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  private let others: PropertyList = [
    "Theme": "dark", "Recent": ["a", 1, true], "SelectedLists": ["/other": 7],
  ]

  @Test func `what is not ours is kept, in XML as in binary`() throws {
    let expected: (String) -> PropertyList = { document in
      [
        "Theme": "dark", "Recent": ["a", 1, true],
        "SelectedLists": .dictionary(
          PropertyListDictionary([
            .init(key: "/other", value: 7), .init(key: document, value: 12),
          ])),
      ]
    }
    for (bytes, format) in [
      (others.binary(), PropertyList.Format.binary), (try others.xml(), .xml),
    ] {
      try write(bytes)
      #expect(try preferences.selectList(12, in: document, lockTimeout: 1) == nil)
      let after = try read(path)
      #expect(try PropertyList.Format(detecting: after) == format)
      // The document is in the container.
      #expect(try PropertyList(after) == expected("document"))
      #expect(preferences.selectedList(in: document) == 12)
    }
  }

  @Test func `the overview is a choice of its own, and what is not ours is kept`() throws {
    for bytes in [others.binary(), try others.xml()] {
      try write(bytes)
      #expect(preferences.choice(in: document) == nil)
      #expect(try preferences.choose(.overview, in: document, lockTimeout: 1) == nil)
      #expect(preferences.choice(in: document) == .overview)
      // No list was chosen, so that what names none means the first one.
      #expect(preferences.selectedList(in: document) == nil)
      let expected: PropertyList = [
        "Theme": "dark", "Recent": ["a", 1, true],
        "SelectedLists": ["/other": 7, "document": false],
      ]
      #expect(try PropertyList(read(path)) == expected)
      try preferences.choose(.list(12), in: document, lockTimeout: 1)
      #expect(preferences.choice(in: document) == .list(12))
      try preferences.choose(nil, in: document, lockTimeout: 1)
      #expect(preferences.choice(in: document) == nil)
    }
  }

  @Test func `the list that was shown last is kept beside the choice`() throws {
    try write(others.binary())
    #expect(preferences.shownList(in: document) == nil)
    try preferences.choose(.list(12), in: document, lockTimeout: 1)
    #expect(try preferences.keepShownList(-7, in: document, lockTimeout: 1) == nil)
    #expect(preferences.shownList(in: document) == -7)
    #expect(preferences.selectedList(in: document) == 12)
    #expect(
      try PropertyList(read(path)) == [
        "Theme": "dark", "Recent": ["a", 1, true],
        "SelectedLists": ["/other": 7, "document": 12], "ShownLists": ["document": -7],
      ])
  }

  @Test func `a choice can be made before there is a document`() throws {
    let document = folder("Documents/Checklists.plist")
    try preferences.choose(.overview, in: document, lockTimeout: 1)
    #expect(preferences.choice(in: document) == .overview)
    try FileManager.default.createDirectory(
      atPath: folder("Documents"), withIntermediateDirectories: false)
    try folder.write("", to: "Documents/Checklists.plist")
    #expect(preferences.choice(in: document) == .overview)
  }

  @Test func `a choice is found in XML`() throws {
    let resolved = try FileSystem().resolve(document)
    let choice = PropertyListDictionary([.init(key: resolved, value: 5)])
    try write((["SelectedLists": .dictionary(choice)] as PropertyList).xml())
    #expect(preferences.selectedList(in: document) == 5)
  }

  @Test(arguments: [
    Array("garbage".utf8), Array("bplist00garbage".utf8), PropertyList.array([1]).binary(),
    (["SelectedLists": 3] as PropertyList).binary(),
  ])
  func `a file that is damaged or something else is kept under another name`(bytes: [UInt8]) throws
  {
    for name in ["\(path).damaged", "\(path).damaged-2"] {
      try write(bytes)
      #expect(preferences.selectedList(in: document) == nil)
      #expect(try preferences.selectList(3, in: document, lockTimeout: 1) == name)
      #expect(try read(name) == bytes)
      #expect(preferences.selectedList(in: document) == 3)
    }
    #expect(try preferences.selectList(4, in: document, lockTimeout: 1) == nil)
  }

  @Test func `an empty file leaves nothing to keep`() throws {
    try write([])
    #expect(try preferences.selectList(3, in: document, lockTimeout: 1) == nil)
    #expect(preferences.selectedList(in: document) == 3)
  }

  @Test func `a damaged file that cannot be kept is not overwritten`() throws {
    try write(Array("garbage".utf8))
    let home = folder.path
    let container = try #require(
      Container(environment: Environment { $0 == "CHECKLISTS_HOME" ? home : nil }))
    let preferences = Preferences(
      container, fileSystem: FaultySystem(failing: .link, EMLINK).fileSystem)
    let error = FileError(
      call: .link, path: "\(path).damaged", code: EMLINK,
      step: "keep the damaged preferences as")
    #expect(throws: StoreError(.file(error), path: path)) {
      try preferences.selectList(3, in: document, lockTimeout: 1)
    }
    #expect(try read(path) == Array("garbage".utf8))
  }
}
