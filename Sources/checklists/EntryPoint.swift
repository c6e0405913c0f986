import Terminal

/// Where the process begins: SwiftPM gives `main` of an executable this name.
///
/// Not `@main`, for which the standard library has to find the arguments. In a static program it looks
/// for them in `/proc/self/maps`, and where that cannot be read it finds none: a command with its
/// arguments would run as one without. Here they come from where the kernel put them.
@_cdecl("checklists_main")
func main(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
  Console.prepareProcess()
  return Program(count, words).run().rawValue
}

#if os(Linux)
  /// Answers the runtime, which looks for `swift-backtrace` beside the program at each start: there is none.
  ///
  /// It takes the place of the runtime's own function, which ends the process where `/proc` is not mounted.
  ///
  /// - Parameter name: The name of a program.
  /// - Returns: No path.
  @_cdecl("swift_copyAuxiliaryExecutablePath")
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    nil
  }
#endif
