import Terminal

/// Where the process begins: SwiftPM gives `main` of an executable this name.
///
/// With `@main`, the standard library would have to find the arguments. In a static program it
/// looks in `/proc/self/maps`, and finds none if that cannot be read: a command would run without
/// its arguments. Here they come from where the kernel put them.
@_cdecl("checklists_main")
func main(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
  Console.prepareProcess()
  return Program(count, words).run()
}

#if os(Linux)
  /// Tells the runtime that there is no `swift-backtrace`, which it looks for at each start.
  ///
  /// It replaces the runtime's own function, which ends the process if `/proc` is not mounted.
  @_cdecl("swift_copyAuxiliaryExecutablePath")
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    nil
  }
#endif

// The program of the tests asks for its arguments.
#if os(Linux) && !DEBUG
  /// Tells the standard library that there are no arguments, which it looks for at each start in
  /// `/proc/self/maps` and nobody asks it for.
  ///
  /// It replaces, with the next function, the runtime's own ones.
  @_cdecl("_swift_stdlib_getUnsafeArgvArgc")
  func commandLineArguments(
    _ count: UnsafeMutablePointer<CInt>
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    count.pointee = 0
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
    words.initialize(to: nil)
    return words
  }

  @_cdecl("_swift_stdlib_overrideUnsafeArgvArgc")
  func replaceCommandLineArguments(
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ count: CInt
  ) {}
#endif
