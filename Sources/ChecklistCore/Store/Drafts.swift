/// The texts that people write in editors, and the lines that they type, to change one document.
package struct Drafts: Sendable {
  /// A text that is kept, and that nobody edits at the moment.
  package struct Unfinished: Sendable {
    /// The path of the text.
    package let path: String
    /// When the text was last written.
    package let modified: Date
    /// The list that it was made from; nil when that is damaged.
    package let origin: DraftOrigin?
  }

  let directory: String
  /// The directory of drafts that are not kept.
  private let trials: String
  /// The document.
  let key: DocumentKey
  let fileSystem: FileSystem

  /// How many seconds to wait for another process that only looks.
  private static let lockTimeout = 0.05

  /// The drafts in a container.
  package init(
    of document: String, in container: Container, fileSystem: FileSystem = FileSystem()
  ) {
    directory = container.drafts
    trials = container.temporary
    key = container.knownKey(of: document, fileSystem)
    self.fileSystem = fileSystem
  }

  /// Makes a draft.
  ///
  /// - Parameter isTrial: Whether it is for a dry run: it is none of the unfinished ones, even when
  ///   the process is killed.
  /// - Throws: ``StoreError``; then nothing is left of the draft.
  package func begin(_ origin: DraftOrigin, isTrial: Bool = false) throws(StoreError) -> Draft {
    try Draft(
      origin, of: key.name, in: isTrial ? trials : directory, isTrial: isTrial, fileSystem)
  }

  /// The texts that are kept, and that nobody edits at the moment.
  ///
  /// - Throws: ``StoreError`` when the directory cannot be read.
  package func unfinished() throws(StoreError) -> [Unfinished] {
    var unfinished: [Unfinished] = []
    for place in try places() {
      var origin: DraftOrigin?
      do {
        guard let draft = try take(place) else { continue }
        origin = draft.origin
      } catch {}
      unfinished.append(
        Unfinished(path: place.text, modified: place.modified, origin: origin))
    }
    return unfinished
  }

  /// Takes up the newest text that is kept, and that nobody edits at the moment.
  ///
  /// - Returns: The draft; nil when there is none.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/damagedDraft`` when it cannot be read what
  ///   the text was made from.
  package func resume() throws(StoreError) -> Draft? {
    var damage: StoreError?
    for place in try places() {
      do {
        if let draft = try take(place) { return draft }
      } catch {
        // A sound one comes before it.
        damage = damage ?? error
      }
    }
    if let damage { throw damage }
    return nil
  }

  /// A directory that has a draft.
  private struct Place {
    let directory: String
    /// The path of the text.
    let text: String
    let modified: Date
  }

  /// The directories of all drafts, the newest first.
  private func places() throws(StoreError) -> [Place] {
    try fileSystem.storeErrors(at: directory) {
      var places: [Place] = []
      for name in try fileSystem.names(in: directory) where name != "." && name != ".." {
        let directory = FileSystem.join(directory, name)
        let origin = FileSystem.join(directory, Draft.originName)
        guard let made = try? fileSystem.stat(origin) else { continue }
        var (text, time) = (directory, made.version.modified)
        for name in DraftOrigin.textNames {
          let path = FileSystem.join(directory, name)
          if let status = try? fileSystem.stat(path) {
            (text, time) = (path, status.version.modified)
          }
        }
        places.append(
          Place(
            directory: directory, text: text,
            modified: Date(timeIntervalSince1970: Double(time) / 1e9)))
      }
      return places.sorted { ($1.modified, $0.directory) < ($0.modified, $1.directory) }
    }
  }

  /// Takes the draft in a directory.
  ///
  /// - Returns: The draft; nil when it is being edited, is gone, or is of another document.
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/damagedDraft``.
  private func take(_ place: Place) throws(StoreError) -> Draft? {
    guard
      let lock = try? DirectoryLock(place.directory, fileSystem, timeout: Self.lockTimeout),
      let record = try? AtomicFile(
        FileSystem.join(place.directory, Draft.originName), fileSystem
      ).read()
    else { return nil }
    guard case .dictionary(let values) = try? PropertyList(record.bytes),
      let name = DraftOrigin.document(of: values)
    else { throw StoreError(.damagedDraft, path: place.text) }
    guard name.hasSameCodeUnits(as: key.name) else { return nil }
    guard let origin = DraftOrigin(values),
      FileSystem.name(of: place.text) == origin.textName
    else {
      throw StoreError(.damagedDraft, path: place.text)
    }
    return Draft(place.text, origin, of: name, lock, fileSystem)
  }
}
