package import ChecklistCore

/// A folder as calendar programs share it: a collection, which has a file for each task, or several
/// collections in folders of their own.
///
/// The file `displayname` of a collection has the name of its list
/// (https://vdirsyncer.pimutils.org/en/stable/vdir.html).
package struct VDir {
  /// Tells how many of all files are done.
  package typealias Progress = (_ done: Int, _ all: Int) -> Void

  /// What an export did.
  package struct Result: Equatable, Sendable {
    /// How many files were written.
    package var written = 0
    /// How many files had their content already.
    package var unchanged = 0
  }

  private static let nameFile = "displayname"

  private let folder: PlainFolder

  /// A folder, which an export makes.
  package init(_ folder: PlainFolder) {
    self.folder = folder
  }

  private static func calendars(in folder: PlainFolder) throws(StoreError) -> [String] {
    try folder.names().filter { $0.lowercased().hasSuffix(".ics") }
  }

  /// The name of the list of a collection; nil when none is told.
  private static func listName(of folder: PlainFolder) -> String? {
    guard let bytes = try? folder.file(nameFile).read() else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return ContentRules.isBlank(name) ? nil : String(name.split(whereSeparator: \.isNewline)[0])
  }

  // MARK: Reading

  /// Reads the collection, or the collections.
  ///
  /// - Parameters:
  ///   - options: What the reader was told.
  ///   - progress: Called after each file.
  /// - Returns: What the files say.
  /// - Throws: ``InterchangeError`` when a file is damaged, or none has a task; ``StoreError`` when
  ///   one cannot be read.
  package func read(_ options: ImportOptions, progress: Progress) throws -> ImportedFile {
    var collections = [(folder: folder, names: try Self.calendars(in: folder))]
    if collections[0].names.isEmpty {
      collections = try folder.names().map(folder.folder).filter(\.exists).map {
        ($0, try Self.calendars(in: $0))
      }
    }
    let count = collections.reduce(0) { $0 + $1.names.count }
    guard count > 0 else {
      throw InterchangeError("the folder has no file whose name ends in '.ics'")
    }
    var reader = ICalendarReader(options, tellsLines: false)
    var done = 0
    for (folder, names) in collections {
      // A folder in this one is named for its list.
      let folderName = folder.path == self.folder.path ? nil : FileSystem.name(of: folder.path)
      let listName = Self.listName(of: folder) ?? folderName
      for name in names {
        let bytes = try folder.file(name).read()
        do throws(InterchangeError) {
          try reader.read(bytes, defaultName: listName)
        } catch {
          var error = error
          error.message = "\(name.shownPath): \(error)"
          error.line = nil
          throw error
        }
        done += 1
        progress(done, count)
      }
    }
    guard reader.taskCount > 0 else {
      throw InterchangeError("the calendars have no task (VTODO)", kind: .empty)
    }
    return reader.finish()
  }

  // MARK: Writing

  /// Writes each item as a file.
  ///
  /// An item whose identity another file has is written to that file; where it has come from
  /// another list, its file goes along. Other files stay as they are.
  ///
  /// - Parameters:
  ///   - lists: The lists with the items that are written.
  ///   - options: What the writer was told; with all lists, each has a folder in this one.
  ///   - isDryRun: Whether nothing is written.
  ///   - progress: Called after each file.
  /// - Returns: What was written, and what is not in the files.
  /// - Throws: ``StoreError`` when a file cannot be read or written.
  package func write(
    _ lists: [ExportedList], _ options: ExportOptions, isDryRun: Bool, progress: Progress
  ) throws(StoreError) -> (result: Result, warnings: InterchangeWarnings) {
    var result = Result()
    var writer = ICalendarWriter(options)
    let count = lists.reduce(0) { $0 + $1.positions.count }
    var collections = try options.isAll ? collections() : [collection(folder)]
    for list in lists {
      let index = options.isAll ? place(of: list, among: lists, in: &collections) : 0
      let target = collections[index].folder
      if !isDryRun { try target.make() }
      for (position, item) in zip(list.positions, list.items) {
        let bytes = writer.calendar(of: item, at: position)
        let name = collections[index].files[item.calendarID.codeUnits] ?? item.calendarFileName
        let file = target.file(name)
        if try Self.isUpToDate(file, bytes) {
          result.unchanged += 1
        } else {
          if !isDryRun { try file.write(bytes) }
          result.written += 1
        }
        // It has come from another list.
        for (other, collection) in collections.enumerated() where other != index {
          guard let former = collection.files[item.calendarID.codeUnits], !isDryRun else {
            continue
          }
          try collection.folder.file(former).remove()
        }
        progress(result.written + result.unchanged, count)
      }
      let listName = list.checklist.name
      if !isDryRun, !listName.isEmpty, collections[index].listName != listName {
        try target.file(Self.nameFile).write(Array("\(listName.inOneLine)\n".utf8))
      }
    }
    return (result, writer.file.warnings)
  }

  /// A collection that is there, or is to be made.
  private struct Collection {
    let folder: PlainFolder
    let listName: String?
    /// The names of files by the identities of the tasks in them.
    let files: [CodeUnits: String]
  }

  private func collection(_ folder: PlainFolder) throws(StoreError) -> Collection {
    Collection(
      folder: folder, listName: Self.listName(of: folder),
      files: try Self.names(ofIdentitiesIn: folder))
  }

  /// The collections that have folders in this one.
  private func collections() throws(StoreError) -> [Collection] {
    var collections: [Collection] = []
    for name in try folder.names() where folder.folder(name).exists {
      collections.append(try collection(folder.folder(name)))
    }
    return collections
  }

  /// The index of the collection of a list: that of its name; or, where the list has another name
  /// now, the one that has its items and the name of no list; or a new one.
  private func place(
    of list: ExportedList, among lists: [ExportedList], in collections: inout [Collection]
  ) -> Int {
    let name = list.checklist.name
    if let named = collections.firstIndex(where: { $0.listName.hasSameCodeUnits(as: name) }) {
      return named
    }
    let names = Set(lists.map(\.checklist.name.codeUnits))
    let former = collections.firstIndex { collection in
      !(collection.listName.map { names.contains($0.codeUnits) } ?? true)
        && list.items.contains { collection.files[$0.calendarID.codeUnits] != nil }
    }
    if let former { return former }
    let taken = collections.contains { $0.folder.path == folder.folder(name).path }
    let folderName = name.isSafeFileName && !taken ? name : list.checklist.id.identityText
    collections.append(
      Collection(folder: folder.folder(folderName), listName: nil, files: [:]))
    return collections.count - 1
  }

  /// The names of files by the identities of the tasks in them.
  private static func names(
    ofIdentitiesIn folder: PlainFolder
  ) throws(StoreError) -> [CodeUnits: String] {
    var names: [CodeUnits: String] = [:]
    for name in try calendars(in: folder) {
      guard var lines = try? ContentLines(try folder.file(name).read()) else { continue }
      while let line = try? lines.next() {
        guard line.name.isSame(as: "UID") else { continue }
        names[line.text.codeUnits] = name
        break
      }
    }
    return names
  }

  /// Whether a file has a content already, in whatever order, but for when and by which program it
  /// was written.
  private static func isUpToDate(
    _ file: PlainFile, _ bytes: [UInt8]
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try file.read().sortedProperties == bytes.sortedProperties
    } catch {
      guard error.kind == .notFound else { throw error }
      return false
    }
  }
}

extension ChecklistItem {
  /// The name of its file.
  fileprivate var calendarFileName: String {
    let id = calendarID
    return (id.isSafeFileName ? id : ItemIdentity.uuid(of: self.id)) + ".ics"
  }
}

extension String {
  /// The text, compared by code unit.
  fileprivate var codeUnits: CodeUnits { CodeUnits(self) }

  /// Whether files on every system can have this name: letters, digits, spaces and a few marks, and
  /// no dot at its beginning.
  fileprivate var isSafeFileName: Bool {
    guard let first = unicodeScalars.first, first != ".", first != " ", utf8.count <= 100 else {
      return false
    }
    return last != " " && last != "."
      && unicodeScalars.allSatisfy {
        $0.isASCII
          ? $0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "-_. ".unicodeScalars.contains($0)
          : $0.properties.isAlphabetic
      }
  }
}

extension [UInt8] {
  /// The properties of a calendar in alphabetical order, but for those that change with each
  /// program that writes it; nil when it is damaged.
  fileprivate var sortedProperties: [[UInt8]]? {
    guard var lines = try? ContentLines(self) else { return nil }
    var properties: [[UInt8]] = []
    do throws(InterchangeError) {
      while let line = try lines.next() {
        switch line.name {
        case "DTSTAMP", "LAST-MODIFIED", "PRODID": break
        default: properties.append(Array(line.bytes))
        }
      }
    } catch {
      return nil
    }
    return properties.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
