package import ChecklistCore

/// What a synchronisation did with the files of attachments, or would do.
package struct AttachmentExchange: Sendable {
  /// Those whose files came from the remote.
  package internal(set) var received: [Attachment] = []
  /// Those whose files went to the remote.
  package internal(set) var sent: [Attachment] = []
  /// Those whose files stay here, because they are too large.
  package internal(set) var kept: [Attachment] = []
  /// Those whose files are missing here, and not what their items say in the remote.
  package internal(set) var refused: [Attachment] = []
  /// Those whose files are here, and cannot be read.
  package internal(set) var unread: [Attachment] = []

  /// The most bytes of a file that is sent or received.
  package static let mostBytes = AttachmentTree.mostBytes

  /// Whether a file came or went.
  package var isEmpty: Bool { received.isEmpty && sent.isEmpty }
}
