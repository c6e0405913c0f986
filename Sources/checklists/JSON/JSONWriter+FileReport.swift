import ChecklistCore

extension JSONWriter {
  /// The report of a check of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, as it was given.
  ///   - code: The word for the exit status of the report.
  mutating func file(_ report: FileReport, path: String, code: String) {
    beginObject()
    member("document", path.shownPath)
    member("sound", report.fault == nil)
    member("kind", report.kinds.first?.rawValue)
    member("format", report.format.map { $0 == .binary ? "binary" : "xml" })
    member("dialect", report.dialect?.rawValue)
    member("values", report.valueCount)
    member("objects", report.objectCount)
    member("lists", report.listCount)
    member("items", report.itemCount)
    member("attachments", report.attachmentCount)
    member("readableLists", report.readable?.lists)
    member("readableItems", report.readable?.items)
    member("warnings", each: report.warnings) { $0.value($1) }
    key("error")
    if let fault = report.fault {
      beginObject()
      member("code", code)
      member("message", fault.message)
      member("offset", fault.offset)
      member("line", fault.line)
      member("column", fault.column)
      member("path", fault.path)
      endObject()
    } else {
      value(String?.none)
    }
    endObject()
  }
}
