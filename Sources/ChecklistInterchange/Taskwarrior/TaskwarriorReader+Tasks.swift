import ChecklistCore

extension TaskwarriorReader {
  /// The values that were read of a task.
  private struct Members {
    /// The members that are strings or numbers; the last one of a name counts, and an empty one is
    /// none.
    var uuid, description, status, entry, end, due, project, order, section, recur, parent: String?
    /// The annotations as they are written.
    var annotations: String?
    /// The text of each annotation, and when it was made.
    var notes: [(text: String, entry: String?)] = []
    /// Other members as they are written.
    var others: [String] = []

    mutating func set(_ field: TaskwarriorField, _ word: String) {
      let word = word.isEmpty ? nil : word
      switch field {
      case .uuid: uuid = word
      case .description: description = word
      case .status: status = word
      case .entry: entry = word
      case .end: end = word
      case .due: due = word
      case .project: project = word
      case .order: order = word
      case .section: section = word
      case .recur: recur = word
      case .parent: parent = word
      case .annotations, .id, .urgency, .modified: break
      }
    }
  }

  /// Reads a task.
  ///
  /// - Returns: The task, which has no item where it is deleted or recurs; nil, with a warning,
  ///   where it is no object.
  mutating func readTask() throws(InterchangeError) -> Task? {
    scanner.skipSpace()
    let line = scanner.line
    guard try scanner.begin(.object) else {
      warnings.leaveOut(
        "item was left out, since it is not an object",
        "items were left out, since they are not objects",
        line: line)
      return nil
    }
    var members = Members()
    while let name = try scanner.nextName() {
      guard let field = TaskwarriorField.names[name] else {
        if try scanner.kind() == .null {
          try scanner.null()
        } else {
          members.others.append(try TaskwarriorWriter.member(name.text, raw: scanner.raw()))
        }
        continue
      }
      switch field {
      case .id, .urgency, .modified: try scanner.skip()
      case .annotations: try readAnnotations(&members, line: line)
      default:
        let start = scanner
        switch try scanner.wordField() {
        case .value(let word):
          members.set(field, word)
          guard field == .recur || field == .parent else { break }
          // What may have to be given back as it is.
          let end = scanner
          scanner = start
          members.others.append(try TaskwarriorWriter.member(name.text, raw: scanner.raw()))
          scanner = end
        case .null: break
        case .mismatch:
          warnings.add(
            "value of \"\(name.text)\" was left out, since it is not text",
            "values of \"\(name.text)\" were left out, since they are not text", line: line)
        }
      }
    }
    return task(members, line: line)
  }

  private mutating func readAnnotations(
    _ members: inout Members, line: Int
  ) throws(InterchangeError) {
    scanner.skipSpace()
    let start = scanner
    let annotations = try scanner.annotations()
    members.notes = annotations.all
    warnings.add(
      "annotation was left out, since it has no text",
      "annotations were left out, since they have no text", line: line,
      count: annotations.misunderstoodCount)
    guard annotations.isUsual else { return }
    // What may have to be given back as it is.
    let end = scanner
    scanner = start
    members.annotations = try scanner.raw()
    scanner = end
  }

  private mutating func task(_ members: Members, line: Int) -> Task {
    var task = Task(
      id: members.uuid.map { ItemIdentity.identity(.taskwarrior, $0) },
      project: members.project.flatMap {
        ContentRules.isBlank($0) || ContentRules.hasNul($0) ? nil : $0
      })
    switch members.status {
    case "deleted":
      warnings.leaveOut("deleted task was left out", "deleted tasks were left out", line: line)
      return task
    case "recurring":
      warnings.leaveOut("recurring task was left out", "recurring tasks were left out", line: line)
      return task
    case nil, "pending", "waiting", "completed": break
    default:
      warnings.add(
        "item with an unknown status was imported as open",
        "items with an unknown status were imported as open", line: line)
    }
    if let order = members.order.flatMap(Double.init), order.isFinite { task.order = order }
    task.item = item(members.description ?? "", id: task.id, members, line: line)
    task.parent = members.parent
    if let recur = members.recur, task.item?.item.due != nil {
      task.repetition = TaskwarriorRecurrence.repetition(recur)
      if task.repetition == nil {
        warnings.add(
          "item repeats in a way that is not supported here; its rule is kept for Taskwarrior",
          "items repeat in a way that is not supported here; their rules are kept for Taskwarrior",
          line: line)
      }
    }
    return task
  }

  private mutating func item(
    _ text: String, id: Int?, _ members: Members, line: Int
  ) -> ImportedItem {
    var item = ImportedItem(text, id: id, line: line, now: options.now)
    let status = members.status
    item.setChecked(status == "completed", at: date(members.end, line: line))
    var notes = members.notes
    if status == "completed", let last = notes.last,
      let reason = TaskwarriorWriter.reason(of: last.text)
    {
      item.set(.skipped, for: reason)
      notes.removeLast()
    }
    if let created = date(members.entry, line: line) { item.setCreated(created) }
    if let moment = date(members.due, line: line) {
      item.setDue(days.day(meantBy: moment).map { days.due(on: $0) } ?? .moment(moment))
    }
    let note = notes.map(\.text).joined(separator: "\n")
    if !note.isEmpty { item.setNote(note) }
    if let section = members.section { item.setSection(section) }
    var others = members.others
    // Without these an export would make one annotation of them, with the time of the task.
    let isOwnNote = notes.count == 1 && notes[0].entry == members.entry
    if let annotations = members.annotations, !notes.isEmpty, !isOwnNote {
      others.append(TaskwarriorWriter.member("annotations", raw: annotations))
    }
    if status == "waiting" {
      others.append(TaskwarriorWriter.member("status", raw: "\"waiting\""))
    }
    item.setOrigin(.taskwarrior, id: members.uuid, fields: others)
    return item
  }

  /// Reads a date, which older versions write as seconds since 1970.
  private mutating func date(_ text: String?, line: Int) -> Date? {
    guard let text else { return nil }
    // No date is a number, but a day in the basic form, which has 8 digits.
    if let date = ISO8601.date(text, in: options.zone) { return date }
    let seconds = text.utf8.count > 8 ? Double(text) : nil
    if let seconds, seconds.magnitude < 1e12 {
      return Date(timeIntervalSince1970: seconds.rounded(.down))
    }
    warnings.add(
      "date was left out, since it was not understood",
      "dates were left out, since they were not understood", line: line)
    return nil
  }
}
