import ChecklistCore

/// A folder with a file for each task.
///
/// Others write to it too. So a file is only replaced or removed where all that it has is the one
/// task.
struct VDirCollection {
  /// The folder.
  let folder: PlainFolder
  /// The name of the list, if the folder tells it.
  let listName: String?
  /// A file with a single task.
  struct File {
    let name: String
    /// Its content when it was read.
    let content: Fingerprint
  }

  /// The files by the identity of the only task in each.
  private(set) var files: [CodeUnits: File] = [:]
  /// The identities of what is in a file with others.
  private var shared: Set<CodeUnits> = []
  /// The names that are in use, in small letters.
  private var taken: Set<String> = []

  /// A folder that is to be made.
  init(new folder: PlainFolder) {
    (self.folder, listName) = (folder, nil)
  }

  /// A folder that is there.
  ///
  /// - Parameter listName: The name of the list, if the folder tells it.
  /// - Throws: ``StoreError`` when a file cannot be read.
  init(
    _ folder: PlainFolder, listName: String?, calendars: [String]
  ) throws(StoreError) {
    (self.folder, self.listName) = (folder, listName)
    taken = Set(try folder.names().map { $0.lowercased() })
    for name in calendars {
      let bytes = try folder.file(name).read()
      guard let tasks = VDirTasks(bytes) else { continue }
      if let id = tasks.single {
        files[id] = File(name: name, content: Fingerprint(bytes))
      } else {
        shared.formUnion(tasks.identities)
      }
    }
  }

  /// The name of the file that has an item, and nothing else; nil when there is none.
  func file(of item: ChecklistItem) -> String? { files[CodeUnits(item.calendarID)]?.name }

  /// Whether an item is only in a file with others.
  func isShared(_ item: ChecklistItem) -> Bool {
    file(of: item) == nil && shared.contains(CodeUnits(item.calendarID))
  }

  /// The name of the file that has an item, or a new one, which is from now on in use.
  mutating func fileOrNew(for item: ChecklistItem) -> String {
    if let known = file(of: item) { return known }
    let id = item.calendarID
    let uuid = ItemIdentity.uuid(of: item.id)
    var stems = [id.isSafeFileName ? id : uuid, uuid][...]
    var name = "\(stems.removeFirst()).ics"
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      name = stems.popFirst().map { "\($0).ics" } ?? "\(uuid)-\(number).ics"
      number += 1
    }
    return name
  }
}

/// The components of a file other than time zones.
struct VDirTasks {
  /// The identities of its components.
  private(set) var identities: [CodeUnits] = []
  private var taskCount = 0
  private var otherCount = 0

  /// The identity of its task, if it has one and nothing else.
  var single: CodeUnits? { taskCount == 1 && otherCount == 0 ? identities.first : nil }

  /// Looks into a file; nil when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard var lines = try? ContentLines(bytes) else { return nil }
    var depth = 0
    do throws(InterchangeError) {
      while let line = try lines.next() {
        switch line.name {
        case "BEGIN":
          depth += 1
          guard depth == 2, !line.valueName.isSame(as: "VTIMEZONE") else { continue }
          if line.valueName.isSame(as: "VTODO") { taskCount += 1 } else { otherCount += 1 }
        case "END": depth -= 1
        case "UID" where depth == 2: identities.append(CodeUnits(line.rawText))
        default: break
        }
      }
    } catch {
      return nil
    }
    if depth != 0 { return nil }
  }
}

extension String {
  /// Whether files on every system can have this name: letters, digits, spaces and a few marks, and
  /// no dot at its beginning.
  var isSafeFileName: Bool {
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
