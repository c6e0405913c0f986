public import ChecklistCore
public import Foundation

// As a program says it that has data in its archives.
extension Data: KeyedArchiveValue {}
