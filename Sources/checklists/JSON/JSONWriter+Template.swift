import ChecklistCore
import ChecklistInterchange

extension JSONWriter {
  /// A template.
  mutating func template(_ template: Templates.Summary) {
    beginObject()
    member("name", template.name)
    member("own", template.isOwn)
    member("total", template.total)
    member("path", template.path?.shownPath)
    member("fault", template.fault)
    endObject()
  }

  /// A member whose value is a template.
  mutating func member(_ name: String, _ template: Templates.Summary) {
    key(name)
    self.template(template)
  }
}
