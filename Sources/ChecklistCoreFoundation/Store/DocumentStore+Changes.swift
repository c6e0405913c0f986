public import ChecklistCore

extension DocumentStore {
  /// The versions of the document, whoever changes it: this store, another one, the command line,
  /// an editor.
  ///
  /// The present version comes first. Then each element is another version than the one before it;
  /// nil says that there is no file, or none that can be looked at. Of changes that follow each
  /// other quickly, only the newest version is delivered. It always is: who keeps iterating sees
  /// the last one.
  ///
  /// The system tells of changes (inotify on Linux, kqueue on Apple's systems). The document may
  /// be a symbolic link. It need not be there yet, nor its directory. Nothing is locked. Where the
  /// system cannot tell, because it has no more watches or the directory may not be read, the
  /// document is looked at once a second. Of a change that another machine makes on a network
  /// volume, many systems do not tell.
  ///
  /// Each iteration is by itself: it begins to watch when its iterator is made, and ends when its
  /// task is cancelled or the iterator is gone.
  ///
  /// - Returns: The sequence.
  public func changes() -> Changes {
    Changes(store: self)
  }

  /// The versions of a document, as they come.
  public struct Changes: AsyncSequence, Sendable {
    let store: DocumentStore
    /// Asks the system to tell of changes; nil when it cannot.
    var openEvents: @Sendable () -> FileEvents? = { FileEvents() }

    /// Begins to watch the document.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        versions: AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
          let watch = DocumentWatch(store, continuation, openEvents)
          continuation.onTermination = { _ in watch.end() }
          watch.begin()
        }.makeAsyncIterator())
    }

    /// An iteration over the versions of a document.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var versions: AsyncStream<Version?>.Iterator
      /// The version that was delivered last, once one was.
      private var last: Version??

      fileprivate init(versions: AsyncStream<Version?>.Iterator) {
        self.versions = versions
      }

      /// Waits until the version is another than the last one, if there was one.
      ///
      /// - Parameter actor: Where the caller is isolated.
      /// - Returns: The version, which is nil when there is no file; no version when the task is
      ///   cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> Version?? {
        while let version = await versions.next(isolation: actor) {
          // It is, when those between them came too quickly to be delivered.
          if last == .some(version) { continue }
          last = .some(version)
          return .some(version)
        }
        return nil
      }
    }
  }
}
