import Foundation
import TestSupport
import Testing

/// A file of the sources.
private struct SourceFile {
  /// Its path below `Sources`.
  let path: String
  let source: SwiftSource

  init(_ path: String, _ text: String) {
    self.path = path
    source = SwiftSource(text)
  }

  /// The folder of `ChecklistCore` that it is in.
  var floor: String? {
    let components = path.split(separator: "/")
    return components.count > 2 && components[0] == "ChecklistCore" ? String(components[1]) : nil
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

/// What a floor of the library stands on.
private enum Floors {
  /// By folder, the folders whose types it may name beside its own.
  static let below: [String: Set<String>] = [
    "Memory": [],
    "Files": [],
    "PropertyList": [],
    "KeyedArchive": ["PropertyList"],
    "Models": ["PropertyList", "KeyedArchive"],
    "Store": ["PropertyList", "KeyedArchive", "Models", "Files"],
  ]

  /// Every place where a file names a type that is declared on a floor it does not stand on.
  static func violations(in files: [SourceFile]) -> [String] {
    var declared: [String: Set<String>] = [:]
    for file in files {
      guard let floor = file.floor else { continue }
      declared[floor, default: []].formUnion(file.source.declaredTypes)
    }
    return files.flatMap { file -> [String] in
      guard let floor = file.floor else { return [] }
      guard let below = below[floor] else { return ["\(file.path) is on no known floor"] }
      let names = Set(file.source.tokens)
      return declared.keys.sorted().filter { $0 != floor && !below.contains($0) }.flatMap { other in
        names.intersection(declared[other, default: []]).sorted().map {
          "\(file.path) names \($0) of \(other)"
        }
      }
    }
  }
}

/// The floors of `ChecklistCore`, and what none of them may touch, read off the sources.
struct LayeringTests {
  @Test func `no file names a type of a floor above its own`() throws {
    let files = try SourceFile.all()
    let floors = Set(files.compactMap(\.floor))
    #expect(floors.isSuperset(of: ["Files", "PropertyList", "KeyedArchive", "Models"]))
    #expect(Floors.violations(in: files) == [])
  }

  @Test func `a type of a floor above or beside is found out, in code only`() {
    let files = [
      SourceFile("ChecklistCore/Models/Checklist.swift", "public struct Checklist { enum Key {} }"),
      SourceFile("ChecklistCore/Files/Lock.swift", "struct Lock: ~Copyable {}"),
      SourceFile(
        "ChecklistCore/PropertyList/Good.swift",
        #"""
        // Checklist, Lock
        /* Checklist /* Lock */ Checklist */
        let text = "Checklist \" Lock"; let raw = ##"Checklist "# Lock"##; enum Key {}
        let lines = """
          Checklist "Lock"
          """
        """#),
      SourceFile("ChecklistCore/PropertyList/Above.swift", "let a: [Checklist]? = nil"),
      SourceFile("ChecklistCore/PropertyList/Beside.swift", #"let a = "\(f("x") + "\(Lock())")""#),
      SourceFile("ChecklistCore/Models/Skips.swift", "func f(_: borrowing Lock) {}"),
      SourceFile("ChecklistCore/Store/Store.swift", "let a: (Lock, Checklist)"),
      SourceFile("ChecklistCore/Attic/Old.swift", "let a = 1"),
      SourceFile("checklists/Program.swift", "Checklist()"),
    ]
    #expect(
      Floors.violations(in: files) == [
        "ChecklistCore/PropertyList/Above.swift names Checklist of Models",
        "ChecklistCore/PropertyList/Beside.swift names Lock of Files",
        "ChecklistCore/Models/Skips.swift names Lock of Files",
        "ChecklistCore/Attic/Old.swift is on no known floor",
      ])
  }

  /// What only the program may do: read the clock, the environment and the arguments, write to the
  /// terminal, exit.
  private static let forbidden: [[String]] = [
    ["getenv"], ["environ"], ["ProcessInfo"], ["CommandLine"], ["print"], ["debugPrint"], ["exit"],
    ["Date", "(", ")"], ["Date", ".", "now"], [".", "now"], ["clock_gettime"], ["gettimeofday"],
    ["time", "(", "nil", ")"], ["ContinuousClock"], ["SuspendingClock"], ["stdout"], ["stderr"],
    ["FileHandle"], ["UserDefaults"],
  ]

  private static func forbiddenUses(in file: SourceFile) -> [String] {
    forbidden.filter(file.source.contains).map { "\(file.path): \($0.joined())" }
  }

  @Test func `the library reads no clock, environment or arguments, and does not print`() throws {
    let files = try SourceFile.all().filter { $0.floor != nil }
    #expect(!files.isEmpty)
    #expect(files.flatMap(Self.forbiddenUses) == [])
  }

  @Test func `a file that reads the clock and the environment is found out`() {
    let file = SourceFile(
      "ChecklistCore/Models/Clock.swift",
      #"""
      let a = Date( ), b = Date.now, c: Date = .now  // getenv("HOME")
      let home = "\(getenv("HOME"))"
      """#)
    #expect(
      Self.forbiddenUses(in: file).map { $0.split(separator: " ")[1] }
        == ["getenv", "Date()", "Date.now", ".now"])
  }

  /// The lines that import all of Foundation elsewhere than behind `FoundationEssentials`.
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
    #expect(try SourceFile.all().flatMap(Self.strayImports) == [])
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
