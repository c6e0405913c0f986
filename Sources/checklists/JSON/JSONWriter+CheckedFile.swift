import ChecklistCore

extension JSONWriter {
  /// A file that `validate` was given.
  mutating func checkedFile(_ file: CheckedFile) {
    var report: FileReport?
    if case .report(let found) = file.result { report = found }
    beginObject()
    member("document", file.path)
    member("sound", file.status == .done)
    member("kind", report?.kinds.first?.rawValue)
    member("format", report?.format.map { $0 == .binary ? "binary" : "xml" })
    member("dialect", report?.dialect?.rawValue)
    member("values", report?.valueCount)
    member("objects", report?.objectCount)
    member("lists", report?.listCount)
    member("items", report?.itemCount)
    member("readableLists", report?.readable?.lists)
    member("readableItems", report?.readable?.items)
    key("error")
    error(of: file)
    endObject()
  }

  private mutating func error(of file: CheckedFile) {
    let fault: FileReport.Fault
    switch file.result {
    case .report(let report):
      guard let found = report.fault else { return value(String?.none) }
      fault = found
    case .unreadable(let failure): fault = FileReport.Fault(failure.message)
    }
    beginObject()
    member("code", file.status.code)
    member("message", fault.message)
    member("offset", fault.offset)
    member("line", fault.line)
    member("column", fault.column)
    member("path", fault.path)
    endObject()
  }
}
