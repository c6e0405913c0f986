import ChecklistCore

/// A task of a Markdown file, and where it stands.
struct MarkdownTask: Sendable {
  /// The item of a list that it is.
  let node: Int
  /// The paragraph with its box.
  let paragraph: Int
  /// Where its box begins.
  let box: Int
  /// The task below which it stands.
  let parent: Int?
  /// The place in its list.
  let place: Int
  /// Its list.
  let list: Int
  /// How many tasks it stands below.
  let level: Int
  /// The lines below its text, up to the first nested task.
  var note: ClosedRange<Int>?
  /// The first task that stands directly below it.
  var firstChild: Int?
}

/// A part of a list of a Markdown file, in which items stand.
struct MarkdownPlace: Sendable {
  /// The kind of part.
  let kind: SectionPlace.Kind
  /// The heading, or the entry without a box; nil for the beginning of the file.
  let node: Int?
  /// The section; nil for none.
  let section: String?
  /// The lines of a part below a heading, to the next one.
  var lines = 0..<0
  /// How many tasks stand in it.
  var taskCount = 0
  /// How many tasks of the file stand in it or before.
  var tasksBeforeEnd = 0
}

/// A list of a Markdown file.
struct MarkdownList: Sendable {
  /// The heading; nil for the list that is the file itself.
  let heading: Int?
  /// The name.
  let name: String
  /// The lines, with the heading.
  var lines = 0..<0
  /// The tasks.
  var tasks: Range<Int>
  /// The parts.
  var places: Range<Int>
  /// Whether it has more than headings and items.
  var hasText = false
  /// The identity that was derived.
  var identity = 0
}
