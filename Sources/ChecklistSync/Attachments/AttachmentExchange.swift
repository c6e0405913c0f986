package import ChecklistCore

/// The files of attachments that a synchronisation exchanged, or would exchange.
package struct AttachmentExchange: Sendable {
  /// The attachments whose files came from the remote.
  package internal(set) var received: [Attachment] = []
  /// The attachments whose files went to the remote.
  package internal(set) var sent: [Attachment] = []
  /// The attachments whose files stay here, because they are too large.
  package internal(set) var kept: [Attachment] = []
  /// The attachments whose files are missing here, and of another size in the remote.
  package internal(set) var refused: [Attachment] = []
  /// The attachments whose files are here, and cannot be read.
  package internal(set) var unread: [Attachment] = []

  /// The most bytes of a file that is sent or received.
  package static let mostBytes = AttachmentTree.mostBytes

  /// Whether a file came or went.
  package var isEmpty: Bool { received.isEmpty && sent.isEmpty }
}
