import ChecklistCore

/// The fields of an item of Homepwner beside its name, its date and its key, as the origin of an
/// item keeps it: `serialNumber=2E7A91B0` and `valueInDollars=37`.
struct HomepwnerFields {
  /// The serial number; nil for none.
  var serialNumber: String?
  /// The worth.
  var dollars = 0

  private static let serialNumberStart = "serialNumber="
  private static let dollarsStart = "valueInDollars="

  init(serialNumber: String?, dollars: Int) {
    (self.serialNumber, self.dollars) = (serialNumber, dollars)
  }

  /// Reads the fields of an origin, which may have come from anywhere: what is none of these is
  /// passed over.
  init(_ fields: [String]) {
    for field in fields {
      if let text = field.text(after: Self.serialNumberStart) {
        serialNumber = text
      } else if let text = field.text(after: Self.dollarsStart), let number = Int(text) {
        dollars = number
      }
    }
  }

  /// The fields as an origin keeps them; none that say nothing.
  var texts: [String] {
    let number = dollars == 0 ? nil : "\(Self.dollarsStart)\(dollars)"
    return [serialNumber.map { "\(Self.serialNumberStart)\($0)" }, number].compactMap(\.self)
  }
}

extension String {
  /// The rest of a text that begins with another, by code unit; nil for any other text.
  fileprivate func text(after start: String) -> String? {
    guard utf8.starts(with: start.utf8) else { return nil }
    return String(utf8.dropFirst(start.utf8.count))
  }
}
