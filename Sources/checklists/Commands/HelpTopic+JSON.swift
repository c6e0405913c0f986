import ChecklistCore

/// The JSON that programs read.
extension HelpTopic {
  static var json: HelpTopic {
    HelpTopic(
      name: "json", title: "JSON", summary: "the output of --json",
      blocks: [
        .paragraph(
          "With --json every command prints one object, on one line. It begins with \"schema\", "
            + "which is 1, and \"document\", the path of the file that it is about, or null if "
            + "there is none or several. With --dry-run, \"dryRun\": true follows. The other "
            + "members depend on the command:"),
        .terms(answers),
        .paragraph("Their parts:"),
        .terms(JSONPart.all.map { Term($0.name, "{\($0.members.notation)}") }),
        .paragraph(
          "An id is a string of hexadecimal digits. A time is in UTC, such as 2026-12-24T17:00:00Z. A value "
            + "that is absent is null; no member is left out. A byte of a path that is not UTF-8 is \\xFF, as "
            + "in messages."),
        .paragraph(
          "An error goes to standard error, with the same exit status as without --json: {\"schema\": 1, "
            + "\(JSONShape.error.notation.dropFirst())"),
        .paragraph(
          "Within a schema, members are added, but never removed or given another meaning. "
            + "'checklists help json --json' prints the JSON Schema of all answers."),
      ])
  }

  /// The answers, those of one shape together.
  private static var answers: [Term] {
    var rows: [(commands: [String], notation: String)] = []
    for (command, shape) in Command.answers {
      let notation = shape.answerNotation
      if let index = rows.firstIndex(where: { $0.notation == notation }) {
        rows[index].commands.append(command)
      } else {
        rows.append(([command], notation))
      }
    }
    return rows.map { Term($0.commands.joined(separator: ", "), $0.notation) }
  }
}
