import Foundation

/// A value that is described by what it holds.
protocol GraphValue {
  /// What it holds, always in the same order, absent ones as `nil`.
  var fields: [Any?] { get }
}

/// One with an identity: met a second time, it is described by its number.
protocol GraphNode: AnyObject, GraphValue {}

/// Everything that can be reached from a value, one entry a value in the order in which they are
/// met: two graphs are equal when all their values are, bit by bit, and they share the same
/// objects.
struct ObjectGraph: Equatable {
  private(set) var entries: [String] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ root: Any?) {
    visit(root)
  }

  static func == (left: ObjectGraph, right: ObjectGraph) -> Bool { left.entries == right.entries }

  private mutating func visit(_ value: Any?) {
    switch value {
    case nil: entries.append("nil")
    case let node as any GraphNode:
      let number = numbers[ObjectIdentifier(node)]
      entries.append("\(type(of: node)) #\(number ?? numbers.count)")
      guard number == nil else { break }
      numbers[ObjectIdentifier(node)] = numbers.count
      for field in node.fields { visit(field) }
    case let value as any GraphValue:
      entries.append("\(type(of: value))")
      for field in value.fields { visit(field) }
    case let string as String:
      // As ASCII: strings are equal in Swift when they only look the same.
      entries.append(string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())
    case let date as Date: entries.append("\(date.timeIntervalSinceReferenceDate.bitPattern)")
    case let data as Data: entries.append(data.base64EncodedString())
    case let url as URL: entries.append(url.absoluteString)
    case let uuid as UUID: entries.append(uuid.uuidString)
    case let array as [Any]:
      entries.append("array of \(array.count)")
      for element in array { visit(element) }
    case let dictionary as [String: Any]:
      entries.append("dictionary of \(dictionary.count)")
      for (key, element) in dictionary.sorted(by: { $0.key < $1.key }) {
        visit(key)
        visit(element)
      }
    case let number as NSNumber: entries.append("number \(number)")
    case let other?: entries.append("\(type(of: other)): \(other)")
    }
  }
}
