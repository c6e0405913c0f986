import Foundation

/// The memory of this process that is really there, as Linux counts it.
enum ResidentMemory {
  /// By how many bytes the process is larger at its peak during a piece of work than before.
  ///
  /// - Parameter work: the work; its result is still there when the peak is read.
  /// - Returns: the result, and the growth, which is nil where the kernel does not tell.
  /// - Throws: what the work throws.
  static func growth<Result>(of work: () throws -> Result) rethrows -> (Result, Int?) {
    // What was freed before and is still held would be used again, and not be seen.
    _ = trim?(0)
    // "5" sets the peak back to what is there now.
    let isReset = (try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))) != nil
    let before = bytes("VmRSS:")
    let result = try work()
    guard isReset, let before, let peak = bytes("VmHWM:") else { return (result, nil) }
    return (result, max(0, peak - before))
  }

  /// Gives freed memory back to the system: glibc's `malloc_trim`, which its Swift module leaves
  /// out.
  private static let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
  }

  private static func bytes(_ name: String) -> Int? {
    let status = try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Int($0)
    }
    return kibibytes.map { $0 * 1024 }
  }
}
