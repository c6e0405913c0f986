/// How much room a ``Container`` and a document take, by folder.
///
/// The sizes are those of the files' contents. A file that has several names is counted once, for
/// the first of them in the order of ``ContainerFolder``: a state of the history that is the
/// document itself takes no room. Clones of a file cannot be told, and are counted. A symbolic link
/// is not followed.
package struct DiskUsage: Sendable {
  /// The room that a folder takes, or a file.
  package struct Entry: Sendable, Equatable {
    /// The path: in the container relative to it, else as it is.
    package let path: String
    /// The size of all files, in bytes.
    package internal(set) var bytes = 0
    /// How many files there are.
    package internal(set) var files = 0
    /// Whether a backup needs it.
    package let backup: ContainerFolder.Backup
    /// Why something in it could not be looked at; nil when everything could.
    package internal(set) var problem: String?
  }

  /// The sizes, in the order of ``ContainerFolder``; a document that is elsewhere comes after
  /// that, with its attachments.
  package private(set) var entries: [Entry] = []

  /// The size of all files, in bytes.
  package var bytes: Int { entries.reduce(0) { $0.addingCapped($1.bytes) } }

  private let fileSystem: FileSystem
  /// The files with several names that were counted.
  private var counted: Set<File> = []

  /// A file, whatever its names are.
  private struct File: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Adds up what there is.
  ///
  /// - Parameters:
  ///   - container: The container; nil when there is none.
  ///   - document: The path of the document, which is looked at where it is not in the container.
  package init(
    of container: Container?, document: String, fileSystem: FileSystem = FileSystem()
  ) {
    self.fileSystem = fileSystem
    if let container {
      for folder in ContainerFolder.allCases {
        add(container.path(of: folder), as: folder.rawValue, folder.backup)
      }
    }
    let resolved = (try? fileSystem.resolve(document)) ?? document
    // A document in the container is known by its place there.
    if let container, let name = try? container.name(of: resolved, fileSystem), name != resolved,
      ContainerFolder.allCases.contains(where: { name.hasPrefix("\($0.rawValue)/") })
    {
      return
    }
    for path in [resolved, resolved + AttachmentFolder.suffix] { add(path, as: path, .yes) }
  }

  /// Adds a folder or a file, if it is there.
  private mutating func add(_ path: String, as name: String, _ backup: ContainerFolder.Backup) {
    var entry = Entry(path: name, backup: backup)
    do {
      guard try fileSystem.lstat(path) != nil else { return }
    } catch {
      entry.problem = error.reason
      entries.append(entry)
      return
    }
    var pending = [path]
    while let path = pending.popLast() {
      do {
        guard let status = try fileSystem.lstat(path) else { continue }
        if status.isDirectory {
          pending += try fileSystem.contents(of: path).reversed()
        } else {
          count(status, in: &entry)
        }
      } catch {
        // The first one tells enough; the others are counted all the same.
        entry.problem = entry.problem ?? error.reason
      }
    }
    entries.append(entry)
  }

  private mutating func count(_ status: FileStatus, in entry: inout Entry) {
    let version = status.version
    if status.linkCount > 1,
      !counted.insert(File(device: version.device, inode: version.inode)).inserted
    {
      return
    }
    entry.files += 1
    entry.bytes = entry.bytes.addingCapped(version.size)
  }
}

extension Int {
  /// The sum, or the largest number: sparse files may have any size.
  func addingCapped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
