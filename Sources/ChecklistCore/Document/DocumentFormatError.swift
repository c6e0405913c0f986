/// Why a file is not of a format, or cannot hold what a document has become.
public struct DocumentFormatError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Kind: Equatable, Sendable {
    // MARK: Files
    /// The file is in UTF-16.
    case utf16
    /// The file has a NUL character at an offset.
    case nul(offset: Int)
    /// The file has 2 GiB or more.
    case tooLarge
    /// A line, from 1, is longer than 16 MiB.
    case longLine(Int)
    /// A line, from 1, has an item or a quote that stands in more others than can be read.
    case tooDeep(line: Int, most: Int)
    /// The file is not in UTF-8, and text beyond ASCII would be added to it.
    case notUTF8
    /// The file ends within a block that begins on a line and is not closed.
    case openBlock(String, line: Int)

    // MARK: Texts
    /// An item would get a blank text.
    case blankText
    /// An item would get a blank note.
    case blankNote
    /// A text would get a NUL character.
    case nulCharacter
    /// The name of a list or a section is not one line: "a list", "a section".
    case brokenName(of: String)
    /// An identity that the line of an item has stands in the line of another item too.
    case repeatedIdentity(String)
    /// A note would get a line with a box.
    case noteWithBox
    /// A line, from 1, would be a marker of a conflict that git leaves.
    case conflictMarker(line: Int)

    // MARK: Places
    /// An item stands more than one level below the one above it.
    case brokenLevels
    /// The item on a line, from 1, shares it with another mark of a list.
    case sharedLine(Int)
    /// Several sections have a name.
    case severalSections(String)
    /// The items of a section that is new do not stand together.
    case scatteredSection(String)
    /// The list that is the file itself would be deleted.
    case fileListDeleted
    /// The list that is the file itself would stand after another.
    case fileListMoved
    /// A list that would be deleted has other text on a line, from 1.
    case otherText(list: String, line: Int)

    // MARK: Fields
    /// A kind of file has no place for something.
    case noPlace(String, in: String)
    /// A kind of file has no place for a field of an item; with what can be done instead.
    case noField(ItemField, in: String, instead: String?)

    /// A line says of an item with a text that it is done until the date that it would get.
    case doneByRecord(String)
    /// Text on a line stands below a nested task of a record, which cannot go away.
    case textOfRecord(line: Int)

    // MARK: todo.txt
    /// A text of several lines.
    case severalLines
    /// A repetition for which there is no word.
    case noRepetition(String)
    /// A repetition beside one in the text that is not understood.
    case unreadRepetition
    /// A second list.
    case oneList
    /// Another name of the list.
    case listName
    /// A text that would be read as another one.
    case misreadText(String, as: String)

    // MARK: All
    /// What would be read from the file differs from what was meant.
    case difference(String)
  }

  /// The kind of error.
  package var kind: Kind

  /// An error of a kind.
  package init(_ kind: Kind) { self.kind = kind }

  /// A field of an item for which files of a format have no place.
  package init(noField field: ItemField, in format: some DocumentFormat) {
    kind = .noField(field, in: format.kind, instead: format.substitute(for: field))
  }

  /// Whether what was asked for can never be, whatever the file.
  package var isAboutUsage: Bool {
    switch kind {
    case .blankText, .blankNote, .nulCharacter, .brokenName, .fileListDeleted, .fileListMoved:
      true
    default: false
    }
  }

  /// Whether a property list can hold what the kind of file cannot.
  package var isAboutFormat: Bool {
    switch kind {
    case .noPlace, .noField, .noRepetition, .oneList, .severalLines: true
    default: false
    }
  }

  /// Whether several things have the name that was given.
  package var isAmbiguity: Bool {
    if case .severalSections = kind { true } else { false }
  }
}

extension DocumentFormatError: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch kind {
    case .utf16: "the file is in UTF-16; save it in UTF-8"
    case .nul(let offset): "the file has a NUL character at offset \(offset), so it is no text"
    case .tooLarge: "the file has 2 GiB or more"
    case .longLine(let line): "line \(line) has more than 16 MiB"
    case .tooDeep(let line, let most):
      "line \(line) nests items and quotes more than \(most) deep; move it outward in an editor"
    case .notUTF8: "the file is not in UTF-8, so only ASCII can be added to it"
    case .openBlock(let block, let line):
      "the file ends within \(block) that begins on line \(line) and is not closed"
    case .blankText: "an item needs a text"
    case .blankNote: "a note cannot be blank"
    case .nulCharacter: "a text cannot have a NUL character"
    case .brokenName(let owner): "\(owner) needs a name of one line"
    case .repeatedIdentity(let identity):
      "several items have the identity '\(identity)' in their lines; change it in an editor"
    case .noteWithBox:
      "the note of an item in a Markdown file cannot have a line with a box: add an item"
    case .conflictMarker(let line):
      "line \(line) would be a conflict marker of git (<<<<<<<, ||||||| or >>>>>>>)"
    case .brokenLevels: "an item stands two levels below the one above it"
    case .sharedLine(let line):
      "the item on line \(line) shares its line with another mark of a list; "
        + "change it in an editor"
    case .severalSections(let name): ChangeError(.severalSections(name)).description
    case .scatteredSection(let name): "the items of a section stand together: '\(name)'"
    case .fileListDeleted:
      "the list is the file itself, so it stays; delete its items with: delete all"
    case .fileListMoved: "the list that is the file itself comes first"
    case .otherText(let list, let line):
      "the list '\(list)' has other text on line \(line); "
        + "delete its items (delete all), or the text in an editor"
    case .noPlace(let value, let file): "a \(file) has no place for \(value)"
    case .noField(let field, let file, let instead):
      "a \(file) has no \(field.values)" + (instead.map { "; \($0)" } ?? "")
    case .doneByRecord(let text):
      "the file says that '\(text)' is done until that date; uncheck it, or choose another date"
    case .textOfRecord(let line):
      "line \(line) has text below what was done of an item that repeats, which would be lost; "
        + "move it in an editor"
    case .severalLines: "an item of a todo.txt file is one line, so its text has no line break"
    case .noRepetition(let words): "a todo.txt file has no word for the repetition '\(words)'"
    case .unreadRepetition:
      "the text has a repetition that is not understood; remove it from the text first"
    case .oneList: "a todo.txt file is one list; +project in the text tells items apart"
    case .listName: "the list of a todo.txt file has the name of the file"
    case .misreadText(let text, let read):
      "a todo.txt file cannot hold this text: '\(text)' would be read as '\(read)'"
    case .difference(let difference): "the file cannot hold this here: \(difference)"
    }
  }
}
