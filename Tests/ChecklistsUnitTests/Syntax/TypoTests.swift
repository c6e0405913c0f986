import Testing

@testable import checklists

/// What a newcomer types, by the program's own table.
@Suite struct TypoTests {
  @Test(arguments: [
    ("ad", "add"), ("ADD", "add"), ("new x", "add, lists add"), ("cretae x", "add, lists add"),
    ("'add milk'", "add"), ("lst", "list"), ("serach milk", "search"), ("fidn milk", "search"),
    ("grep milk", "search"),
    ("todo", "list"), ("open", "list open, show"), ("OPEN", "list open, show"),
    ("all", "list all, lists"), ("last", "list last"), ("conflicts", "list conflicts, resolve"),
    ("'open 3'", "list open, show"),
    ("switch Work", "use"), ("uncomplete 1", "uncheck"), ("copy Packing", "lists add"),
    ("backup", "export"), ("pri", nil), ("un", "uncheck, undo"), ("co", "completions"),
    ("togle 1", "toggle"), ("flip 1", "toggle"), ("chekc 1", "check"), ("dnoe 3", "check"),
    ("complete 3", "check"), ("tick 3", "check"), ("unchek 3", "uncheck"), ("reopen 3", "uncheck"),
    ("rmeove 3", "delete"), ("del 3", "delete"), ("r 3", nil),
    ("rename 1 x", "edit, lists edit"), ("cat 1", "show"), ("list x", nil), ("lsits", "lists"),
    ("lists new x", "lists add"), ("lists remvoe x", "lists delete"),
    ("lists rename x y", "lists edit"), ("select x", "use"), ("udno", "undo"),
    ("histroy", "history"), ("history resotre 1", "history restore"),
    ("completion bash", "completions"),
    ("man", "manual"), ("path", "where"), ("version", "--version"), ("json", "--json"),
    ("frobnicate", nil), ("_frobnicate", nil),
    ("help togle", "toggle"), ("help rmeove", "delete"), ("help selector", "selectors"),
    ("help date", "dates"),
    ("--lsit", "--list"), ("--jsno list", "--json"), ("--hepl", "--help"), ("-v", "--version"),
    ("-V", "--version"), ("-json", "--json"), ("list --quite", "--quiet"), ("-x", nil),
    ("--color=nevr", "never"), ("completions fihs", "fish"),
    ("plist convert a --format xlm", "xml"),
    ("undo --forec", "--force"), ("rm list", nil), ("find milk", nil), ("runs", "report"),
    ("convert a", "plist convert"), ("validate a", "plist check"), ("add -apple", nil),
  ])
  func `a likely word is suggested, and nothing is run`(line: String, suggestions: String?) {
    let words = BashLine(before: "checklists \(line) ", after: "", replaced: "").line.before
    do {
      _ = try ArgumentParser(Command.syntaxes).parse(words)
      #expect(suggestions == nil, "'\(line)' was accepted")
    } catch {
      #expect(error.suggestions.joined(separator: ", ") == suggestions ?? "")
    }
  }
}
