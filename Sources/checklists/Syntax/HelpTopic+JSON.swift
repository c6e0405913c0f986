import ChecklistCore

/// What programs read.
extension HelpTopic {
  static let json = HelpTopic(
    name: "json", title: "JSON", summary: "what --json prints, for scripts",
    blocks: [
      .paragraph(
        "With --json every command prints one object, on one line. It begins with \"schema\", which is 1, and "
          + "\"document\", the path of the file that it is about, or null if there is none or several; "
          + "with --dry-run follows \"dryRun\", which is true. Then come these, by command:"),
      .terms([
        Term(
          "add, toggle, check, uncheck, edit, delete, move, reset, show, detach",
          "\"checklist\": list, and \"items\": [item], those that the command was for, as they are now"
        ),
        Term(
          "list, find",
          "\"checklist\": list with \"items\": [item], null if there is no list yet; with --all, and of find, "
            + "\"checklists\", an array of such; with --count \"count\""),
        Term(
          "attach",
          "\"checklist\": list; with FILE \"items\": [item], else \"attachments\": [{\"item\", \"number\", \"key\", \"name\", \"size\", "
            + "\"path\", \"state\", \"copy\"}]; the state is sound, missing, altered or unsoundKey; the copy "
            + "is a path, with --output or --open"),
        Term("due", "\"items\": [item with \"checklist\": list]"),
        Term(
          "lists",
          "\"checklists\": [list with \"selected\", true for the one that commands mean]"),
        Term(
          "lists add, lists edit, lists delete, lists move",
          "\"checklist\": list"),
        Term("lists templates", "\"folder\", \"templates\": [template]"),
        Term(
          "use",
          "\"checklist\": list, null with --none, and \"former\": list, the one that was meant before"
        ),
        Term(
          "batch",
          "\"results\": [{\"line\", \"command\", and what the command itself answers with}]"),
        Term(
          "undo, redo, history restore",
          "\"state\": state, the one that was left or restored, as the history has it afterwards"),
        Term("history", "\"states\": [state], the newest first"),
        Term("history clear", "nothing more"),
        Term(
          "inspect",
          "\"format\", \"bytes\", \"archive\", and for an archive \"archiver\", \"version\", \"top\" and "
            + "\"objects\", for another property list \"value\""),
        Term("validate", "\"files\": [file]"),
        Term("convert", "\"format\", \"bytes\", \"warnings\": [text]"),
        Term(
          "import",
          "\"added\", \"updated\", \"unchanged\" and \"skipped\": numbers of items, \"checklists\": [list], "
            + "those that the files are about, \"attachments\": how many files items get, and \"warnings\": "
            + "[text]"),
        Term(
          "export",
          "\"format\", \"bytes\", \"attachments\": how many files are beside it, for a folder \"written\" and \"unchanged\", numbers of files, and \"warnings\": "
            + "[text]; the document is the file that was written"),
        Term(
          "diff",
          "\"from\", \"to\": what is compared, \"checklists\" and \"items\": [{\"change\": added, deleted or "
            + "edited, \"moved\", \"fields\": those with another value, \"before\", \"after\"}]; an item has its "
            + "\"checklist\" too"),
        Term(
          "sync",
          "\"remote\": its address, \"received\": the items that others have changed, \"sent\": a number of "
            + "changes, \"attachments\": how many files were \"received\" and \"sent\", and the names of those "
            + "that are \"kept\" here because they are large, of those \"refused\" because the remote has another "
            + "size, and of those here that are \"unread\", \"repositoryIsNew\": whether "
            + "the side repository was damaged and made anew, \"reports\": [text], and \"conflicts\" as 'merge' has them"
        ),
        Term(
          "run",
          "\"run\": run, null if none was begun; with --dry-run \"items\": [item], those that would be asked"
        ),
        Term(
          "runs",
          "\"runs\": [run], the newest first; with a number \"run\": run with \"answers\": [answer], or with "
            + "--output \"format\" and \"bytes\" of the file; with --stats \"items\": [{\"id\", \"text\", "
            + "\"section\", \"runs\": in how many it was answered, \"skipped\": in how many of them, "
            + "\"medianSeconds\": what it takes, or null}]"),
        Term(
          "merge",
          "\"items\": those that were changed, \"reports\": [text], \"attachments\": how many files were "
            + "\"received\", and the names of those \"missing\", and \"conflicts\": the items with two values, "
            + "each with its \"checklist\""),
        Term(
          "where",
          "\"container\", \"preferences\": paths, or null; \"remote\": the address, \"branch\", and whether the "
            + "document is \"synchronized\", or null; with --sizes \"folders\": [{\"path\", in the container "
            + "relative to it, \"bytes\", \"files\", \"backup\": yes, optional or no, \"problem\": text}], those "
            + "that are there, and \"bytes\" of all"),
        Term("completions", "\"shell\", \"script\""),
        Term("manual", "\"manual\""),
        Term(
          "help",
          "\"commands\" with their \"arguments\" and \"options\", and the \"options\" of every command; or "
            + "\"topic\" and \"text\""),
      ]),
      .paragraph("Their parts:"),
      .terms([
        Term(
          "item",
          "{\"number\", \"id\", \(itemMembers)}; the number is null for an item that was deleted; of what is due on a "
            + "day, \"due\" is its end where one is, and \"dueDay\" the day, as 2026-12-24; \"repeat\" is as "
            + "1month, or as 1month@31 while a month is too short for the day that it comes back to; "
            + "\"attachments\" are [{\"key\", \"name\", \"size\": in bytes}]; \"origin\" "
            + "has what other programs know of it, by format: {\"id\", \"fields\": [text]}; "
            + "\"conflicts\" are the values that lost in a merge: [{\"field\": text, note or due, \"value\"}]"
        ),
        Term(
          "list",
          "{\"id\", \"name\", \"icon\", \"hidden\", \"conflicts\", \"total\", \"done\"}; the fields in conflict are name and icon"
        ),
        Term(
          "template",
          "{\"name\", \"own\", \"total\", \"path\", \"fault\"}; one that ships has no path; of one that cannot be "
            + "used, the total is null and the fault says why"),
        Term(
          "run",
          "{\"number\", \"list\", \"listID\", \"state\", \"started\", \"ended\", \"by\", \"total\", \"done\", "
            + "\"skipped\", \"left\"}; the list is its name; the state is open, complete or closed; \"by\" are "
            + "the names of all who took part"),
        Term(
          "answer",
          "{\"id\", \"text\", \"section\", \"answer\", \"elsewhere\", \"by\", \"time\", \"seconds\", "
            + "\"reason\", \"notes\"}; the answer is done, skipped, undone or open; the time of an open one is "
            + "null; \"elsewhere\" is true for what another command did; the seconds are those since the "
            + "answer before"),
        Term("state", "{\"number\", \"time\", \"command\", \"summary\", \"present\", \"undone\"}"),
        Term(
          "file",
          "{\"document\", \"sound\", \"kind\", \"format\", \"dialect\", \"values\", \"objects\", \"lists\", "
            + "\"items\", \"attachments\", \"readableLists\", \"readableItems\", \"warnings\", \"error\"}; the warnings are texts; an error is {\"code\", \"message\", "
            + "\"offset\", \"line\", \"column\", \"path\"}"),
      ]),
      .paragraph(
        "Identities are strings. Times are ISO 8601 in UTC, as 2026-12-24T17:00:00Z. A value that is absent "
          + "is null; no member is left out. A byte of a path that is not UTF-8 is written as \\xFF, as in "
          + "messages."),
      .paragraph(
        "An error is {\"schema\": 1, \"error\": {\"code\", \"message\", \"hint\", \"candidates\", \"path\", "
          + "\"offset\", \"line\", \"column\"}} on standard error, with the same exit status as without "
          + "--json. The candidates are [{\"number\", \"id\", \"text\"}], the items or lists that a selector "
          + "could have meant, empty if there are none; the number is null for a list. The code is a "
          + "word for the exit status: "
          + ExitStatus.allCases.dropFirst().map(\.code).joined(separator: ", ", last: " or ") + "."),
    ])

  /// The members of an item after its number and its identity.
  private static var itemMembers: String {
    ItemField.allCases.flatMap { $0 == .due ? ["due", "dueDay"] : [$0.rawValue] }
      .map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
