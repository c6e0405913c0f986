/// Limits that keep hostile files harmless.
///
/// A file can refer to one object a thousand times, and its objects can overlap. Each budget bounds
/// what a reader makes of such a file, as a multiple of the size of the file.
package enum PropertyListLimits {
  /// How deep containers may nest.
  ///
  /// CoreFoundation's reader gives up at the same depth.
  package static let depth = 512

  /// How many times its own size a typed decode may read of a file, in bytes.
  ///
  /// An object that is referred to twice is read twice. A file in which nothing is shared needs at
  /// most 1.
  package static let decodingExpansion = 2

  /// How many values, and bytes of strings and data, a tree may have for each byte of its file.
  ///
  /// A file without shared containers and overlapping objects needs at most 1. A value takes 32
  /// bytes of memory, so a hostile file can make the tree 64 times its size, and no larger.
  package static let treeExpansion = 2

  /// How many times the size of the file its objects may take when each is written by itself.
  ///
  /// The objects of a sound file do not overlap, so they take no more than the file. In a hostile
  /// file, a thousand can share the same megabyte.
  package static let rewritingExpansion = 2

  /// How many bytes of text and data may be shown, or written without sharing, for each byte of a
  /// file.
  ///
  /// It is larger than the others because sound files need it: the small dictionaries of a file
  /// share their keys, and so come to a few dozen times the file where every key is written out.
  package static let textExpansion = 256

  /// How many times longer than the texts in it an answer may be, because items share them.
  ///
  /// An item takes more than 64 bytes in a file even if it shares all its texts. So they must have
  /// more than 4,000 bytes, and thousands of items must share them, before it matters.
  package static let answerExpansion = 64

  /// The message about containers that nest deeper than ``depth``.
  ///
  /// - Parameter orContainThemselves: Whether a container that contains itself gets the same error.
  package static func tooDeepMessage(
    _ containers: String = "containers", orContainThemselves: Bool = false
  ) -> String {
    let message = "\(containers) are nested more than \(depth) deep"
    return orContainThemselves ? message + ", or contain themselves" : message
  }
}
