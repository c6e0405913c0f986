package import ChecklistCore

/// Zones of the system's time zone database.
extension NamedTimeZone {
  /// A zone of the database; nil when it has none of that name, or its file is damaged.
  package init?(_ name: String, in directory: String) {
    if ["UTC", "Etc/UTC"].contains(name) {
      self.init(name, TimeZoneTransitions(firstOffset: 0, transitions: []))
      return
    }
    guard let path = TimeZoneFile.path(of: name, in: directory),
      let bytes = try? PlainFile(path: path).read(), let file = TimeZoneFile(bytes)
    else { return nil }
    self.init(name, file.zone)
  }

  /// A zone of the database under a name of a registry, which ends with its own: programs write
  /// `/freeassociation.sourceforge.net/Europe/Paris` (RFC 5545, section 3.8.3.1).
  ///
  /// It keeps the whole name. It is nil for a name without a registry, or without a known zone.
  init?(prefixed name: String, in directory: String) {
    guard name.utf8.count <= 200, name.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = name.split(separator: "/").dropFirst()
    for start in parts.indices {
      let suffix = parts[start...].joined(separator: "/")
      if let zone = NamedTimeZone(suffix, in: directory) {
        self.init(name, zone.transitions)
        return
      }
    }
    return nil
  }

  /// The zone in which one is, with its name.
  ///
  /// - Parameter variable: The value of the variable `TZ`; nil for none.
  /// - Returns: The zone; nil where the system does not tell its name, or the zone of that name has
  ///   other clocks, now or half a year later.
  package static func system(
    _ rules: TimeZoneRules, variable: String?, now: Date,
    in directory: String = TimeZoneFile.directory
  ) -> NamedTimeZone? {
    var name = variable.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if name == nil {
      // Without the link, the C library knows UTC.
      name = ((try? FileSystem().readlink("/etc/localtime")) ?? nil) ?? "UTC"
    }
    if let parts = name?.split(separator: "/"), let folder = parts.lastIndex(of: "zoneinfo") {
      name = parts[(folder + 1)...].joined(separator: "/")
    }
    guard let name, let zone = NamedTimeZone(name, in: directory) else { return nil }
    let moments = [now, now + 182 * 86_400]
    return moments.allSatisfy({ zone.rules.clock(at: $0) == rules.clock(at: $0) }) ? zone : nil
  }
}
