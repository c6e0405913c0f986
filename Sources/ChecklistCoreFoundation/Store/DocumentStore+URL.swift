public import ChecklistCore
import Foundation

extension DocumentStore {
  /// The store of the document at a file URL.
  ///
  /// The bytes of the path are kept, also those that are not UTF-8. There is no store when the URL
  /// is no file URL, names another host, or has a character that no file name can have: an escaped
  /// slash or U+0000.
  ///
  /// - Parameters:
  ///   - url: The URL of the document; a symbolic link is followed and stays. A relative one is
  ///     resolved against its base.
  ///   - container: The container that keeps the history. Without one, it is the container that the
  ///     document lies in.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - warn: Is called with what the user should know.
  public init?(
    url: URL, container: Container? = nil, lockTimeout: Double = 10,
    warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    guard let path = url.filePath else { return nil }
    self.init(path: path, container: container, lockTimeout: lockTimeout, warn: warn)
  }
}

extension URL {
  /// The path of a file URL, as the library has paths.
  fileprivate var filePath: String? {
    let url = absoluteURL
    guard url.isFileURL, ["", "localhost"].contains(url.host() ?? "") else { return nil }
    var bytes: [UInt8] = []
    var rest = url.path(percentEncoded: true).utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      rest = rest.dropFirst(2)
      guard let escaped = UInt8(digits, radix: 16), escaped != 0, escaped != UInt8(ascii: "/")
      else { return nil }
      bytes.append(escaped)
    }
    // A slash at the end says that the URL is a directory's.
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes.isEmpty ? nil : String(cPath: bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
