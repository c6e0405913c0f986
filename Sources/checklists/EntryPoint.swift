import Terminal

/// Where the process begins: SwiftPM gives `main` of an executable this name.
///
/// With `@main`, the standard library would have to find the arguments. In a static program it
/// looks in `/proc/self/maps`, and finds none if that cannot be read: a command would run without
/// its arguments. Here they come from where the kernel put them.
@_cdecl("checklists_main")
func main(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
  Console.prepareProcess()
  return Program(count, words).run().rawValue
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
