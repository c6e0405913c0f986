/// The version of the program.
enum Version {
  static let current = "1.0.0"
  /// The day of that version, for the manual.
  static let date = "2026-11-21"
}
