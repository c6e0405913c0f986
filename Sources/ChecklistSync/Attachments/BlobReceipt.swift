import ChecklistCore

/// Writes what `git cat-file --batch` prints to the files of attachments, as it comes.
struct BlobReceipt {
  /// The files that are on the disk.
  private(set) var files: [StagedAttachment] = []
  /// Why no more is taken.
  private(set) var failure: (any Error)?
  private let store: DocumentStore
  /// The attachments that are still to come, the next one last.
  private var awaited: [(attachment: Attachment, object: String)]
  /// The part of the line before an object that has come.
  private var header: [UInt8] = []
  /// The writer of the object whose bytes come.
  private var writer: AttachmentWriter?
  /// How many bytes of it are still to come.
  private var left = 0
  /// Whether the byte after an object is still to come.
  private var isAfterObject = false

  /// Begins to receive.
  ///
  /// - Parameter wanted: The attachments with their objects, in the order in which these come.
  init(_ wanted: [(attachment: Attachment, object: String)], for store: DocumentStore) {
    (awaited, self.store) = (wanted.reversed(), store)
  }

  /// Whether everything has come.
  var isComplete: Bool { failure == nil && awaited.isEmpty && writer == nil && !isAfterObject }

  /// Takes what has come.
  mutating func take(_ bytes: [UInt8]) -> Bool {
    do {
      var rest = bytes[...]
      while !rest.isEmpty { try takeSome(&rest) }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Takes a line, a part of an object, or the byte after it.
  private mutating func takeSome(_ rest: inout ArraySlice<UInt8>) throws {
    if isAfterObject {
      guard rest.popFirst() == UInt8(ascii: "\n") else { throw Self.unreadable }
      isAfterObject = false
    } else if writer != nil {
      let part = rest.prefix(left)
      rest = rest.dropFirst(part.count)
      do throws(FileError) { try writer?.append(part) } catch { throw SyncError(error) }
      left -= part.count
      try finishIfWhole()
    } else {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      header += rest[..<(end ?? rest.endIndex)]
      // 5f1d… blob 1234
      guard header.count <= 128, let next = awaited.last else { throw Self.unreadable }
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if end == nil { return }
      guard header == Array("\(next.object) blob \(next.attachment.size)".utf8) else {
        throw Self.unreadable
      }
      header = []
      awaited.removeLast()
      writer = try store.writer(of: next.attachment)
      left = next.attachment.size
      try finishIfWhole()
    }
  }

  private mutating func finishIfWhole() throws {
    guard left == 0, let writer else { return }
    do throws(FileError) { files.append(try writer.finish()) } catch { throw SyncError(error) }
    self.writer = nil
    isAfterObject = true
  }

  /// The error for anything else than what was asked for.
  static var unreadable: SyncError {
    SyncError(GitFailure(.brokenRepository, "an object cannot be read"))
  }
}
