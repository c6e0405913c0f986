extension Int {
  /// The number with its thousands separated: `1,234,567`.
  package var grouped: String {
    let digits = Array("\(magnitude)")
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A size in bytes with three digits or more of it: `812 bytes`, `1.9 kB`, `12.4 MB`.
  ///
  /// A kB is 1000 bytes.
  package var asSize: String {
    guard magnitude >= 1000 else { return counting("byte") }
    var (value, unit) = (Double(self), "")
    for name in ["kB", "MB", "GB", "TB"] where unit.isEmpty || value.magnitude >= 999.95 {
      (value, unit) = (value / 1000, name)
    }
    let tenths = Int((value * 10).rounded())
    return "\((tenths / 10).grouped).\(Int(tenths.magnitude % 10)) \(unit)"
  }

  /// The number and what it counts: `1 element`, `2 elements`, `2 entries`.
  package func counting(_ noun: String) -> String {
    let plural = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s"
    return "\(grouped) \(self == 1 ? noun : plural)"
  }
}

extension Sequence<String> {
  /// The elements in one text, with another separator before the last.
  package func joined(separator: String, last: String) -> String {
    let words = Array(self)
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: separator) + last + final
  }
}
