/// A file that another file names, and that an item gets as an attachment.
///
/// The item knows it by its name and its size: one that has both is attached already.
package struct ImportedAttachment: Sendable, Equatable {
  /// The path of the file from the folder in which the imported file is.
  ///
  /// It comes from the file, so nothing in it is trusted: see `ContainedFile`.
  package let path: String
  /// The name that people know it by.
  package let name: String
  /// Whether nothing is wrong where it is not there.
  package let isOptional: Bool

  /// A file by its path and its name.
  package init(path: String, name: String, isOptional: Bool = false) {
    (self.path, self.name, self.isOptional) = (path, name, isOptional)
  }
}
