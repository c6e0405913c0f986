public import ChecklistCore
import Foundation

extension PropertyList {
  /// Reads a property list, binary or in XML.
  ///
  /// - Parameter data: The whole file.
  /// - Throws: `ArchiveError`; of kind `notAPropertyList` when the file is neither.
  public init(_ data: Data) throws(ArchiveError) {
    try self.init([UInt8](data))
  }

  /// The tree as a binary property list, with equal scalars written once.
  ///
  /// - Returns: The whole file.
  public func binaryData() -> Data {
    Data(binary())
  }

  /// The tree in XML, in Apple's layout, with keys in their order.
  ///
  /// Dates lose their fractions of a second, which XML does not have.
  ///
  /// - Returns: The whole file, in UTF-8.
  /// - Throws: `ArchiveError`, with the path of the value, for what XML cannot hold.
  public func xmlData() throws(ArchiveError) -> Data {
    Data(try xml())
  }
}
