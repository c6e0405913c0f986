public import ChecklistCore
import Foundation

/// Data in a field of an archive.
///
/// A data object and an object of class `NSData` or `NSMutableData` are decoded, and a data object
/// is encoded, as for an array of `UInt8`.
///
/// This module is the place of the conformance. Two modules of a program that both declared it
/// would clash.
extension Data: KeyedArchiveValue {}
