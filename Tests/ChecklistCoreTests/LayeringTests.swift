import Foundation
import TestSupport
import Testing

/// A file of the sources.
struct SourceFile {
  /// Its path below `Sources`.
  let path: String
  let source: SwiftSource
  /// What it declares for others to use.
  let declarations: [Declaration]

  init(_ path: String, _ text: String) {
    self.path = path
    source = SwiftSource(text)
    declarations = source.declarations
  }

  /// The room that it is in: the target and the folder, `ChecklistCore/Store`.
  ///
  /// Of a target without rooms, and of a file beside the rooms, it is the target alone.
  var room: String {
    let components = path.split(separator: "/")
    let isInRoom = components.count > 2 && Rooms.targets.contains(String(components[0]))
    return components.prefix(isInRoom ? 2 : 1).joined(separator: "/")
  }

  /// All of them, read once.
  static func all() throws -> [SourceFile] { try result.get() }

  private static let result = Result { try read() }

  private static func read() throws -> [SourceFile] {
    let sources = Fixture.package.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map {
      SourceFile($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
    }
  }
}

/// What the rooms of the sources stand on.
enum Rooms {
  /// The targets that have rooms.
  static let targets: Set<String> = ["ChecklistCore", "checklists"]

  /// By room, the rooms whose names it may use beside its own.
  static let below: [String: Set<String>] = {
    let values = library("Calendar", "PropertyList", "KeyedArchive", "Document")
    let context = program("Syntax", "Views", "JSON")
    return [
      "ChecklistCore/System": [],
      "ChecklistCore/Calendar": [],
      "ChecklistCore/PropertyList": library("System", "Calendar"),
      "ChecklistCore/KeyedArchive": library("System", "Calendar", "PropertyList"),
      "ChecklistCore/Document": library("Calendar", "PropertyList", "KeyedArchive"),
      "ChecklistCore/Selection": values,
      "ChecklistCore/Merging": values,
      "ChecklistCore/Store": values.union(library("System", "Selection", "Merging")),
      "ChecklistCore/Inspection": values.union(library("System", "Store")),
      "checklists/Syntax": [],
      "checklists/Views": program("Syntax"),
      "checklists/JSON": program("Syntax"),
      "checklists/Completion": program("Syntax"),
      "checklists/Context": context,
      "checklists/Editor": context.union(program("Context")),
      "checklists/Commands": context.union(program("Completion", "Context", "Editor")),
      "checklists": context.union(program("Completion", "Context", "Editor", "Commands")),
    ]
  }()

  /// Files that all rooms may use: they touch no file and no process.
  static let common: Set<String> = [
    "ChecklistCore/System/Array+Text.swift",
    "ChecklistCore/System/Collection+PartitioningIndex.swift",
    "ChecklistCore/System/UInt8+ASCII.swift", "ChecklistCore/System/UUID+Random.swift",
  ]

  /// Names that the standard library has too.
  static let standard: Set<String> = [
    "append", "description", "index", "joined", "remove", "sorted", "suffix", "write",
  ]

  /// By target, the modules of the package that it may import.
  static let imports: [String: Set<String>] = [
    "SystemLibrary": [], "ChecklistCore": ["SystemLibrary"],
    "ChecklistCoreFoundation": ["ChecklistCore"], "Terminal": ["SystemLibrary"],
    "ChecklistInterchange": ["ChecklistCore"],
    "ChecklistSync": ["ChecklistCore", "ChecklistInterchange", "SystemLibrary"],
    "ChecklistRuns": ["ChecklistCore", "ChecklistInterchange"],
    "ChecklistScreen": ["ChecklistCore", "ChecklistInterchange", "Terminal"],
    "checklists": [
      "ChecklistCore", "ChecklistInterchange", "ChecklistRuns", "ChecklistScreen",
      "ChecklistSync", "Terminal",
    ],
  ]

  private static func library(_ names: String...) -> Set<String> {
    Set(names.map { "ChecklistCore/\($0)" })
  }

  private static func program(_ names: String...) -> Set<String> {
    Set(names.map { "checklists/\($0)" })
  }

  /// Every place where a file uses a name that is declared in a room it does not stand on.
  fileprivate static func violations(in files: [SourceFile]) -> [String] {
    let inRooms = files.filter { file in targets.contains { file.path.hasPrefix("\($0)/") } }
    /// The room of each type that is not in another one.
    var home: [String: String] = [:]
    for file in inRooms {
      for type in file.declarations where type.kind == .type && type.path.isEmpty {
        home[type.name] = file.room
      }
    }
    /// By room, the names that others use with no name of the room before them.
    var declared: [String: [Declaration.Kind: Set<String>]] = [:]
    var local: [String: [Declaration.Kind: Set<String>]] = [:]
    for file in files {
      let names = [Declaration.Kind.member: file.source.localNames, .type: file.source.typeNames]
      local[file.room, default: [:]].merge(names) { $0.union($1) }
      // The program stands on all that the library declares.
      if !file.path.hasPrefix("checklists/") {
        local["library", default: [:]].merge(names) { $0.union($1) }
      }
    }
    for file in inRooms where !common.contains(file.path) {
      for declaration in file.declarations {
        // What is in a type of the same room is not to be had without that type.
        let owner = declaration.path.first?.split(separator: ".").first.map(String.init)
        if owner == nil || declaration.isInExtension && owner.flatMap({ home[$0] }) != file.room {
          declared[file.room, default: [:]][declaration.kind, default: []]
            .insert(declaration.name)
        }
      }
    }
    return inRooms.flatMap { file -> [String] in
      guard let below = below[file.room] else { return ["\(file.path) is in no known room"] }
      let target = file.path.prefix { $0 != "/" }
      let rooms = below.union(target == "checklists" ? [file.room, "library"] : [file.room])
      var known: [Declaration.Kind: Set<String>] = [.member: standard]
      for room in rooms { known.merge(local[room, default: [:]]) { $0.union($1) } }
      let names = Set(file.source.tokens)
      let others = declared.keys.sorted().filter {
        $0 != file.room && !below.contains($0) && $0.prefix { $0 != "/" } == target
      }
      return others.flatMap { other in
        [Declaration.Kind.type, .member].flatMap { kind in
          names.intersection(declared[other]?[kind] ?? [])
            .filter { home[$0] == other || known[kind]?.contains($0) != true }
        }
        .sorted().map { "\(file.path) names \($0) of \(other)" }
      }
    }
  }

  /// Every import of a module of the package by one that may not have it.
  fileprivate static func wrongImports(in files: [SourceFile]) -> [String] {
    files.flatMap { file -> [String] in
      let target = String(file.path.prefix { $0 != "/" })
      guard let allowed = imports[target] else { return ["\(file.path) is in no known target"] }
      let modules = zip(file.source.tokens, file.source.tokens.dropFirst())
        .filter { $0.0 == "import" }.map(\.1)
      return modules.filter { imports.keys.contains($0) && !allowed.contains($0) }
        .map { "\(file.path) imports \($0)" }
    }
  }
}

/// The rooms of the sources, and what none of the library's may touch, read off the sources.
struct LayeringTests {
  @Test func `no file uses a name of a room above its own`() throws {
    let files = try SourceFile.all()
    #expect(Set(Rooms.below.keys).subtracting(files.map(\.room)) == [])
    #expect(Rooms.violations(in: files) == [])
  }

  @Test func `no target imports one above its own`() throws {
    let files = try SourceFile.all()
    #expect(
      Set(Rooms.imports.keys).subtracting(
        files.map { $0.room.prefix { $0 != "/" } }.map(String.init)) == [])
    #expect(Rooms.wrongImports(in: files) == [])
  }

  @Test func `an import of a target above or beside is found out`() {
    let files = [
      SourceFile("Terminal/Console.swift", "import ChecklistCore"),
      SourceFile(
        "ChecklistInterchange/Page.swift", "package import ChecklistCore\nimport Terminal"),
      SourceFile("ChecklistCore/Store/Store.swift", "import Foundation\nimport Terminal"),
      SourceFile(
        "checklists/Program.swift",
        "import ChecklistCore\nimport Terminal\nimport ChecklistCoreFoundation"),
      SourceFile("ChecklistCoreFoundation/Coder.swift", "import ChecklistCore\nimport Terminal"),
      SourceFile("Other/File.swift", "let a = 1"),
    ]
    #expect(
      Rooms.wrongImports(in: files) == [
        "Terminal/Console.swift imports ChecklistCore",
        "ChecklistInterchange/Page.swift imports Terminal",
        "ChecklistCore/Store/Store.swift imports Terminal",
        "checklists/Program.swift imports ChecklistCoreFoundation",
        "ChecklistCoreFoundation/Coder.swift imports Terminal",
        "Other/File.swift is in no known target",
      ])
  }

  /// What the planted files stand on.
  private static let sound = [
    SourceFile("ChecklistCore/System/Lock.swift", "struct Lock: ~Copyable {}"),
    SourceFile(
      "ChecklistCore/System/Array+Text.swift",
      "extension [UInt8] { package mutating func appendAll(_ text: String) {} }"),
    SourceFile(
      "ChecklistCore/Document/Checklist.swift",
      "public struct Checklist { enum Key {} var items = 1 }"),
    SourceFile(
      "ChecklistCore/Store/Checklist+Store.swift",
      """
      extension Checklist {
        struct Saved { struct Part {} }
        var isSaved: Bool { let hidden = true; return hidden }
        private func helper() {}
        private(set) static var counter = 1
      }
      extension [Int] { func sumOfAll() -> Int { 0 } }
      fileprivate extension Int { var secret: Int { 0 } }
      func freeHelper(_ block: () -> Int = { 1 }) {}
      struct Store { var member = 1 }
      extension Store { func ownMember() {} }
      """),
    SourceFile(
      "checklists/Views/View.swift", "struct View {}\nextension Int { var shown: Int { 0 } }"),
    SourceFile("checklists/Commands/Command.swift", "struct Command { enum Kind {} }"),
  ]

  @Test func `what the planted files stand on is sound`() {
    #expect(Rooms.violations(in: Self.sound) == [])
  }

  /// A file that is wrong, and what is found in it.
  private struct Planted: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    let text: String
    let found: [String]

    init(_ name: String, _ path: String, _ text: String, finds found: String...) {
      (testDescription, self.path, self.text, self.found) = (name, path, text, found)
    }
  }

  private static let planted = [
    Planted(
      "a type of a room above", "ChecklistCore/PropertyList/Above.swift",
      "let a: [Checklist]? = nil", finds: "names Checklist of ChecklistCore/Document"),
    Planted(
      "a type of a room beside, in an interpolation", "ChecklistCore/Calendar/Beside.swift",
      #"let a = "\(f("x") + "\(Lock())")""#, finds: "names Lock of ChecklistCore/System"),
    Planted(
      "a type of a room that is skipped", "ChecklistCore/Document/Skips.swift",
      "func f(_: borrowing Lock) {}", finds: "names Lock of ChecklistCore/System"),
    Planted(
      "a type in a type of another room", "ChecklistCore/Document/Nested.swift",
      "let a: Store.Item", finds: "names Store of ChecklistCore/Store"),
    Planted(
      "a type that an extension above declares", "ChecklistCore/Document/Extension.swift",
      "let a: Checklist.Saved", finds: "names Saved of ChecklistCore/Store"),
    Planted(
      "a type in such a type", "ChecklistCore/Document/Part.swift",
      "extension Checklist { func f(_ part: Saved.Part) {} }",
      finds: "names Part of ChecklistCore/Store", "names Saved of ChecklistCore/Store"),
    Planted(
      "a property of an extension above", "ChecklistCore/Document/Property.swift",
      "let a = Checklist().isSaved", finds: "names isSaved of ChecklistCore/Store"),
    Planted(
      "a property that others may only read", "ChecklistCore/Document/Counter.swift",
      "let a = Checklist.counter", finds: "names counter of ChecklistCore/Store"),
    Planted(
      "a function of an extension of a standard type", "ChecklistCore/PropertyList/Sum.swift",
      "let a = [1].sumOfAll()", finds: "names sumOfAll of ChecklistCore/Store"),
    Planted(
      "a function of no type", "ChecklistCore/Calendar/Free.swift",
      "let a = freeHelper()", finds: "names freeHelper of ChecklistCore/Store"),
    Planted(
      "a room of the program above", "checklists/Context/Above.swift",
      "let a = Command.Kind.self", finds: "names Command of checklists/Commands"),
    Planted(
      "a room of the program beside", "checklists/JSON/Beside.swift",
      "let a = View() == 1.shown", finds: "names View of checklists/Views",
      "names shown of checklists/Views"),
    Planted(
      "a room that nobody knows", "ChecklistCore/Attic/Old.swift", "let a = 1",
      finds: "is in no known room"),
  ]

  @Test(arguments: planted)
  private func `a name of a room above or beside is found out`(_ planted: Planted) {
    let file = SourceFile(planted.path, planted.text)
    #expect(
      Rooms.violations(in: Self.sound + [file]) == planted.found.map { "\(planted.path) \($0)" })
  }

  @Test func `what is in a comment or a string, hidden, or one's own is no name of another`() {
    let files = [
      SourceFile(
        "ChecklistCore/PropertyList/Good.swift",
        #"""
        // Checklist, Lock
        /* Checklist /* Lock */ Checklist */
        let text = "Checklist \" Lock"; let raw = ##"Checklist "# Lock"##; enum Key {}
        let lines = """
          Checklist "Lock"
          """
        let a = [1].helper() + 1.secret, hidden = [2].member + a.ownMember()
        """#),
      SourceFile(
        "ChecklistCore/Document/Own.swift",
        "extension Checklist { func f(isSaved: Bool) -> Bool { isSaved } }\nlet a = [].appendAll(1)"
      ),
      SourceFile("ChecklistCore/Store/Store.swift", "let a: (Lock, Checklist)"),
      SourceFile("checklists/Program.swift", "Checklist(Command(), View(), 1.shown)"),
    ]
    #expect(Rooms.violations(in: Self.sound + files) == [])
  }

  /// What only the program may do: read the clock, the environment and the arguments, write to the
  /// terminal, exit.
  private static let forbidden: [[String]] = [
    ["getenv"], ["environ"], ["ProcessInfo"], ["CommandLine"], ["debugPrint"], ["exit"],
    ["Date", "(", ")"], ["Date", ".", "now"], ["clock_gettime"], ["gettimeofday"],
    ["time", "(", "nil", ")"], ["ContinuousClock"], ["SuspendingClock"], ["stdout"], ["stderr"],
    ["FileHandle"], ["UserDefaults"],
  ]

  private static func forbiddenUses(in file: SourceFile) -> [String] {
    let tokens = file.source.tokens
    let words = Set(tokens)
    var uses = forbidden.filter { words.isSuperset(of: $0) && file.source.contains($0) }
      .map { $0.joined() }
    for (index, token) in tokens.enumerated() where index > 0 {
      let previous = tokens[index - 1]
      // A property `now` of a value is no clock, and a method `print` no output.
      let isImplicit =
        previous == "." && (index < 2 || ["=", "(", ",", ":"].contains(tokens[index - 2]))
      if token == "now", isImplicit { uses.append(".now") }
      if token == "print", previous != ".", previous != "func" { uses.append("print") }
    }
    return uses.map { "\(file.path): \($0)" }
  }

  @Test func `the library reads no clock, environment or arguments, and does not print`() throws {
    let files = try SourceFile.all().filter { $0.path.hasPrefix("ChecklistCore") }
    #expect(!files.isEmpty)
    #expect(files.flatMap(Self.forbiddenUses) == [])
  }

  @Test func `a file that reads the clock and the environment is found out`() {
    let file = SourceFile(
      "ChecklistCore/Document/Clock.swift",
      #"""
      let a = Date( ), b = Date.now, c: Date = .now  // getenv("HOME")
      let home = "\(getenv("HOME"))", d = self.now, e = a.print()
      func print() { print(home) }
      """#)
    #expect(
      Self.forbiddenUses(in: file).map { $0.split(separator: " ")[1] }
        == ["getenv", "Date()", "Date.now", ".now", "print"])
  }

  /// Texts that are made for people.
  private static let told: Set<String> = ["step", "summary", "description", "message", "sentence"]

  /// Where such a text is compared, or looked into.
  private static func decisionsByWords(in file: SourceFile) -> [String] {
    let tokens = file.source.tokens
    return tokens.indices.dropFirst().dropLast(3).filter { index in
      guard tokens[index - 1] == ".", told.contains(tokens[index]) else { return false }
      let next = tokens[(index + 1)...]
      if let operation = [["=", "="], ["!", "="]].first(where: next.starts) {
        // Two errors are the same when their messages are, among others.
        return !next.dropFirst(operation.count).prefix(3).contains(tokens[index])
      }
      return next.first == "."
        && ["hasPrefix", "hasSuffix", "holds", "contains", "lowercased"].contains(tokens[index + 2])
    }.map { "\(file.path): \(tokens[($0 - 1)...].prefix(5).joined())" }
  }

  @Test func `nothing is decided by words made for people`() throws {
    #expect(try SourceFile.all().flatMap(Self.decisionsByWords) == [])
  }

  @Test func `a decision by words is found out`() {
    let file = SourceFile(
      "ChecklistCore/Store/Words.swift",
      """
      let isSaved = change.summary == nil, isGone = error.step != "open the directory"
      if error.message.holds("lock"), "\\(failure.description)" == a.name {}
      let isSame = one.message == other.message && a.summary(b) == c
      """)
    #expect(
      Self.decisionsByWords(in: file).map { $0.split(separator: " ")[1] }
        == [".summary==nil", ".step!=\"", ".message.holds("])
  }

  /// The doc comments that begin with a genitive, and so hide what they are about.
  private static func riddles(in path: String, _ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.drop { $0 == " " }
      guard ["Of ", "That of ", "Whose "].contains(where: { words.hasPrefix("/// \($0)") }) else {
        return nil
      }
      return "\(path): \(words)"
    }
  }

  @Test func `a doc comment begins with its subject`() throws {
    let sources = Fixture.package.appending(path: "Sources")
    let found = try SourceFile.all().flatMap { file in
      try Self.riddles(
        in: file.path, String(contentsOf: sources.appending(path: file.path), encoding: .utf8))
    }
    #expect(found == [])
    let planted = "/// Of two the first.\n  /// Offers it.\n  /// Whose name it is.\n/// That of A."
    #expect(Self.riddles(in: "a", planted).count == 3)
  }

  @Test func `no identity, key or name is drawn as Foundation does, from a file`() throws {
    let sources = try SourceFile.all()
    #expect(sources.filter { $0.source.contains(["UUID", "(", ")"]) }.map(\.path) == [])
  }

  /// The lines that import all of Foundation elsewhere than in the place of `FoundationEssentials`.
  private static func strayImports(in file: SourceFile) -> [String] {
    let lines = file.source.code.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
    return lines.indices.filter { index in
      let words = lines[index].split(separator: " ")
      guard words.contains("import"), words.last == "Foundation" else { return false }
      return index < 3 || lines[index - 1] != "#else"
        || lines[index - 2] != lines[index].replacing("Foundation", with: "FoundationEssentials")
        || lines[index - 3] != "#if canImport(FoundationEssentials)"
    }.map { "\(file.path): \(lines[$0])" }
  }

  @Test func `Foundation is imported only where its essentials are not to be had`() throws {
    let files = try SourceFile.all().filter { !$0.path.hasPrefix("ChecklistCoreFoundation/") }
    #expect(files.flatMap(Self.strayImports) == [])
  }

  @Test func `the program and what it is made of neither name nor link all of Foundation`() throws {
    let module = "ChecklistCoreFoundation"
    let others = try SourceFile.all().filter { !$0.path.hasPrefix("\(module)/") }
    #expect(others.filter { $0.source.tokens.contains(module) }.map(\.path) == [])
    let url = Fixture.package.appending(path: "Package.swift")
    let targets = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "arget(")
    for name in Rooms.imports.keys where name != module {
      let target = try #require(targets.dropFirst().first { $0.contains("name: \"\(name)\",") })
      #expect(!target.contains("\"\(module)\""), "\(name)")
    }
  }

  @Test func `an import of Foundation by itself is found out`() {
    let good = """
      #if canImport(FoundationEssentials)
        public import FoundationEssentials  // Date
      #else
        public import Foundation
      #endif
      """
    #expect(Self.strayImports(in: SourceFile("good", good)) == [])
    let bad = [
      "internal import Foundation", "@preconcurrency import Foundation",
      "#if canImport(Darwin)\n#else\nimport Foundation\n#endif",
    ]
    #expect(
      bad.flatMap { Self.strayImports(in: SourceFile("bad", $0)) } == [
        "bad: internal import Foundation", "bad: @preconcurrency import Foundation",
        "bad: import Foundation",
      ])
  }

  @Test func `the package depends on no other`() throws {
    let url = Fixture.package.appending(path: "Package.swift")
    let manifest = SwiftSource(try String(contentsOf: url, encoding: .utf8))
    #expect(manifest.contains(["Package", "(", "name"]))
    #expect(!manifest.contains([".", "package"]))
    #expect(!manifest.contains([".", "product", "("]))
  }
}
