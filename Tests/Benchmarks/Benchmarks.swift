import Foundation

/// Measures how long the library takes to read and write documents, beside Foundation.
@main
struct Benchmarks {
  private static let help = """
    Measures decoding, encoding and merging of documents in memory, beside memcpy and Foundation.

    usage: CHECKLISTS_BENCHMARKS=1 swift run -c release Benchmarks [--sizes N,N...] [--all]
      [--runs N] [--ours] [--json]

      --sizes N,N...  how many items, 10,1000,10000,100000 by default
      --all           1,000,000 items as well
      --runs N        how many samples of each, 9 by default
      --ours          without Foundation
      --json          as JSON
      --help          this text

    Foundation is measured up to 100,000 items, and its keyed archives up to 10,000.
    """

  private var sizes = [10, 1000, 10_000, 100_000]
  private var isAll = false
  private var runs = 9
  private var isAlone = false
  private var isJSON = false
  private var isHelp = false

  /// An option that there is not, or that has no such value.
  private struct UsageError: Error {
    let message: String
  }

  private init(_ arguments: [String]) throws {
    func counts(_ text: String?, of option: String) throws -> [Int] {
      let counts = (text ?? "").split(separator: ",").map { Int($0) ?? 0 }
      guard !counts.isEmpty, counts.allSatisfy({ $0 > 0 }) else {
        throw UsageError(message: "\(option) needs a number above 0")
      }
      return counts
    }
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      switch option {
      case "--sizes": sizes = try counts(arguments.popFirst(), of: option)
      case "--all": isAll = true
      case "--runs": runs = try counts(arguments.popFirst(), of: option)[0]
      case "--ours": isAlone = true
      case "--json": isJSON = true
      case "--help", "-h": isHelp = true
      default: throw UsageError(message: "there is no option \(option)")
      }
    }
  }

  private func measure() throws {
    var report = Report()
    if !isJSON { print(report.heading) }
    for size in sizes + (isAll ? [1_000_000] : []) {
      for work in Contender.Work.allCases {
        let measurements = try Measurement.compare(
          Contender.all(at: work, itemCount: size, isAlone: isAlone), at: work, items: size,
          runs: runs)
        report.measurements += measurements
        if !isJSON { print("", Report.table(measurements), separator: "\n") }
      }
    }
    if isJSON { print(try report.json()) }
  }

  static func main() {
    do {
      let benchmarks = try Benchmarks(Array(CommandLine.arguments.dropFirst()))
      if benchmarks.isHelp { return print(help) }
      try benchmarks.measure()
    } catch let error as UsageError {
      fail("\(error.message)\n\n\(help)", status: 64)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
