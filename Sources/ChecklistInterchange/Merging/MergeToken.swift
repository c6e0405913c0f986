import ChecklistCore

/// A part of a text file as a merge knows it: a task with its note, a heading, or another line.
struct MergeToken {
  /// What it is.
  enum Kind {
    case task
    /// A heading of the file itself, with the line that underlines it.
    case heading
    /// A line that is neither.
    case line
    /// The front matter, all of it.
    case frontMatter
  }

  /// What it is.
  let kind: Kind
  /// All of it, without what ends its last line.
  let range: Range<Int>
  /// Up to the mark of a task: its indent, its bullet and the opening bracket, or the marks and
  /// dates of todo.txt.
  let prefix: ArraySlice<UInt8>
  /// The mark of a task.
  let mark: UInt8
  /// The paragraph of a task after its mark, with its fields.
  let rest: [UInt8]
  /// The lines of a task after its paragraph, with the line end before each.
  let note: ArraySlice<UInt8>
  /// What ends the last line, and the blank lines after it.
  let ending: ArraySlice<UInt8>
  let gap: ArraySlice<UInt8>
  /// The text without fields, or the line, without the white space that does not count.
  let words: [UInt8]
  /// The fields of a task that are merged one by one, in their order.
  var parts: [MergePart] = []
  /// The identity that a task itself has.
  var ownIdentity: [UInt8]?
  /// The heading below which it stands, and the task.
  var heading: Int?
  var parent: Int?
  /// The number of the kinds of blocks in which it stands.
  var path = 0
  /// The task as an item, where it repeats.
  var item: ChecklistItem?
  /// The task whose record it is.
  var series: Int?
  /// What all tokens have in common that are the same by their text alone.
  var norm = 0
  /// What all tokens have in common that are the same.
  var key = 0

  var isTask: Bool { kind == .task }
  var isRecord: Bool { series != nil }
  /// Whether it is neither a task nor a heading.
  var isLoose: Bool { kind != .task && kind != .heading }

  /// Whether a field is named more than once.
  var hasRepeatedPart: Bool {
    parts.indices.contains { index in parts[..<index].contains { $0.name == parts[index].name } }
  }

  /// The field of a name.
  func part(_ name: String) -> MergePart? { parts.first { $0.name == name } }

  /// What says when it was done: its day, which stands before the text in a todo.txt.
  var done: [UInt8] { part("completed")?.value ?? Array(prefix) }

  /// Whether the state, the paragraph and the note are those of another.
  func isSame(as other: MergeToken) -> Bool {
    mark == other.mark && rest == other.rest && note == other.note
  }
}

/// The heading and the task below which a part stands, each as a number.
struct MergePlace: Hashable {
  let heading: Int?
  let parent: Int?
}

extension MergeToken {
  /// Where it stands, by some numbers of its heading and its task.
  func place(_ number: (Int) -> Int) -> MergePlace {
    MergePlace(heading: heading.map(number), parent: parent.map(number))
  }
}

/// A field of a task, which a merge takes from one side or the other.
struct MergePart {
  /// The name, which is the same for all spellings.
  let name: String
  /// Where it stands in the paragraph after the mark, with the white space before it.
  let range: Range<Int>
  /// What it says.
  let value: [UInt8]
  /// The bytes.
  let source: [UInt8]
}

/// Why two versions of a text file cannot be merged by their meaning.
package enum TextMergeConflict: Error {
  case byteOrderMark, conflictMarkers, frontMatter, ambiguousIdentity, tooManyEqualLines
  case equalTexts, rewording, place, deletion, prose, text, note, field, addition, laws
}
