import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let due = Command(
    syntax: CommandSyntax(
      name: "due", relatedWords: ["overdue", "agenda", "today", "upcoming", "next"],
      summary: "Show due items, soonest first",
      discussion: [
        "Shows open items with a due date, and what is done and comes again ('next'), of all lists "
          + "that are not hidden, or of the list that --list names. --overdue, --today and --within each select items; combined, they show "
          + "every item that any of them selects.",
        "DURATION is 90min, 2h, 3d, 1w or 1month. A number of days includes all of the last day: "
          + "0d is the rest of today.",
        "A due date in a text file that cannot be read ('due:2026-1-5') is a warning with its line. "
          + "With --exit-code, it ends with 1 for an open item.",
      ],
      options: [
        .flag("overdue", "only overdue items"),
        .flag("today", "only items that are due today"),
        .value("within", "DURATION", .duration, "only items that become due in this time"),
        .all, .exitCode,
      ],
      examples: [
        .init("checklists due", "all due dates"),
        .init("checklists due --overdue --today", "what to do today"),
        .init("checklists due --overdue --exit-code", "status 1 if something is overdue"),
      ]),
    answer: .answer(["items": .array(.itemInList)])
  ) { command, context in
    let query = DueQuery(
      overdue: command.options.has("overdue"), today: command.options.has("today"),
      within: try command.options["within"].map { try TimeSpan($0) }, now: context.now,
      in: context.zone)
    let document = try context.document()
    let lists = try context.lists(of: document, withHidden: command.options.has("all"))
    let items = query.items(in: document, lists: lists)
    try context.checkGate(over: lists.map { document.checklists[$0] })
    if context.isGate, items.contains(where: { document[$0].state == .open }) {
      context.status = .noMatch
    }
    context.failGate(overUnreadDuesIn: lists)
    var size = AnswerSize()
    for item in items {
      try size.add(
        [item.position], of: document.checklists[item.list], withNotes: context.globals.json)
    }
    if context.globals.json {
      let lists = document.checklists.map(ListSummary.init)
      var ends = DayEnds(in: context.zone)
      try context.writeJSON { writer in
        writer.member("items", each: items) { writer, item in
          writer.item(document[item], number: item.position + 1, in: lists[item.list], &ends)
        }
      }
    } else {
      let view = DueView(document: document, items: items, dates: context.dates)
      context.console.write(view.text(on: context.console.output))
      if context.globals.list == nil {
        context.tellHidden(document.checklists.count - lists.count)
      }
    }
  }
}
