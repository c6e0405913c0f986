import ChecklistCore

/// Which column of a table says what.
struct CSVColumns {
  /// The most columns of a table.
  static let most = 1000

  /// The names of the columns as the table has them, without spaces at the ends.
  let names: [String]
  private var positions = [Int?](repeating: nil, count: CSVField.allCases.count)

  /// The columns that a record names.
  init(_ scanner: CSVScanner) {
    names = scanner.cells.indices.map { scanner.cell($0).trimmedText }
    var first: [String: Int] = [:]
    for (position, name) in names.enumerated() {
      let known = name.utf8.count > 64 ? "" : Self.normalized(name)
      first[known] = first[known] ?? position
    }
    for field in CSVField.allCases {
      guard let name = field.names.first(where: { first[$0] != nil }) else { continue }
      // Many tables have a column "type" that tells something else.
      if field == .type, self[.text].map({ Self.normalized(names[$0]) }) != "content" { continue }
      positions[field.rawValue] = first.removeValue(forKey: name)
    }
  }

  /// The position of a column, from 0; nil when the table has none for the field.
  subscript(field: CSVField) -> Int? { positions[field.rawValue] }

  /// How many columns are understood.
  var understoodCount: Int { positions.count { $0 != nil } }

  /// The positions of the columns that are not understood.
  var extra: [Int] {
    let understood = Set(positions.compactMap(\.self))
    return names.indices.filter { !understood.contains($0) }
  }

  /// The words that tell of the columns in an error.
  var description: String {
    let shown = names.prefix(10).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }

  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "%" }
  }
}
