package import ChecklistCore

/// Where the repository is that a document is synchronised with: a folder, or a place on a server.
package struct RemoteAddress: Equatable, Sendable {
  /// The address as git is given it: a URL, `host:path`, or the absolute path of a folder.
  ///
  /// A folder of this machine is named without `.` and `..`, which another folder on the way would
  /// have to be there for.
  package let text: String
  /// Whether it is a folder of this machine.
  package let isFolder: Bool

  /// Why a text is no address.
  package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message with the text that is wrong, without a full stop.
    package let description: String
  }

  /// Reads what was typed.
  ///
  /// - Parameters:
  ///   - typed: A URL of one of the protocols file, ssh and https; `host:path`, as ssh has it; or
  ///     the path of a folder.
  ///   - directory: The working directory, to which the path of a folder may be relative.
  ///   - home: The home directory, for a path that begins with `~`; nil when there is none.
  package init(_ typed: String, in directory: String, home: String?) throws(Fault) {
    func fault(_ message: String) -> Fault { Fault(description: message) }
    guard !ContentRules.isBlank(typed) else { throw fault("an address must not be blank") }
    // It would be an option of git, or of ssh.
    guard !typed.hasPrefix("-") else { throw fault("an address cannot begin with '-'") }
    guard !typed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw fault("an address has no control characters")
    }
    if let (scheme, rest) = Self.scheme(of: typed) {
      guard GitEnvironment.protocols.contains(scheme) else {
        throw fault(
          "an address is a folder, host:path, or a URL that begins with file://, ssh:// or "
            + "https://, not with \(scheme)://")
      }
      let host = Self.host(in: rest)
      guard !host.hasPrefix("-") else { throw fault("the name of a host cannot begin with '-'") }
      guard scheme == "file" || !host.isEmpty else { throw fault("the address has no host") }
      isFolder = scheme == "file"
      text = isFolder ? "\(scheme)://\(Self.plain(rest, isURL: true))" : typed
    } else if let colon = typed.utf8.firstIndex(of: UInt8(ascii: ":")),
      !typed[..<colon].contains("/")
    {
      let path = typed[typed.utf8.index(after: colon)...]
      guard !path.isEmpty, !path.hasPrefix("-"), !Self.host(in: typed[..<colon]).hasPrefix("-"),
        colon != typed.startIndex
      else { throw fault("an address on a host is host:path") }
      // "ext::command" would be a program.
      guard !path.hasPrefix(":") else {
        throw fault("the protocol of the address is not supported")
      }
      text = typed
      isFolder = false
    } else {
      text = try Self.folder(typed, directory, home)
      isFolder = true
    }
  }

  /// The scheme of a URL, and what follows `://`; nil for what is no URL.
  private static func scheme(of text: String) -> (scheme: String, rest: Substring)? {
    guard let range = text.range(ofFirst: "://") else { return nil }
    let scheme = text[..<range.lowerBound]
    let isName = scheme.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        || "0123456789+-.:".utf8.contains(byte)
    }
    guard isName, !scheme.isEmpty else { return nil }
    return (String(scheme), text[range.upperBound...])
  }

  /// The host of what follows the scheme, or precedes the colon, without a user.
  private static func host(in text: Substring) -> Substring {
    let authority = text.prefix { $0 != "/" }
    return authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
      ?? authority
  }

  /// The absolute path of a folder, without slashes at its end.
  private static func folder(
    _ typed: String, _ directory: String, _ home: String?
  ) throws(Fault) -> String {
    var path = typed
    if typed == "~" || typed.hasPrefix("~/") {
      guard let home else { throw Fault(description: "there is no home directory for '~'") }
      path = home + typed.dropFirst()
    } else if !FileSystem.isAbsolute(typed) {
      path = FileSystem.join(directory, typed)
    }
    path = plain(path[...])
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// An absolute path without `.` and `..`.
  ///
  /// Links stay, because a disk may be found by one, except before `..`, which leads out of where
  /// the link leads.
  ///
  /// - Parameter isURL: Whether `%20` is a space in it.
  private static func plain(_ path: Substring, isURL: Bool = false) -> String {
    func decode(_ text: Substring) -> String { isURL ? text.percentDecoded : String(text) }
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.contains(where: { [".", ".."].contains(decode($0)) }) else { return String(path) }
    var kept: [Substring] = []
    for name in names {
      switch decode(name) {
      case ".": continue
      case "..":
        let former = kept.joined(separator: "/")
        if let target = FileSystem().directory(behindLink: decode(former[...])) {
          kept = (isURL ? target.replacing("%", by: "%25") : target)
            .split(separator: "/", omittingEmptySubsequences: false)
        }
        // The first name is empty: what is before the first slash.
        if kept.count > 1 { kept.removeLast() }
      default: kept.append(name)
      }
    }
    let plain = kept.joined(separator: "/")
    return plain.isEmpty ? "/" : plain
  }

  /// The address as people are shown it: without a password.
  package var shown: String {
    guard let (_, rest) = Self.scheme(of: text) else { return text.shownPath }
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text.shownPath }
    return (String(text[..<colon]) + String(text[at...])).shownPath
  }

  /// The name of the side repository: the same for two addresses that differ only in a password, or
  /// in slashes at the end.
  ///
  /// - Parameter document: The key of the document.
  /// - Returns: Its key, and the one that earlier versions gave it.
  package func key(document: DocumentKey, branch: String) -> (present: String, former: String?) {
    var address = shown
    while address.hasSuffix("/") { address.removeLast() }
    let former = document.former.map {
      String(StableHash("\($0).remote\n\(address)\n\(branch)").value, paddedTo: 16, radix: 16)
    }
    return (SHA256.digits(of: "\(document.text)\n\(address)\n\(branch)"), former)
  }

  /// The path of the folder that it is; nil for one that is none.
  ///
  /// The path of a URL is read as git reads it.
  var folder: String? {
    guard isFolder else { return nil }
    guard let (_, rest) = Self.scheme(of: text) else { return text }
    return (rest.hasPrefix("/") ? "" : "//") + rest.percentDecoded
  }

  /// Hides the password in what git said, wherever and in whatever address it is.
  package func hidingPassword(in text: String) -> String {
    guard let (_, rest) = Self.scheme(of: self.text) else { return text }
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    let (user, login) = (authority[..<colon], authority[...at])
    return [String(login), login.percentDecoded].reduce(text) {
      $0.replacing($1, by: "\(user)@")
    }
  }
}

extension Substring {
  /// The path in which `%20` is a space.
  fileprivate var percentDecoded: String {
    let bytes = String(self).cPath
    var decoded: [CChar] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).map { UInt8(bitPattern: $0) }
      if UInt8(bitPattern: byte) == UInt8(ascii: "%"), digits.count == 2,
        !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value > 0
      {
        decoded.append(CChar(bitPattern: value))
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(cPath: decoded)
  }
}

extension String {
  fileprivate func replacing(_ other: String, by text: String) -> String {
    var (done, rest) = ("", self)
    while let range = rest.range(ofFirst: other) {
      done += rest[..<range.lowerBound] + text
      rest = String(rest[range.upperBound...])
    }
    return done + rest
  }
}
