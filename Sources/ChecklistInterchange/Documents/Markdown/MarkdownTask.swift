import ChecklistCore

/// A task of a Markdown file, and where it stands, in few bytes: a file has less than 2 GiB.
struct MarkdownTask: Sendable {
  private let nodeNumber: Int32
  private let paragraphNumber: Int32
  private let boxOffset: Int32
  private let parentLink: MarkdownNode.Link
  private let placeNumber: Int32
  private let listNumber: Int32
  private let levelNumber: Int32
  private var noteStart = MarkdownNode.Link(nil)
  private var noteEnd = MarkdownNode.Link(nil)
  private var firstChildLink = MarkdownNode.Link(nil)

  /// - Parameters:
  ///   - box: Where its box begins.
  ///   - parent: The task below which it stands.
  ///   - place: The place in its list.
  init(
    node: Int, paragraph: Int, box: Int, parent: Int?, place: Int, list: Int, level: Int
  ) {
    nodeNumber = Int32(truncatingIfNeeded: node)
    paragraphNumber = Int32(truncatingIfNeeded: paragraph)
    boxOffset = Int32(truncatingIfNeeded: box)
    parentLink = MarkdownNode.Link(parent)
    placeNumber = Int32(truncatingIfNeeded: place)
    listNumber = Int32(truncatingIfNeeded: list)
    levelNumber = Int32(truncatingIfNeeded: level)
  }

  /// The item of a list that it is.
  var node: Int { Int(nodeNumber) }
  /// The paragraph with its box.
  var paragraph: Int { Int(paragraphNumber) }
  /// Where its box begins.
  var box: Int { Int(boxOffset) }
  /// The task below which it stands.
  var parent: Int? { parentLink.value }
  /// The place in its list.
  var place: Int { Int(placeNumber) }
  /// Its list.
  var list: Int { Int(listNumber) }
  /// How many tasks it stands below.
  var level: Int { Int(levelNumber) }
  /// The lines below its text, up to the first nested task.
  var note: ClosedRange<Int>? {
    get {
      guard let start = noteStart.value, let end = noteEnd.value else { return nil }
      return start...end
    }
    set {
      noteStart = MarkdownNode.Link(newValue?.lowerBound)
      noteEnd = MarkdownNode.Link(newValue?.upperBound)
    }
  }
  /// The first task that stands directly below it.
  var firstChild: Int? {
    get { firstChildLink.value }
    set { firstChildLink = MarkdownNode.Link(newValue) }
  }
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
