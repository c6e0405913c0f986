import ChecklistCore

/// How values are written.
extension HelpTopic {
  static let selectors = HelpTopic(
    name: "selectors", title: "Selectors", summary: "how to say which items, and which list",
    blocks: [
      .paragraph("A SELECTOR says which items of the list a command is for:"),
      .terms([
        Term("3", "the item with this number"),
        Term("2-5", "the items from one number to another"),
        Term("2,4,7-9", "several of them, and of the words below"),
        .word("last", "the last item"),
        .word("all", "every item"),
        .word("open", "the items that are not checked"),
        .word("done", "the items that are checked"),
        .word("conflicts", "the items of which a merge has kept two values"),
        Term(
          "id:9f3c",
          "the item with this identity, or the only one whose identity begins "
            + "like this; 'show' tells identities"),
        Term("section:Clothes", "the items of this section, in upper or lower case"),
        Term(
          "text:milk",
          "the only item with this text, in upper or lower case; else the only one that has it in "
            + "its text as whole words, of which the last may be the beginning of one: 'oat mi' "
            + "selects 'Oat milk', and 'ilk' does not"),
        Term("milk", "the same, for a text that is none of the above"),
      ]),
      .paragraph(
        "The number of an item is its place in the list. It is the same in every view, also where a "
          + "view shows some of the items only, or sorts them."),
      .paragraph(
        "All selectors of a command are resolved before anything changes. One that matches nothing, or "
          + "a text or identity that matches several items, is an error that changes nothing; the items "
          + "that could be meant are named. 'all', 'open', 'done' and 'conflicts' may match nothing. A view, 'list' or "
          + "'show', shows every item that a text matches. A blank selector is an error, so that an "
          + "unset variable of a script means no item."),
      .paragraph(
        "A LIST is the whole name of a list, in upper or lower case, or id: and its identity, or the "
          + "beginning of it. That is how --list takes it too."),
    ])

  static let dates = HelpTopic(
    name: "dates", title: "Dates", summary: "how to say when, and how long",
    blocks: [
      .paragraph("WHEN is a day, a time, both, or a moment, in upper or lower case:"),
      .terms([
        .word("today", "the end of this day"),
        .word("tonight", "today at 18:00; with an hour, that of the evening"),
        .word("tomorrow", "the end of the next"),
        .word("yesterday", "the end of the day before: overdue"),
        Term(
          "fri, friday", "the end of the next such day after today",
          words: CalendarDate.weekdayNames.map { $0.lowercased() }),
        .word("weekend", "the end of the next Saturday after today"),
        .word("next week", "the end of the Monday of next week"),
        Term("this fri", "the end of that day, which can be today"),
        Term("next fri", "the end of that day of next week, which begins on Monday"),
        .word("next month", "the end of its first day"),
        .word("next year", "the end of its first day"),
        .word("end of week", "the end of this Sunday"),
        .word("end of month", "the end of the last day of this month"),
        .word("end of year", "the end of 31 December"),
        Term("3d, +1w, in 2 weeks", "the end of the day so many days or weeks from today"),
        Term(
          "+1month, +1y, in 2 months",
          "the end of the same day so many months or years later, or of the last day of that month"),
        Term(
          "24 dec, dec 24th, 24.12.", "the end of the next such day of the year, which can be today"
        ),
        Term("2026-12-24, dec 24 2026, 24.12.2026", "the end of this day"),
        Term("18:00, 6pm, 6:30 pm", "the next time that a clock shows this; 12am is 0:00"),
        .word("noon", "the next 12:00, as 12pm"),
        .word("midnight", "the next 0:00; with a day, the 0:00 at its end"),
        Term("fri 9:00, tomorrow 9, fri at noon", "this time of that day"),
        Term("2h, +90min, in 2 hours", "so long from now"),
        Term("2026-12-24T18:00Z", "a moment as ISO 8601 has it, with its zone"),
      ]),
      .paragraph(
        "Days and times are those of the local time zone, also where its clocks change meanwhile. What is due "
          + "on a day is overdue when the day is over. A day stays that day in every time zone, and a moment "
          + "the same moment; 23:59:59 is the day."),
      .paragraph(
        "A DURATION is a number and a unit: 90min and 2h end so long from now, 3d, 1w, 1month and 1y at "
          + "the end of the day so many days, weeks, months or years from today, 0d at the end of today. "
          + "A number with 'm' is refused, since it can be read as minutes or as months."),
      .paragraph(
        "A STEP says how often something is due again: 1d, 2w, 1month, 1y, weekdays (from Monday to Friday), or "
          + "daily, weekly, monthly, yearly. 'reset' moves the date to its next time. Months and years keep "
          + "to their day: from 31 January comes the last day of February, and then 31 March."),
    ])
}
