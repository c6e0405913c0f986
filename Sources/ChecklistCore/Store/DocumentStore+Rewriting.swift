extension DocumentStore {
  /// Replaces the file as a whole, or creates it, and returns once that is safe.
  ///
  /// It works under the lock, so that no other change is lost. The history keeps what a checklist
  /// document was, as with every change of one; of any other file it keeps nothing.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - summary: What is done, in a few words for the history.
  ///   - command: What makes the change, as people read it in the history.
  ///   - convert: Makes the new content from the present one, which is nil when there is no file.
  /// - Throws: ``StoreError``, of kind ``StoreError/Kind/isLog`` for a log of runs, or what
  ///   `convert` throws. The file then stays as it was.
  @discardableResult
  package func rewrite(
    isDryRun: Bool = false, _ summary: String, by command: String, at now: Date,
    _ convert: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    func converted(_ bytes: [UInt8]?) throws -> [UInt8] {
      // A log of runs is only appended to.
      if bytes?.starts(with: AppendedLines.beginning) == true {
        throw StoreError(.isLog, path: path)
      }
      return try convert(bytes)
    }
    if isDryRun { return try converted(read(path)?.bytes) }
    return try withLock { file in
      let before = file.content?.bytes
      let bytes = try converted(before)
      if before == bytes { return bytes }
      // Also what a document has become that is damaged now.
      let isDocument =
        before.map { (try? open($0)) != nil } == true
        || hasHistory(file.path)
      try replace(file, with: bytes, keepingHistory: isDocument, at: now) {
        $0.append($1, time: now.timeIntervalSinceReferenceDate, command: command, summary: summary)
      }
      return bytes
    }
  }
}
