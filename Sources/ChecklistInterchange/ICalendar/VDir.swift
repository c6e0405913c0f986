package import ChecklistCore

/// A folder as calendar programs share it: a collection, which has a file for each task, or several
/// collections in folders of their own.
///
/// The file `displayname` of a collection has the name of its list
/// (https://vdirsyncer.pimutils.org/en/stable/vdir.html).
package struct VDir {
  /// Tells how many of all files are done.
  package typealias Progress = (_ done: Int, _ all: Int) -> Void

  /// The result of an export.
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
  /// another list, its file goes along. Other files stay as they are, and so does one that has
  /// other tasks too, of which is warned.
  ///
  /// - Parameters:
  ///   - lists: The lists with the items that are written.
  ///   - options: What the writer was told; with all lists, each has a folder in this one.
  /// - Returns: What was written, and what is not in the files.
  /// - Throws: ``StoreError`` when a file cannot be read or written.
  package func write(
    _ lists: [ExportedList], _ options: ExportOptions, isDryRun: Bool, progress: Progress
  ) throws(StoreError) -> (result: Result, warnings: InterchangeWarnings) {
    var result = Result()
    var writer = ICalendarWriter(options)
    var warnings = InterchangeWarnings()
    let count = lists.reduce(0) { $0 + $1.positions.count }
    var done = 0
    var collections = try options.isAll ? collections() : [collection(folder)]
    for list in lists {
      let index = options.isAll ? place(of: list, among: lists, in: &collections) : 0
      let target = collections[index].folder
      if !isDryRun { try target.make() }
      for (position, item) in zip(list.positions, list.items) {
        done += 1
        defer { progress(done, count) }
        guard !collections[index].isShared(item) else {
          warnings.add(
            "item was not written, since its file has other tasks too",
            "items were not written, since their files have other tasks too")
          continue
        }
        let bytes = writer.calendar(of: item, at: position)
        let file = target.file(collections[index].fileOrNew(for: item))
        if try Self.isUpToDate(file, bytes) {
          result.unchanged += 1
        } else {
          if !isDryRun { try file.write(bytes) }
          result.written += 1
        }
        // It has come from another list.
        for (other, collection) in collections.enumerated() where other != index {
          if collection.isShared(item) {
            warnings.add(
              "moved item is also in its old folder, where its file has other tasks too",
              "moved items are also in their old folders, where their files have other tasks too")
          } else if let former = collection.file(of: item), !isDryRun {
            try collection.folder.file(former).remove()
          }
        }
      }
      let listName = list.checklist.name
      if !isDryRun, !listName.isEmpty, collections[index].listName != listName {
        try target.file(Self.nameFile).write(Array("\(listName.inOneLine)\n".utf8))
      }
    }
    warnings.add(writer.file.warnings)
    return (result, warnings)
  }

  private func collection(_ folder: PlainFolder) throws(StoreError) -> VDirCollection {
    try VDirCollection(
      folder, listName: Self.listName(of: folder), calendars: Self.calendars(in: folder))
  }

  /// The collections that have folders in this one.
  private func collections() throws(StoreError) -> [VDirCollection] {
    var collections: [VDirCollection] = []
    for name in try folder.names() where folder.folder(name).exists {
      collections.append(try collection(folder.folder(name)))
    }
    return collections
  }

  /// The index of the collection of a list: that of its name; or, where the list has another name
  /// now, the one that has its items and the name of no list; or a new one.
  private func place(
    of list: ExportedList, among lists: [ExportedList], in collections: inout [VDirCollection]
  ) -> Int {
    let name = list.checklist.name
    if let named = collections.firstIndex(where: { $0.listName.hasSameCodeUnits(as: name) }) {
      return named
    }
    let names = Set(lists.map(\.checklist.name.codeUnits))
    let former = collections.firstIndex { collection in
      !(collection.listName.map { names.contains($0.codeUnits) } ?? true)
        && list.items.contains { collection.file(of: $0) != nil }
    }
    if let former { return former }
    let taken = collections.contains { $0.folder.path == folder.folder(name).path }
    let folderName = name.isSafeFileName && !taken ? name : list.checklist.id.identityText
    collections.append(VDirCollection(new: folder.folder(folderName)))
    return collections.count - 1
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

extension String {
  /// The text, compared by code unit.
  fileprivate var codeUnits: CodeUnits { CodeUnits(self) }
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
