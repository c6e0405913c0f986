internal import SystemLibrary

/// The processes that wait for a lock, in the order in which they came.
///
/// A process that waits holds a ticket: a shared record lock (`fcntl`) on one byte of the
/// directory, which is beyond those of the processes before it. It is first when nobody holds a
/// lower one. The system takes back the ticket of a process that is killed, and nothing is stored.
///
/// The queue only says whose turn it is. Where the system has no such locks, everybody is first,
/// and the lock itself still keeps out all but one.
struct LockQueue {
  /// The directory.
  private let descriptor: Int32
  private let path: String
  private let fileSystem: FileSystem
  /// The byte that is the ticket; nil before this process waits.
  private var ticket: off_t?

  init(_ descriptor: Int32, _ path: String, _ fileSystem: FileSystem) {
    self.descriptor = descriptor
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Whether nobody waits who came before.
  var isFirst: Bool { ticket == 0 || firstTaken(in: 0..<(ticket ?? .max)) == nil }

  /// Takes the ticket after those that are taken, if there are as few as processes take.
  mutating func join() {
    if ticket != nil { return }
    var next: off_t = 0
    while let taken = firstTaken(in: next..<off_t.max) {
      // Another program can have locked any bytes for its own ends.
      guard taken >= next, taken < Self.mostTickets else { return }
      next = taken + 1
    }
    if set(F_RDLCK, next) { ticket = next }
  }

  private static let mostTickets: off_t = 10_000

  /// Gives the ticket back.
  mutating func leave() {
    guard let ticket else { return }
    _ = set(F_UNLCK, ticket)
    self.ticket = nil
  }

  /// A byte of a range on which another process has a ticket; nil when there is none.
  private func firstTaken(in range: Range<off_t>) -> off_t? {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = range.lowerBound
    // To the end of all bytes, when the length is 0.
    lock.l_len = range.upperBound == .max ? 0 : range.upperBound - range.lowerBound
    let isAsked =
      (try? fileSystem.call(.fcntl, path, "wait for") {
        fcntl(descriptor, F_GETLK, &lock)
      }) != nil
    return isAsked && lock.l_type != Int16(F_UNLCK) ? lock.l_start : nil
  }

  private func set(_ type: some BinaryInteger, _ ticket: off_t) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = ticket
    lock.l_len = 1
    return
      (try? fileSystem.call(.fcntl, path, "wait for") {
        fcntl(descriptor, F_SETLK, &lock)
      }) != nil
  }
}
