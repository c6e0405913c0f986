internal import SystemLibrary

/// The folder beside a document in which the files of its attachments lie, each under its key.
///
/// It has the whole name of the document's file, with `.attachments`. No other file in it is ever
/// opened or removed but our own temporaries.
public struct AttachmentFolder: Sendable {
  /// How a file is there.
  public enum State: Sendable, Equatable {
    /// It is there, and has the size that the document tells.
    case sound
    /// There is no such file, or it is no regular file.
    case missing
    /// It is there, and has another size, in bytes.
    case altered(size: Int)
    /// The key is not a UUID, so it names no file.
    case unsoundKey
  }

  /// The path of the folder.
  public let path: String
  let fileSystem: FileSystem

  /// The end of the folder's name, after the name of the document.
  package static let suffix = ".attachments"

  /// The folder of a file.
  ///
  /// - Parameter file: The path of the file, with symbolic links already followed.
  package init(of file: String, _ fileSystem: FileSystem = FileSystem()) {
    path = file + Self.suffix
    self.fileSystem = fileSystem
  }

  /// The path of the file of an attachment; nil when its key is not a UUID.
  public func path(of attachment: Attachment) -> String? {
    attachment.hasSoundKey ? FileSystem.join(path, attachment.key) : nil
  }

  /// How the file of an attachment is there.
  public func state(of attachment: Attachment) -> State {
    guard let path = path(of: attachment) else { return .unsoundKey }
    // A link leads to a file that was never attached.
    guard let file = try? fileSystem.lstat(path), file.isRegularFile else { return .missing }
    return file.version.size == attachment.size ? .sound : .altered(size: file.version.size)
  }

  /// Whether the file of an attachment is sound, and can be read.
  package func canRead(_ attachment: Attachment) -> Bool {
    guard state(of: attachment) == .sound, let (descriptor, size) = try? open(attachment) else {
      return false
    }
    fileSystem.close(descriptor, path)
    return size == attachment.size
  }

  /// Opens the file of an attachment.
  ///
  /// - Returns: A descriptor, which the caller closes, and the size of the file.
  func open(_ attachment: Attachment) throws(StoreError) -> (descriptor: Int32, size: Int) {
    guard let path = path(of: attachment) else { throw StoreError(.notFound, path: attachment.key) }
    return try Self.openFile(path, O_NOFOLLOW, fileSystem: fileSystem)
  }

  /// Opens a regular file to be read.
  ///
  /// - Parameter flags: Flags of open(2) beside the usual ones.
  /// - Returns: A descriptor, which the caller closes, and the size of the file.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notAFile(_:)`` for anything else.
  static func openFile(
    _ path: String, _ flags: Int32 = 0, fileSystem: FileSystem
  ) throws(StoreError) -> (descriptor: Int32, size: Int) {
    do throws(FileError) {
      // A pipe that nobody writes to is not waited for.
      let descriptor = try fileSystem.open(path, O_RDONLY | O_NONBLOCK | flags, to: "read")
      do throws(FileError) {
        let status = try fileSystem.fstat(descriptor, path)
        if status.isRegularFile { return (descriptor, status.version.size) }
        let code = status.isDirectory ? EISDIR : status.isPipe ? ESPIPE : ENODEV
        throw FileError(call: .open, path: path, code: code, step: "attach")
      } catch {
        fileSystem.close(descriptor, path)
        throw error
      }
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw StoreError(.notFound, path: path)
      case EISDIR: throw StoreError(.notAFile("a folder"), path: path)
      case ESPIPE: throw StoreError(.notAFile("a pipe"), path: path)
      case ENODEV, ENXIO: throw StoreError(.notAFile("a device or a socket"), path: path)
      default: throw StoreError(error, path: path, lockTimeout: 0, fileSystem)
      }
    }
  }

  /// Copies the file of an attachment to a place where there is no file.
  ///
  /// - Parameter isPrivate: Whether it is for its owner only; else the umask says who may read it.
  /// - Throws: ``StoreError``; nothing is left or overwritten then.
  package func copy(_ attachment: Attachment, to copy: String, isPrivate: Bool) throws(StoreError) {
    let (descriptor, size) = try open(attachment)
    defer { fileSystem.close(descriptor, path) }
    try fileSystem.storeErrors(at: copy) {
      try newFile(
        of: (descriptor, size), in: FileSystem.parent(of: copy), fileSystem, isPrivate: isPrivate
      ).name(copy)
    }
  }

  /// Copies an open file of an attachment to a file that has no place yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder in which the copy is to be.
  ///   - isPrivate: Whether it is for its owner only; else the umask says who may read it.
  func newFile(
    of source: (descriptor: Int32, size: Int), in folder: String, _ fileSystem: FileSystem,
    isPrivate: Bool
  ) throws(FileError) -> StagedFile {
    let file = try StagedFile(in: folder, fileSystem, isPrivate: isPrivate)
    let count = try fileSystem.copyBytes(
      of: source.descriptor, path, size: source.size, to: file.descriptor, file.path,
      step: StagedFile.step)
    guard count == source.size else {
      throw FileError(call: .read, path: path, code: ESTALE, step: "read")
    }
    try fileSystem.fsync(file.descriptor, file.path, step: StagedFile.step)
    return file
  }

  /// The keys of the files in the folder, in upper case, with the name of each.
  func files() throws(FileError) -> [String: String] {
    let names = try fileSystem.names(in: path).filter(Attachment.isKey)
    return Dictionary(names.map { ($0.uppercased(), $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// How many files lie in the folder that a document does not name.
  ///
  /// - Returns: The count; 0 also where the folder cannot be read.
  package func countOfUnnamed(by document: ChecklistDocument) -> Int {
    let keys = document.attachments.soundKeys
    return (try? files())?.count { !keys.contains($0.key) } ?? 0
  }
}

extension Attachment {
  /// The name and the size, as people read them: `Receipt.pdf (48.2 kB)`.
  package var words: String { "\(name) (\(size.asSize))" }
}

extension [Attachment] {
  /// How many they are, and how large together: `2 attachments (3.0 MB)`.
  package var counted: String {
    let size = reduce(0) { $0.addingCapped($1.size) }
    return "\(count.counting("attachment")) (\(size.asSize))"
  }
}

extension AttachmentFolder {
  /// An attachment with its size, and with what is wrong with its file: `a.jpg (1.2 MB, missing)`.
  package func words(for attachment: Attachment) -> String {
    guard let fault = state(of: attachment).fault else { return attachment.words }
    return "\(attachment.words.dropLast()), \(fault))"
  }
}

extension AttachmentFolder.State {
  /// The problem, in a few words; nil for none.
  package var fault: String? {
    switch self {
    case .sound: nil
    case .missing: "missing"
    case .altered(let size): "altered: the file has \(size.asSize)"
    case .unsoundKey: "its key is not the name of a file"
    }
  }

  /// The word for programs.
  package var word: String {
    switch self {
    case .sound: "sound"
    case .missing: "missing"
    case .altered: "altered"
    case .unsoundKey: "unsoundKey"
    }
  }
}
