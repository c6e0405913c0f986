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
    /// How many files of deleted items were removed.
    package var removed = 0
  }

  private static let nameFile = "displayname"

  private let folder: PlainFolder
  /// The identities of the document's items; nil when it is not known which items are deleted.
  private let identities: Set<CodeUnits>?
  /// The files that exports of the document left in the folders.
  package private(set) var record: ExportRecord?

  /// A folder, which an export makes.
  ///
  /// - Parameters:
  ///   - document: The document; nil when there is none. One without lists may be a new one, so
  ///     none of its items counts as deleted.
  ///   - record: The files that exports of the document left in folders; nil when none is kept.
  package init(
    _ folder: PlainFolder, of document: ChecklistDocument? = nil, record: ExportRecord? = nil
  ) {
    (self.folder, self.record) = (folder, record)
    guard record != nil, let document, !document.checklists.isEmpty else {
      identities = nil
      return
    }
    identities = Set(
      document.checklists.lazy.flatMap { $0.items.lazy.map { CodeUnits($0.calendarID) } })
  }

  /// The names of the calendars in a folder, and of pipes and broken links that are named as such.
  private static func calendars(
    in folder: PlainFolder
  ) throws(StoreError) -> (files: [String], others: [String]) {
    var (files, others): ([String], [String]) = ([], [])
    for name in try folder.names() where name.lowercased().hasSuffix(".ics") {
      if !folder.file(name).isNoFile {
        files.append(name)
      } else if !folder.folder(name).exists {
        others.append(name)
      }
    }
    return (files, others)
  }

  /// Whether a file is as an export left it, while its item is deleted.
  private func isLeftOver(
    _ name: String, _ content: Fingerprint, of identity: CodeUnits, among files: ExportRecord.Files
  ) -> Bool {
    files[CodeUnits(name)] == content && identities?.contains(identity) == false
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
  /// A file that an export left, that nobody changed since, and whose item is deleted is left out:
  /// the next export removes it.
  ///
  /// - Throws: ``InterchangeError`` when a file is damaged, or none has a task; ``StoreError`` when
  ///   one cannot be read.
  package func read(_ options: ImportOptions, progress: Progress) throws -> ImportedFile {
    var collections = [(folder: folder, names: try Self.calendars(in: folder))]
    if collections[0].names.files.isEmpty {
      collections += try folder.names().map(folder.folder).filter(\.exists).map {
        ($0, try Self.calendars(in: $0))
      }
    }
    let count = collections.reduce(0) { $0 + $1.names.files.count }
    // The folder of a list without items has its name still.
    guard count > 0 || Self.listName(of: folder) != nil else {
      throw InterchangeError("the folder has no file whose name ends in '.ics'")
    }
    var reader = ICalendarReader(options, tellsLines: false)
    reader.leaveOut(collections.flatMap(\.names.others))
    var done = 0
    for (folder, names) in collections {
      // A folder in this one is named for its list.
      let folderName = folder.path == self.folder.path ? nil : FileSystem.name(of: folder.path)
      let listName = Self.listName(of: folder) ?? folderName
      let exported = record?.files(in: folder.path) ?? [:]
      for name in names.files {
        let bytes = try folder.file(name).read()
        done += 1
        defer { progress(done, count) }
        if let content = exported[CodeUnits(name)], content == Fingerprint(bytes),
          let identity = VDirTasks(bytes)?.single,
          isLeftOver(name, content, of: identity, among: exported)
        {
          reader.leaveOutDeletedItem()
          continue
        }
        do throws(InterchangeError) {
          try reader.read(bytes, defaultName: listName)
        } catch {
          var error = error
          error.message = "\(name.shownPath): \(error)"
          error.line = nil
          throw error
        }
      }
    }
    guard reader.taskCount > 0 || count == 0 else {
      throw InterchangeError("the calendars have no task (VTODO)", kind: .empty)
    }
    return reader.finish()
  }

  // MARK: Writing

  /// Writes each item as a file.
  ///
  /// An item whose identity another file has is written to that file; where it has come from
  /// another list, its file goes along. Other files stay as they are, and so does one that has
  /// other tasks too, of which is warned. A file that an export left, that nobody changed since,
  /// and whose item is deleted is removed.
  ///
  /// - Parameters:
  ///   - lists: The lists with the items that are written.
  ///   - options: What the writer was told; with all lists, each has a folder in this one.
  /// - Returns: What was written, and what is not in the files.
  /// - Throws: ``StoreError`` when a file cannot be read or written.
  package mutating func write(
    _ lists: [ExportedList], _ options: ExportOptions, isDryRun: Bool, progress: Progress
  ) throws(StoreError) -> (result: Result, warnings: InterchangeWarnings) {
    var result = Result()
    var writer = ICalendarWriter(options)
    var warnings = ICalendarFormat.losses(of: lists, options)
    let count = lists.reduce(0) { $0 + $1.positions.count }
    var done = 0
    var collections = try options.isAll ? collections() : [collection(folder)]
    var exported: [Int: ExportRecord.Files] = [:]
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
        let name = collections[index].fileOrNew(for: item)
        let file = target.file(name)
        if let present = try Self.content(of: file, ifAs: bytes) {
          result.unchanged += 1
          exported[index, default: [:]][CodeUnits(name)] = present
        } else {
          if !isDryRun { try file.write(bytes) }
          result.written += 1
          exported[index, default: [:]][CodeUnits(name)] = Fingerprint(bytes)
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
    for (index, collection) in collections.enumerated() {
      result.removed += try removeLeftOverFiles(
        of: collection, written: exported[index] ?? [:], isDryRun: isDryRun)
    }
    warnings.add(writer.file.warnings)
    return (result, warnings)
  }

  /// Removes the files of deleted items, and records those that stay.
  ///
  /// - Parameter written: The files that have been written, or had their content already.
  /// - Returns: How many files were removed.
  private mutating func removeLeftOverFiles(
    of collection: VDirCollection, written: ExportRecord.Files, isDryRun: Bool
  ) throws(StoreError) -> Int {
    let folder = collection.folder
    let former = record?.files(in: folder.path) ?? [:]
    var (count, files) = (0, written)
    for (identity, file) in collection.files {
      let key = CodeUnits(file.name)
      guard let content = former[key], files[key] == nil else { continue }
      // Another program may have written to it meanwhile.
      guard isLeftOver(file.name, file.content, of: identity, among: former),
        Fingerprint(try folder.file(file.name).read()) == content
      else {
        files[key] = content
        continue
      }
      if !isDryRun { try folder.file(file.name).remove() }
      count += 1
    }
    if !isDryRun { record?.set(files, in: folder.path) }
    return count
  }

  private func collection(_ folder: PlainFolder) throws(StoreError) -> VDirCollection {
    try VDirCollection(
      folder, listName: Self.listName(of: folder), calendars: Self.calendars(in: folder).files)
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

  /// The content of a file that has certain properties already, in whatever order, but for when
  /// and by which program it was written; nil when it has others, or is not there.
  private static func content(
    of file: PlainFile, ifAs bytes: [UInt8]
  ) throws(StoreError) -> Fingerprint? {
    do throws(StoreError) {
      let present = try file.read()
      return present.sortedProperties == bytes.sortedProperties ? Fingerprint(present) : nil
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
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
