/// The surroundings of the program: variables, files, exit statuses, scripts.
extension HelpTopic {
  static let environment = HelpTopic(
    name: "environment", title: "Environment", summary: "environment variables",
    blocks: [
      .terms([
        Term("CHECKLISTS_HOME", "the home: the directory of all files; see 'help files'"),
        Term("CHECKLISTS_FILE", "the document; --file overrides it"),
        Term("CHECKLISTS_LIST", "the list; --list overrides it"),
        Term("CHECKLISTS_BY", "your name in the log of 'run'; --by overrides it"),
        Term(
          "CHECKLISTS_NOW", "the time to use instead of the clock's, such as 2026-12-24T18:00:00Z"),
        Term("CHECKLISTS_HISTORY", "'off' keeps no history: nothing can be undone"),
        Term("VISUAL, EDITOR", "the editor of 'edit', the first that is set; else vi"),
        Term("XDG_DATA_HOME, HOME", "the parent of the home, unless CHECKLISTS_HOME is set"),
        Term("NO_COLOR", "no colour, whatever its value (no-color.org); --color overrides it"),
        Term(
          "TERM, COLORTERM",
          "'dumb' is a terminal without colour and symbols; '256color' in TERM, and 'truecolor' or "
            + "'24bit' in COLORTERM, choose colours that are readable on black and on white"),
        Term("COLUMNS", "the width of the output, instead of the terminal's"),
        Term("LC_ALL, LC_CTYPE, LANG", "whether the terminal shows UTF-8, and symbols"),
        Term("TZ", "the time zone"),
      ])
    ])

  static var options: HelpTopic {
    HelpTopic(
      name: "options", title: "Options", summary: "the options of every command",
      blocks: [
        .paragraph(HelpText.rules),
        .terms(
          GlobalOptions.syntax.map {
            Term(
              String($0.usage.drop { $0 == " " }), $0.summary + ($0.value?.choices ?? ""))
          }),
        .paragraph(
          "Commands that are not about one list, such as 'undo', 'sync' and 'batch', refuse --list."
        ),
      ])
  }

  static let documents = HelpTopic(
    name: "documents", title: "Documents", summary: "property lists, Markdown and todo.txt",
    blocks: [
      .paragraph(
        "A document is a property list, binary or XML: a keyed archive, as the iOS tutorial app Checklists "
          + "writes it, or the plain property list of that app's later editions. It is saved in the "
          + "dialect and the format that it was read in, with the fields that other programs add."),
      .paragraph(
        "--file, $CHECKLISTS_FILE and 'use' may also name a Markdown file (.md, .markdown, .mdown, .mkd) or a "
          + "todo.txt (todo.txt, done.txt, NAME.todo.txt). Only the bytes change that a command is about. "
          + "What such a file cannot hold is refused, and 'merge' and 'sync' leave it to git. "
          + "'import' and 'export' copy between the kinds."),
      .paragraph("In Markdown:"),
      .terms([
        Term("# Name", "a list; what stands before the first is a list with the file's name"),
        Term("## Name", "a section, and so is an entry without a box: its items are below it"),
        Term("- [ ] Text", "an open item, after a bullet or a number; [x] is done, [-] is skipped"),
        Term(
          "- [/] Text",
          "an open item too, as with > < ! ? * ~ + . in the box; the mark stays until the state changes, and "
            + "'uncheck' writes [ ]"),
        Term("indented blocks", "nested items, and before the first of them the note"),
        Term("[due:: 2026-12-24]", "the due date; with a time [due:: 2026-12-24T18:00]"),
        Term(
          "[repeat:: every 2 weeks]",
          "the repetition of an item that is due, by a RULE of 'help repeat'"),
        Term(
          "[created:: 2026-11-01]", "creation, and [completion:: 2026-11-02], if the file has such"),
        Term("[skipped:: it is warm]", "why an item is skipped"),
        Term("^abc", "an identity, which the item keeps with another text"),
      ]),
      .paragraph(
        "The marks of the Obsidian Tasks plug-in mean the same, and new dates are written with them, unless "
          + "the file has brackets only."),
      .paragraph("In todo.txt, a line is an item, and the file one list without sections:"),
      .terms([
        Term("x 2026-11-02 2026-11-01 Text", "a done item, with completion and creation"),
        Term("(A) Text +project @context", "all of this is text"),
        Term("due:2026-12-24", "the due date; with a time due:2026-12-24T18:00"),
        Term("rec:+2w", "the repetition, in d, w, m, y, or 1b for weekdays"),
        Term("rec:2w", "the repetition from the day on which it is done"),
        Term("skipped:it%20is%20warm", "after an x: the item is skipped, and why"),
        Term("id:abc", "an identity"),
      ]),
    ], relatedWords: ["markdown", "todo.txt", "todotxt", "obsidian"])

  static let files = HelpTopic(
    name: "files", title: "Files", summary: "the files that the program keeps",
    blocks: [
      .paragraph(
        "All files are in one directory, the home: $CHECKLISTS_HOME, else $XDG_DATA_HOME/checklists, else "
          + "~/.local/share/checklists; on macOS ~/Library/Application Support/checklists instead of the "
          + "last two. It is made when it is first needed, and only its owner can read it:"),
      .terms([
        Term("Documents/Checklists.plist", "the document, unless another one is named"),
        Term("Templates/NAME.md", "your templates; see 'help lists templates'"),
        Term(
          "Library/Preferences/checklists.plist", "the choices of 'use', for documents and folders"),
        Term(
          "Library/History/",
          "the last 100 states of each document, up to 64 MiB in all; the last 5 are always kept"),
        Term("Library/Sync/", "the remote of each document, and the state of the last 'sync'"),
        Term(
          "Library/Exports/",
          "the calendar files that 'export' left in folders, to remove those of deleted items"),
        Term(
          "Library/Runs/",
          "a log of the runs of each document, one line of JSON for each answer; never removed"),
        Term(
          "Library/Commands/",
          "the commands of each document that 'run --execute' has been allowed to execute"),
        Term(
          "Library/Drafts/", "unsaved text of 'edit' and 'ui'; never removed unasked"),
        Term(
          "Library/Caches/, tmp/",
          "may be deleted at any time; files older than a week are removed at the next use"),
      ]),
      .paragraph("'checklists where --sizes' shows their sizes, and which of them to back up."),
      .paragraph(
        "A change is saved, under a lock, before the command ends: a new file is written beside "
          + "the old one, and then takes its name. At every moment one of the two exists and is "
          + "complete. A file that is damaged or is not a document is never replaced."),
      .paragraph(
        "The history has each state from the moment when it is saved. If another program removes, empties or "
          + "overwrites the document, 'checklists history restore' brings back the last saved state."
      ),
    ])

  static let exitStatus = HelpTopic(
    name: "exit-status", title: "Exit status", summary: "exit statuses",
    blocks: [
      .terms(ExitStatus.allCases.map { Term("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        "The statuses from 64 on follow sysexits(3). If a reader closes the pipe early, as head "
          + "does, the status of the command does not change."),
    ])

  static let scripts = HelpTopic(
    name: "scripts", title: "Scripts", summary: "for scripts and agents",
    blocks: [
      .paragraph("Commands that are safe to repeat: the second time changes nothing."),
      .terms([
        Term(
          "check, uncheck, edit, detach",
          "an item that is already as requested stays unchanged: \"changed\": false"),
        Term("add --if-missing TEXT", "skips a text that the list already has"),
        Term("lists add NAME --if-missing", "does nothing if the name is taken"),
        Term("import FILE", "finds existing items by their identity or their text"),
      ]),
      .paragraph(
        "'toggle', 'add', 'move', 'reset' and 'undo' do something each time. Use numbers only "
          + "within one command or one batch; 'id:9f3c' stays the same when items move. A text "
          + "that matches several items is an error (2), and nothing is changed."),
      .paragraph(
        "Only these are interactive: 'run' on a terminal, 'edit' without a change, 'ui', and git "
          + "in 'sync'."
      ),
      .paragraph(
        "Each change takes a lock for a few milliseconds, and waits up to 10 s for another one (--lock-timeout; "
          + "status 75 after that). 'batch' runs many commands under one lock, and saves all of them or none:"
      ),
      .terms([
        Term("printf 'add Tea\\ncheck Milk\\n' | checklists batch", "two commands, one change"),
        Term("checklists undo", "reverts both"),
      ]),
      .paragraph(
        "--json prints one object on one line ('help json'); --quiet prints nothing about a change but warnings; --dry-run "
          + "changes nothing and shows the same answer. With jq:"),
      .terms([
        Term("checklists list --json | jq -r '.checklist.items[].text'", "all texts"),
        Term(
          "checklists list open --json | jq -r '.checklist.items[] | \"\\(.id) \\(.text)\"'",
          "open items with their identity"),
        Term("checklists add Milk --json | jq -r '.items[0].id'", "the identity of a new item"),
        Term(
          "checklists edit Milk --identity --json | jq -r '.items[0].id'",
          "an identity that stays, also in a file of text"),
        Term("checklists check =Milk", "the item with exactly this text, or an error"),
        Term("checklists check id:9f3c --json | jq '.items[0].changed'", "whether it was open"),
        Term(
          "checklists lists --json | jq -r '.checklists[] | select(.selected).name'",
          "the current list"),
        Term("checklists due --json | jq -r '.items[] | \"\\(.due) \\(.text)\"'", "due dates"),
        Term("checklists search milk --json | jq '[.checklists[].items[]] | length'", "a count"),
        Term("checklists history --json | jq '.states[0].summary'", "the last change"),
        Term("checklists report --json | jq '.runs[0].state'", "the state of the last run"),
        Term("checklists toggle 99 --json 2>&1 | jq -r .error.code", "an error: no-match"),
      ]),
      .paragraph(
        "An identity means its item, or nothing (status 1). A property list has them. In a Markdown file or a todo.txt "
          + "it is that of ^abc, of id:abc or of Obsidian Tasks in the line of the item, else its text. Where a "
          + "text repeats, it is made of the section, the items above and how many there are too: a change of these "
          + "ends it, and the error names the items with that text. Marks, dates and notes do not, except of "
          + "equal items side by side. In a 'batch', an identity follows its item. 'edit SELECTOR --identity' "
          + "writes one that stays into the line of an item that has none: ^abc in Markdown, id:abc in a todo.txt."
      ),
      .paragraph(
        "Gates, for CI. None passes where there are no items to check, or where git left a conflict in a file of text "
          + "(65). --quiet leaves only the status:"),
      .terms([
        Term("checklists list open --list Release --exit-code", "1 while an item is open"),
        Term(
          "checklists --file RELEASE.md list open --exit-code", "the same for all lists of a file"),
        Term("checklists due --overdue --exit-code", "1 if something is overdue"),
        Term(
          "checklists report --exit-code", "1 unless the last run is complete, each skip explained"
        ),
        Term("checklists diff --exit-code ./a.plist ./b.plist", "1 if they differ"),
      ]),
      .paragraph(
        "Tests set CHECKLISTS_HOME to an empty folder and CHECKLISTS_NOW to a time, and get the same output each "
          + "time. Exit statuses: 'help exit-status'."),
    ])
}
