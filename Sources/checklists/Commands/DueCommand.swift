import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let due = Command(
    syntax: CommandSyntax(
      name: "due", relatedWords: ["overdue", "agenda", "today", "upcoming", "next"],
      summary: "Show what is due, the soonest first",
      discussion: [
        "Shows the items that are not done, of all lists or of the one that '--list' names. '--today' shows "
          + "what is due on this day, '--within' what becomes due from now on, '--overdue' what is past; "
          + "together they show all of that.",
        "Hidden lists are left out, unless '--hidden' is there or '--list' names one.",
        "DURATION is 90min, 2h, 3d, 1w or 1month. Days go to the end of the last one: 0d is the rest of today.",
        "The exit status is 0 if there is such an item, and 1 if there is none.",
      ],
      options: [
        .flag("overdue", "only what should be done already"),
        .flag("today", "only what is due on this day"),
        .value("within", "DURATION", .duration, "only what becomes due in this time"),
        .hidden,
      ],
      examples: [
        .init("checklists due", "whatever has a date"),
        .init("checklists due --overdue --today", "what to do today"),
        .init("checklists due --within 1h --json", "for a reminder"),
      ]),
    answer: .answer(["items": .array(.itemInList)])
  ) { command, context in
    let query = DueQuery(
      overdue: command.options.has("overdue"), today: command.options.has("today"),
      within: try command.options["within"].map { try TimeSpan($0) }, now: context.now,
      in: context.zone)
    let document = try context.document()
    let lists = try context.lists(of: document, withHidden: command.options.has("hidden"))
    let items = query.items(in: document, lists: lists)
    if items.isEmpty { context.status = .noMatch }
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
