import Foundation

/// Everything that was measured in one run, and on what.
struct Report: Codable {
  var date = Date()
  var cores = ProcessInfo.processInfo.processorCount
  /// In bytes.
  var memory = ProcessInfo.processInfo.physicalMemory
  var measurements: [Measurement] = []

  /// What the figures mean, before the first table.
  var heading: String {
    let day = date.formatted(.iso8601.year().month().day())
    return """
      Decode, encode and merge in memory, \(day), \(cores) cores, \(memory >> 30) GiB.
      Medians of times until the result is released again. MB/s of the file; memory: how much the process grows in a run.
      """
  }

  /// A table of what was measured together.
  static func table(_ measurements: [Measurement]) -> String {
    guard let first = measurements.first else { return "" }
    let head = ["", "ns/item", "MB/s", "time", "memory", "file", "ratio"]
    let rows = measurements.map { row in
      [
        row.contender, number(row.nanosecondsPerItem), number(row.megabytesPerSecond),
        duration(row.nanoseconds),
        row.peakMemory.map { number(Double($0) / 1e6) + " MB" } ?? "-",
        number(Double(row.bytes) / 1e6) + " MB", number(row.ratio),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([head] + rows).map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }
      return cells.joined(separator: "  ")
    }
    return (["\(first.work), \(number(Double(first.items))) items"] + lines)
      .joined(separator: "\n")
  }

  /// The report as JSON.
  ///
  /// - Returns: one object on several lines.
  /// - Throws: what Foundation's encoder throws.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static func duration(_ nanoseconds: Double) -> String {
    if nanoseconds < 1e6 { return number(nanoseconds / 1e3) + " µs" }
    if nanoseconds < 1e9 { return number(nanoseconds / 1e6) + " ms" }
    return number(nanoseconds / 1e9) + " s "
  }

  /// A number with three digits that count, and commas between thousands.
  private static func number(_ value: Double) -> String {
    if value == value.rounded(), value < 1000 { return String(format: "%.0f", value) }
    if value < 1 { return String(format: "%.3f", value) }
    if value < 10 { return String(format: "%.2f", value) }
    if value < 100 { return String(format: "%.1f", value) }
    var digits = Substring(String(format: "%.0f", value))
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
