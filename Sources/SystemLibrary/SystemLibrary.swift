// The C library of the system under one name, for each file that calls it. The attribute has no
// official name yet.
@_exported public import CSystem

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  #error("The system calls need Darwin, Glibc or Musl.")
#endif
