// `Date` and `Data` for each file here, and for each program that imports the library. The whole of
// Foundation would make every start slower. The attribute has no official name yet.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
