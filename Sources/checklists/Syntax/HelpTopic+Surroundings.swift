/// What is around the program: variables, files, exit statuses.
extension HelpTopic {
  static let environment = HelpTopic(
    name: "environment", title: "Environment", summary: "the variables that the program reads",
    blocks: [
      .terms([
        Term("CHECKLISTS_HOME", "the directory that everything is kept in; see 'checklists where'"),
        Term("CHECKLISTS_FILE", "the document, if --file names none"),
        Term("CHECKLISTS_LIST", "the list, if --list names none"),
        Term("CHECKLISTS_BY", "who goes through a list with 'run', if --by does not say so"),
        Term(
          "CHECKLISTS_NOW", "the present moment, as 2026-12-24T18:00:00Z, instead of the clock's"),
        Term("CHECKLISTS_HISTORY", "'off' keeps nothing for 'undo'"),
        Term("VISUAL, EDITOR", "the editor of 'edit', the first that is set; else vi"),
        Term("XDG_DATA_HOME, HOME", "where that directory is, if CHECKLISTS_HOME does not say so"),
        Term("NO_COLOR", "no colour, whatever it is set to (no-color.org); --color overrides it"),
        Term("TERM", "'dumb' is a terminal without colour and symbols"),
        Term("COLUMNS", "the width to lay out for, instead of the terminal's"),
        Term("LC_ALL, LC_CTYPE, LANG", "whether the terminal shows UTF-8, and so symbols"),
        Term("TZ", "the time zone"),
      ])
    ])

  static let files = HelpTopic(
    name: "files", title: "Files", summary: "where things are kept",
    blocks: [
      .paragraph(
        "Everything is in one directory, which is $CHECKLISTS_HOME, else $XDG_DATA_HOME/checklists, else "
          + "~/.local/share/checklists; on macOS ~/Library/Application Support/checklists instead of the "
          + "last two. It is made when it is first needed, readable by its owner only:"),
      .terms([
        Term("Documents/Checklists.plist", "the document, where no other is named"),
        Term("Templates/NAME.md", "templates of your own, see 'help lists templates'"),
        Term(
          "Library/Preferences/checklists.plist",
          "what was last chosen with 'use', for each document"),
        Term(
          "Library/History/",
          "the last 100 states of each document, at most 64 MiB of them or else the last 5"),
        Term("Library/Sync/", "for each document its remote, and what was exchanged last"),
        Term(
          "Library/Runs/",
          "a log for each document of the runs of its lists, a line of JSON an answer; never removed"
        ),
        Term(
          "Library/Drafts/",
          "texts of edits that are not finished, until 'edit --resume', and what was typed in 'ui' and not "
            + "saved; never removed unasked"),
        Term(
          "Library/Caches/, tmp/",
          "what may be deleted at any time; what is older than a week there is removed when they are next used"
        ),
      ]),
      .paragraph(
        "'checklists where --sizes' tells how much room they take, and which of them to back up."),
      .paragraph(
        "A document is a property list, binary or XML: a keyed archive, as the iOS tutorial app "
          + "Checklists writes it, or the plain property list of that app's later editions. It is saved "
          + "in the dialect and format that it was read in, and unknown fields are preserved."),
      .paragraph(
        "A change is saved before the command ends, under a lock: the new file is written beside the old "
          + "one and takes its name when it is whole, so that at every moment one of the two is there. "
          + "A file that is damaged, or something else, is left as it is."),
      .paragraph(
        "The history has each state from the moment it is saved. If another program removes, empties or "
          + "overwrites the document, 'checklists history restore' brings back what was saved last."
      ),
    ])

  static let exitStatus = HelpTopic(
    name: "exit-status", title: "Exit status", summary: "the numbers that the program ends with",
    blocks: [
      .terms(ExitStatus.allCases.map { Term("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        "From 64 on they are those of sysexits(3). A reader that closes the pipe early, as head does, has "
          + "what it wanted: the status is that of the command."),
    ])
}
