/// The version of the program.
enum Version {
  static let current = "1.0.0"
  /// The day of that version, for the manual.
  static let date = "2026-11-21"

  /// The whole name of the commit that the sources are of; nil in a checkout.
  ///
  /// `git archive` replaces the placeholder by it, as `.gitattributes` asks.
  static var commit: String? {
    let name = "$Format:%H$"
    return name.hasPrefix("$") ? nil : name
  }

  /// What `--version` prints, with the first twelve digits of the commit.
  static func line(commit: String?) -> String {
    "checklists \(current)" + (commit.map { " (\($0.prefix(12)))" } ?? "")
  }
}
