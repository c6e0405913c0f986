import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Files that were made to do harm, given to the program with little memory to spend.
@Suite("Hostile files", .blocking)
struct HostileFileTests {
  /// A file, and what the program says of it.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: @Sendable () -> [UInt8]
    let message: String
  }

  static let files = [
    Hostile(
      testDescription: "50,000 references to one list of 50,000 items",
      bytes: { archive(lists: .array(.init(repeating: .uid(6), count: 50_000))) },
      message: "shared objects would decode to far more than the file holds"),
    Hostile(
      testDescription: "the same as a plain property list",
      bytes: {
        let count: [UInt8] = [0xAF, 0x11, 0xC3, 0x50]
        let texts = ["name", "items", "b", "text", "checked"].map { (text) -> [UInt8] in
          [0x50 | UInt8(text.utf8.count)] + Array(text.utf8)
        }
        // The lists; a list; its items; an item; the texts from 4 on; false.
        let containers: [[UInt8]] = [
          count + [UInt8](repeating: 1, count: 50_000), [0xD2, 4, 5, 6, 2],
          count + [UInt8](repeating: 3, count: 50_000), [0xD2, 7, 8, 6, 9],
        ]
        return binary(containers + texts + [[0x08]])
      },
      message: "shared objects would decode to far more than the file holds"),
    Hostile(
      testDescription: "2^60 elements",
      bytes: { binary([[0xAF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0]]) },
      message: "the object claims 1152921504606846976 bytes"),
    Hostile(
      testDescription: "2^60 objects", bytes: { binary([[0xA0]], count: 1 << 60) },
      message: "the offset table has room for 1 objects, but the trailer has 1152921504606846976"),
    Hostile(
      testDescription: "arrays 1,000,000 deep in XML",
      bytes: { Array(String(repeating: "<array>", count: 1_000_000).utf8) },
      message: "containers are nested more than 512 deep"),
    Hostile(
      testDescription: "entities of entities in XML",
      bytes: {
        let entities = (1..<30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
        return Array("<!DOCTYPE plist [<!ENTITY e0 \"x\">\(entities)]><plist>&e29;</plist>".utf8)
      },
      message: "internal document types and their entities are not supported"),
  ]

  @Test("a hostile file is refused at once, in little memory", arguments: files)
  func refusal(_ hostile: Hostile) throws {
    let sandbox = try Sandbox()
    let file = sandbox.directory.appending(path: "hostile.plist")
    let bytes = hostile.bytes()
    try Data(bytes).write(to: file)
    let arguments = ["list", "--file", file.path()]
    let clock = ContinuousClock()
    let start = clock.now
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"),
      [
        "-c", "ulimit -v \(Self.kibibytes) 2>/dev/null; exec \"$0\" \"$@\"",
        Sandbox.executable.path(),
      ]
        + arguments)
    #expect(clock.now - start < .seconds(10))
    #expect(run.status == 65)
    #expect(run.errors.contains(hostile.message), "\(run.errors)")
    #expect(try [UInt8](Data(contentsOf: file)) == bytes)
  }

  @Test(
    "what can still be read of a hostile file is found at once, in little memory", arguments: files)
  func remains(_ hostile: Hostile) throws {
    let sandbox = try Sandbox()
    let file = sandbox.directory.appending(path: "hostile.plist")
    try Data(hostile.bytes()).write(to: file)
    let clock = ContinuousClock()
    let start = clock.now
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"),
      [
        "-c", "ulimit -v \(Self.kibibytes) 2>/dev/null; exec \"$0\" \"$@\"",
        Sandbox.executable.path(), "plist", "check", file.path(),
      ])
    #expect(clock.now - start < .seconds(10))
    #expect(run.status == 65)
    #expect(run.output.contains(": not sound"), "\(run.output)")
  }

  @Test(
    "no command takes room or time out of proportion to a text that 5,000 items share",
    arguments: [
      (["list", "--count"], 0, ""), (["list"], 65, "Name fewer items."),
      (["list", "--json"], 65, "Name fewer items."), (["list", "--all"], 65, "Name fewer items."),
      (["search", "sst"], 0, ""), (["search", "É"], 0, ""),
      (["list", "--sort", "text", "--count"], 0, ""), (["list", "1", "--sort", "text"], 0, ""),
      (["show", "1"], 0, ""), (["show", "all"], 65, "Name fewer items."),
      (["check", "all"], 65, "Nothing was changed. Select fewer items"),
      (["delete", "all", "--json"], 65, "Nothing was changed. Select fewer items"),
      (["check", "all", "--quiet"], 0, ""), (["delete", "sss"], 2, "matches 5000 items"),
      (["delete", "2-5000", "-q"], 0, ""), (["edit", "1", "Milk"], 0, ""),
      (["move", "all", "--last"], 65, "Nothing was changed."), (["move", "1", "--last"], 0, ""),
      (["lists", "add", "Copy", "--from", "List"], 0, ""), (["lists"], 0, ""), (["due"], 0, ""),
      (["plist", "show", "DOCUMENT"], 0, ""), (["plist", "check", "DOCUMENT"], 0, ""),
      (["plist", "convert", "--format", "xml", "DOCUMENT"], 0, ""),
      (["plist", "convert", "--format", "json", "DOCUMENT"], 0, ""),
      (["plist", "convert", "--format", "codable", "DOCUMENT"], 0, ""),
      (["_complete", "zsh", "--", "2", "checklists", "check", "text:s"], 0, ""),
    ])
  func sharedText(arguments: [String], status: Int32, message: String) throws {
    let sandbox = try Sandbox()
    let file = sandbox.directory.appending(path: "shared.plist")
    let bytes = Self.sharedText
    try Data(bytes).write(to: file)
    sandbox.environment["CHECKLISTS_FILE"] = file.path()
    let clock = ContinuousClock()
    let start = clock.now
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"),
      [
        "-c", "ulimit -v \(Self.kibibytes) 2>/dev/null; exec \"$0\" \"$@\"",
        Sandbox.executable.path(),
      ] + arguments.map { $0 == "DOCUMENT" ? file.path() : $0 })
    #expect(clock.now - start < .seconds(10))
    #expect(run.status == status, "\(run.errors)")
    #expect(message.isEmpty || run.errors.contains(message), "\(run.errors)")
    #expect(run.output.utf8.count < 16 * bytes.count)
    let size = try Data(contentsOf: file).count
    #expect(size < 3 * bytes.count)
    if status != 0 { #expect(try [UInt8](Data(contentsOf: file)) == bytes) }
  }

  private static let sharedText = HandmadeArchive.sharing(
    String(repeating: "s", count: 500_000), items: 5000
  ).file().bytes

  /// The address space, where the system can limit it: a debug build loads Foundation's libraries
  /// into 60 MiB of it.
  private static let kibibytes = 128 * 1024

  /// An archive of a list with 50,000 references to one item; the list is object 6.
  private static func archive(lists: PropertyList) -> [UInt8] {
    func record(_ name: String) -> PropertyList { dictionary(("$classname", .string(name))) }
    func dictionary(_ fields: (String, PropertyList)...) -> PropertyList {
      .dictionary(PropertyListDictionary(fields.map { .init(key: $0.0, value: $0.1) }))
    }
    let items = PropertyList.array(.init(repeating: .uid(4), count: 50_000))
    let objects: [PropertyList] = [
      .string("$null"), record("NSArray"), record("Checklist"), record("ChecklistItem"),
      dictionary(("Text", .string("a")), ("Checked", .boolean(false)), ("$class", .uid(3))),
      dictionary(("NS.objects", items), ("$class", .uid(1))),
      dictionary(("Name", .string("b")), ("Items", .uid(5)), ("$class", .uid(2))),
      dictionary(("NS.objects", lists), ("$class", .uid(1))),
    ]
    return dictionary(
      ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)),
      ("$top", dictionary(("Checklists", .uid(7)))), ("$objects", .array(objects))
    ).binary()
  }

  /// A binary property list of objects that are encoded already.
  private static func binary(_ objects: [[UInt8]], count: UInt64? = nil) -> [UInt8] {
    func bigEndian(_ number: UInt64, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += bigEndian(UInt64(bytes.count), 4)
      bytes += object
    }
    let table = UInt64(bytes.count)
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 1]
      + bigEndian(count ?? UInt64(objects.count), 8) + bigEndian(0, 8) + bigEndian(table, 8)
  }

  // Elsewhere the system does not limit the address space.
  #if os(Linux)
    @Test func `A file that the memory of the process cannot hold is refused by its size`() throws {
      let sandbox = try Sandbox()
      let file = sandbox.directory.appending(path: "long.plist")
      let item: PropertyListDictionary = ["Text": .string(String(repeating: "s", count: 32 << 20))]
      let bytes = HandmadeArchive(items: [item]).file().bytes
      try Data(bytes).write(to: file)
      for arguments in [
        ["--file", file.path(), "list"], ["--file", file.path(), "check", "1"],
        ["plist", "check", file.path()], ["plist", "convert", "--format", "json", file.path()],
      ] {
        let run = try sandbox.launch(
          URL(filePath: "/bin/sh"),
          ["-c", "ulimit -v 262144; exec \"$0\" \"$@\"", Sandbox.executable.path()] + arguments)
        #expect(run.status == 74)
        // 'validate' says it of each file in its answer.
        let said = run.output + run.errors
        #expect(said.contains("cannot read \(file.path()): Cannot allocate memory\n"), "\(said)")
      }
      #expect(try [UInt8](Data(contentsOf: file)) == bytes)
      #expect(try sandbox.run("--file", file.path(), "list", "--count").output == "1\n")
    }
  #endif
}
