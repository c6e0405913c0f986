import ChecklistCore

/// The runs whose commands are being executed, one by a command of the other: the environment
/// carries them to each command, also through other documents, homes and logs.
struct RunChain {
  /// The variable of the environment: a line for each run, the outermost first.
  static let variable = "CHECKLISTS_RUNS"

  /// The most runs in each other: each could have a list of its own, made by its command.
  private static let mostRuns = 16

  /// The lines: the number of the run, the identity of the list, and the path of the document.
  private let lines: [String]

  init(_ environment: Environment) {
    lines = environment[Self.variable]?.split(separator: "\n").map(String.init) ?? []
  }

  private init(_ lines: [String]) { self.lines = lines }

  /// The chain for the commands of a run.
  func adding(_ run: Int, of list: Int, in document: String) -> RunChain {
    RunChain(lines + ["\(run) \(Self.name(of: list, in: document))"])
  }

  /// The value of the variable.
  var value: String { lines.joined(separator: "\n") }

  /// Refuses to execute the commands of a list by one of its own, which would never end.
  ///
  /// - Throws: `Failure`.
  func checkExecution(of list: Checklist, in document: String) throws(Failure) {
    let name = Self.name(of: list.id, in: document)
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, String(parts[1]).hasSameCodeUnits(as: name) else { continue }
      throw Failure(.usage, "run \(parts[0]) of \(list.title) is being executed already")
    }
    guard lines.count < Self.mostRuns else {
      throw Failure(
        .usage,
        "\(lines.count) runs are being executed already, each by a command of the one before",
        hint: "Does a command execute its own list again?")
    }
  }

  /// A list of a document in one line: a line end in a path is as good as a slash here.
  private static func name(of list: Int, in document: String) -> String {
    let path = (try? FileSystem().resolve(document)) ?? document
    return "\(list.identityText) \(path.split(separator: "\n").joined(separator: "/"))"
  }
}
