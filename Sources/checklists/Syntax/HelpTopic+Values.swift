import ChecklistCore

/// The values on the command line.
extension HelpTopic {
  static let items = HelpTopic(
    name: "items", title: "Items", summary: "notes, sections and the other fields of an item",
    blocks: [
      .paragraph("An item has these fields. 'show' shows all of them:"),
      .terms([
        Term("text", "'add TEXT'; 'edit SELECTOR TEXT' replaces it"),
        Term("state", "open [ ], done [x] or skipped [-]: 'check', 'uncheck', 'toggle', 'skip'"),
        Term(
          "due date",
          "--due of 'add' and 'edit'; --postpone moves it on, --no-due removes it; see 'help dates'"
        ),
        Term("repetition", "--repeat and --no-repeat; see 'help repeat'"),
        Term(
          "note",
          "more text, of any number of lines: --note and --no-note; 'edit SELECTOR' without a change opens it in "
            + "the editor, 'list --notes' shows it, and 'search' finds its words"),
        Term(
          "section",
          "the heading that it is under: --section of 'add', 'edit' and 'move', --no-section of 'edit'; "
            + "'list --section NAME' shows the items of one, and section:NAME selects them. "
            + "'edit section:OLD --section NEW' renames one. One without items exists only in a Markdown file"
        ),
        Term(
          "attachments", "files: 'attach', 'detach', and 'show --open'; only in a property list"),
        Term("identity", "what stays when the number and the text change; see 'help selectors'"),
      ]),
    ], relatedWords: ["notes", "sections", "fields"])

  static let selectors = HelpTopic(
    name: "selectors", title: "Selectors", summary: "how to select items and lists",
    blocks: [
      .paragraph("A SELECTOR selects items of the list:"),
      .terms([
        Term("3", "the item with this number"),
        Term("2-5", "the items from one number to another"),
        Term("2,4,7-9", "several of these, also with the words below"),
        .word("last", "the last item"),
        .word("all", "all items"),
        .word("open", "items that are neither done nor skipped"),
        .word("done", "items that are checked"),
        .word("skipped", "items that are skipped this time"),
        .word("due", "open items with a due date"),
        .word("overdue", "open items whose due date is over"),
        .word("today", "open items that are due today, also at a time that is over"),
        .word("conflicts", "items with a conflict; see 'resolve'"),
        Term(
          "id:9f3c",
          "the item with this identity, or the only one whose identity starts with these digits, four "
            + "or more; 'show' shows identities"),
        Term(
          "section:Clothes",
          "the items of this section; in a Markdown file, those of the sections nested in it too"),
        Term(
          "text:Milk, =Milk",
          "the item whose whole text is exactly this, upper and lower case too, or none"),
        Term(
          "milk",
          "the item with this text, else the only one whose text has these words; the last word may be the "
            + "beginning of one: 'oat mi' selects 'Oat milk', and 'ilk' does not"),
      ]),
      .paragraph(
        "The number of an item is its place in the list, in every view. In words of a text and in the name of a "
          + "section, case does not matter. The words from 'last' to 'conflicts' are lowercase: 'Open' is a text, "
          + "and '=open' selects an item that has only this word."),
      .paragraph(
        "A command resolves its selectors before it changes anything. No match, or several matches of a text or "
          + "an identity, is an error that names the candidates; the words from 'all' to 'conflicts' "
          + "may match nothing. A whole text that no item has is wrong usage (64) if others come near, which it names. Views show every item that a text matches. A blank selector is an error, so an unset "
          + "variable in a script selects nothing."),
      .paragraph(
        "A LIST is the whole name of a list, or id: and the beginning of its identity."),
    ])

  static let dates = HelpTopic(
    name: "dates", title: "Dates", summary: "how to write dates and durations",
    blocks: [
      .paragraph("WHEN is a day, a time, or both:"),
      .terms([
        .word("today", "the end of this day"),
        .word("tonight", "today at 18:00, later at 23:59; 'tonight 9' is 21:00"),
        .word("tomorrow", "the end of the next day"),
        .word("yesterday", "the end of the day before: overdue"),
        Term(
          "fri, friday", "the end of the next such day after today",
          words: CalendarDate.weekdayNames.map { $0.lowercased() }),
        .word("weekend", "the end of the next Saturday after today"),
        .word("next week", "the end of the Monday of next week"),
        Term("this fri", "that day, today included"),
        Term("next fri", "the end of that day of next week (from Monday)"),
        .word("next month", "the end of its first day"),
        .word("next year", "the end of its first day"),
        .word("end of week", "the end of this Sunday"),
        Term(
          "end of month, eom", "the end of the last day of this month",
          words: ["end of month", "eom"]),
        Term("end of year, eoy", "the end of 31 December", words: ["end of year", "eoy"]),
        Term("3d, +1w, in 2 weeks", "the end of the day, that many days or weeks from today"),
        Term(
          "+1month, +1y, in 2 months",
          "the end of the same day, that many months or years later"),
        Term(
          "24 dec, dec 24th, 24.12.", "the end of the next such day, today included"
        ),
        Term("1st, 15th", "the end of the next such day of a month, today included"),
        Term("2026-12-24, dec 24 2026, 24.12.2026", "the end of this day"),
        Term("18:00, 6pm, 6:30 pm", "the next such time; 12am is 0:00"),
        .word("noon", "the next 12:00; also 12pm"),
        .word("midnight", "the next 0:00; with a day, the 0:00 at its end"),
        Term("fri 9:00, tomorrow 9, fri at noon", "this time of that day"),
        Term("2h, +90min, in 2 hours", "that long from now"),
        Term("2026-12-24T18:00Z", "a moment in ISO 8601, with its zone"),
      ]),
      .paragraph(
        "Days and times are in the local time zone. A due day is overdue when the day is over. A day stays the "
          + "same day in every time zone, and a time the same moment."),
      .paragraph(
        "A DURATION is a number and a unit: 90min, 2h, 3d, 1w, 1month, 1y. A number of days "
          + "includes all of the last day; 0d is the rest of today. 'm' alone is refused: it "
          + "could be minutes or months."),
    ])

  static let repetitions = HelpTopic(
    name: "repeat", title: "Repetitions", summary: "how to write how often an item is due",
    blocks: [
      .paragraph("A RULE says how often an item is due again:"),
      .terms([
        Term("1d, 2w, 1month, 1y, daily", "each so many days, weeks, months or years"),
        Term("every other week, quarterly", "every 2 weeks, every 3 months"),
        Term("weekdays", "from Monday to Friday"),
        Term("tue,fri", "on these days of the week; also 'every 2 weeks on tue,fri'"),
        Term("1st, 1st and 15th", "on these days of the month; also 'every 3 months on the 1st'"),
        Term("eom, 2nd last", "on the last day of the month, on the day before it"),
        Term("2nd tue, last fri, last weekday", "on this weekday of the month"),
        Term("january on the 15th, april and december", "each year in these months"),
        Term("4d when done", "so long after the day on which it is done"),
        Term("1w until 2026-12-20", "not after this day, which is any day of 'help dates'"),
      ]),
      .paragraph(
        "An item without a due date that gets a RULE is due on its first day from today on. The answer names "
          + "the day. 'every' may stand before each RULE, and case does not matter."),
      .paragraph(
        "What is done is open again on its next day, which the answer names. What was missed stays overdue, "
          + "and is done for the last day that has come."),
      .paragraph(
        "Months and years keep their day: with 1month, 31 January is followed by the last day of February, "
          + "then by 31 March. 'on the 31st' leaves out months that have none; eom does not."),
    ])
}
