/// A field of another program in the text of an item: a priority, an identity, a start.
struct OtherField {
  /// The name of the field; a text names each once.
  let name: String
  /// Where it stands.
  let range: Range<Int>
}

/// New words for a line, between whose fields they stand.
///
/// The fields stay where they are, byte for byte.
struct Rewording {
  /// A field that stays.
  private struct Field {
    let range: Range<Int>
    /// Whether the text has it too: then words stand before it or after it.
    let isInText: Bool
  }

  private let source: [UInt8]
  private let fields: [Field]
  /// Bytes that are replaced.
  private(set) var edits: [(range: Range<Int>, bytes: [UInt8])] = []

  /// Puts new words into a text, which keeps the fields of other programs.
  ///
  /// - Parameters:
  ///   - words: The new words, without any of the fields.
  ///   - others: The fields that stay, in the order of the text.
  init(_ text: [UInt8], with words: [UInt8], keeping others: [OtherField]) {
    source = text
    fields = others.map { Field(range: $0.range, isInText: true) }
    let place = stretches.first { !$0.range.isEmpty }?.part ?? 0
    var parts: [[UInt8]] = Array(repeating: [], count: others.count + 1)
    parts[place] = words
    put(parts)
  }

  /// Puts a new text into a line.
  ///
  /// - Parameters:
  ///   - source: The line, up to what ends it.
  ///   - text: The new text.
  ///   - own: The fields of ours, which the text does not have.
  ///   - others: The fields of other programs, in the line and in the new text. Those that both
  ///     have stay, the others are words.
  init(
    _ source: [UInt8], with text: [UInt8], keeping own: [Range<Int>],
    others: (old: [OtherField], new: [OtherField])
  ) {
    self.source = source
    var fields = own.map { Field(range: $0, isInText: false) }
    var parts: [[UInt8]] = []
    var rest = others.old[...]
    var start = 0
    for field in others.new {
      guard
        let index = rest.firstIndex(where: {
          source[$0.range].elementsEqual(text[field.range])
        })
      else { continue }
      fields.append(Field(range: rest[index].range, isInText: true))
      rest = rest[(index + 1)...]
      parts.append(Array(text[start..<field.range.lowerBound].trimming(Self.isSpace)))
      start = field.range.upperBound
    }
    parts.append(Array(text[start...].trimming(Self.isSpace)))
    self.fields = fields.sorted { $0.range.lowerBound < $1.range.lowerBound }
    put(parts)
  }

  /// The line with the new words.
  var result: [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for edit in edits {
      result += source[start..<max(start, edit.range.lowerBound)] + edit.bytes
      start = max(start, edit.range.upperBound)
    }
    return result + source[start...]
  }

  /// The words between two fields, of which there may be none, and the part of the text they are.
  private var stretches: [(range: Range<Int>, part: Int)] {
    var stretches: [(range: Range<Int>, part: Int)] = []
    var (start, part) = (0, 0)
    for field in fields {
      let words = source[start..<max(start, field.range.lowerBound)].trimming(Self.isSpace)
      stretches.append((words.startIndex..<words.endIndex, part))
      start = field.range.upperBound
      if field.isInText { part += 1 }
    }
    let words = source[start...].trimming(Self.isSpace)
    return stretches + [(words.startIndex..<words.endIndex, part)]
  }

  /// Puts each part in the place of its first words, and removes the others.
  private mutating func put(_ parts: [[UInt8]]) {
    let space = UInt8(ascii: " ")
    var (end, isPut) = (0, false)
    for (index, stretch) in stretches.enumerated() {
      let words = parts[stretch.part]
      if !stretch.range.isEmpty {
        if isPut || words.isEmpty {
          edits.append((removal(of: stretch.range, after: end), []))
        } else {
          edits.append((stretch.range, words))
          isPut = true
        }
      }
      let next = index < fields.count ? fields[index] : nil
      guard next?.isInText ?? true else {
        end = next?.range.upperBound ?? end
        continue
      }
      if !isPut, !words.isEmpty {
        let before = fields[..<index].last(where: \.isInText)?.range.upperBound
        if let next {
          edits.append((next.range.lowerBound..<next.range.lowerBound, words + [space]))
        } else if let before {
          edits.append((before..<before, [space] + words))
        } else {
          edits.append((0..<0, words + [space]))
        }
      }
      (end, isPut) = (next?.range.upperBound ?? end, false)
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Words with the white space before them; at the beginning, with that after them.
  private func removal(of words: Range<Int>, after end: Int) -> Range<Int> {
    if end > 0 { return end..<words.upperBound }
    let next = source[words.upperBound...].firstIndex { !Self.isSpace($0) }
    return words.lowerBound..<(next ?? source.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte.isSpace || byte == UInt8(ascii: "\n") }
}
