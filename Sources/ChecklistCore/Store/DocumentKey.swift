/// The key of a document in its home, which names everything that the home keeps of it.
///
/// It is a hash of the name by which the document is known, which nobody can make another name
/// fit: else a repository with such a path would borrow the accepted commands of another document,
/// or show its history. What is kept under a key has the whole name too, and is refused for another
/// one.
package struct DocumentKey: Equatable, Sendable {
  /// The name by which the document is known (``Container/name(of:_:)``).
  package let name: String
  /// The key: 64 hexadecimal digits.
  package let text: String
  /// The key that earlier versions used, in 16 digits; nil where it is the one of
  /// another document.
  package let former: String?

  /// The key of a document.
  ///
  /// - Parameter name: The name by which it is known.
  package init(_ name: String) {
    self.name = name
    text = SHA256.digits(of: name)
    // Paths that have the same one were made to have it.
    let (former, own) = (StableHash(name).value, StableHash(Container.documentName).value)
    let isOfOther = former == own && !name.hasSameCodeUnits(as: Container.documentName)
    self.former = isOfOther ? nil : String(former, paddedTo: 16, radix: 16)
  }

  /// The former key as the name of a history.
  var formerOfHistory: String? { former.map { String($0.drop { $0 == "0" }) } }
}

/// A file of the home that belongs to one document.
package struct DocumentPlace: Equatable, Sendable {
  /// The path of the file.
  package let path: String
  /// Its path in earlier versions; nil for what is not taken over from there.
  package let former: String?
  /// The document.
  package let key: DocumentKey
}

extension FileSystem {
  /// Gives a file or a directory that an earlier version made the name that it has now.
  ///
  /// Nothing is replaced. Who gives the name holds the lock of the document.
  package func takeOver(_ former: String, as path: String, step: String) throws(FileError) {
    if try stat(former)?.isDirectory == true {
      // A directory takes the place of an empty one only.
      try rename(former, to: path, step: step)
    } else {
      try renameToNew(former, to: path, step: step)
    }
  }
}
