import ChecklistCore
import Terminal
import Testing

@testable import ChecklistScreen

/// The keys of a line, and the field that shows it.
struct LineEditorTests {
  @Test(arguments: [
    ("abc", "abc|"), ("abc<Left>x", "abx|c"), ("abc<Ctrl-B><Ctrl-B>x", "ax|bc"),
    ("abc<Home>x", "x|abc"), ("abc<Ctrl-A><Ctrl-F>x", "ax|bc"), ("abc<Ctrl-A><End>", "abc|"),
    ("ab<Ctrl-A><Ctrl-E>c", "abc|"), ("abc<Backspace>", "ab|"), ("abc<Ctrl-H>", "ab|"),
    ("abc<Ctrl-A><Del>", "|bc"), ("abc<Ctrl-A><Ctrl-D>", "|bc"), ("<Backspace><Del>", "|"),
    ("one two<Ctrl-W>", "one |"), ("one two  <Alt-Backspace>", "one |"),
    ("one two<Alt-b>x", "one x|two"), ("one two<Ctrl-←>x", "one x|two"),
    ("one two<Ctrl-A><Alt-f>x", "onex| two"), ("one two<Ctrl-A><Alt-d>", "| two"),
    ("one two<Left><Left><Ctrl-K>", "one t|"), ("one two<Left><Ctrl-U>", "|o"),
    ("one<Ctrl-U>two<Ctrl-Y>", "twoone|"), ("a<Ctrl-J>b", "a\nb|"),
    ("ab<Ctrl-J>cd<Home>x", "ab\nx|cd"), ("a<Alt-Enter>b", "a\nb|"),
    ("ab<Ctrl-J>cd<Left><Left><Left><Ctrl-K>", "ab|cd"),
    ("ab<Ctrl-J>cd<Left><Left><Left><Home><Ctrl-K>", "|\ncd"),
    ("abc<Home><Ctrl-K><Ctrl-K><Ctrl-Y>", "abc|"), ("ab<Ctrl-J>cd<Ctrl-U>", "ab\n|"),
    ("ab<Ctrl-J>cd<Ctrl-U><Ctrl-U>", "ab|"),
    ("ab<Ctrl-J>cd<Left><Ctrl-K><Ctrl-E>x", "ab\ncx|"),
    ("e\u{301}x<Left><Backspace>", "|x"), ("👩‍👩‍👧b<Left><Left>c", "c|👩‍👩‍👧b"), ("日本<Left>x", "日x|本"),
  ])
  func `keys edit the line`(keys: String, line: String) {
    var editor = LineEditor()
    for key in Key.keys(of: keys) {
      let isOfLine = editor.take(key)
      #expect(isOfLine, "\(key.name)")
    }
    #expect(editor.before + "|" + editor.after == line)
  }

  @Test(arguments: [
    ("x", "x|"), ("xy", "xy|"), ("<Left>x", "olx|d"), ("<Ctrl-A>x", "x|old"),
    ("<End>x", "oldx|"), ("<Backspace>", "|"), ("<Del>", "|"), ("<Ctrl-U>x", "x|"),
    ("<Ctrl-K>x<Ctrl-Y>", "xold|"), ("<Ctrl-W>", "|"), ("<Alt-d>", "|"), ("d", "d|"),
    ("<Alt-b><Backspace>", "|old"), ("<Ctrl-J>", "\n|"), ("<Ctrl-Y>", "|"), ("<Up>x", "x|"),
  ])
  func `what is typed takes the place of what is selected`(keys: String, line: String) {
    var editor = LineEditor("old", isSelected: true)
    #expect(editor.isSelected)
    for key in Key.keys(of: keys) { _ = editor.take(key) }
    #expect(editor.before + "|" + editor.after == line)
    #expect(!editor.isSelected)
  }

  @Test func `a paste takes the place of what is selected, and no text is never selected`() {
    var editor = LineEditor("old", isSelected: true)
    editor.insert("new")
    #expect((editor.text, editor.isSelected) == ("new", false))
    #expect(!LineEditor("", isSelected: true).isSelected)
  }

  @Test func `other keys are none of the line`() {
    var editor = LineEditor("a")
    for key in [Key(.up), Key(.tab), Key(.enter), Key(.function(3)), .control("t"), .alt("z")] {
      let isOfLine = editor.take(key)
      #expect(!isOfLine, "\(key.name)")
    }
    #expect(editor.text == "a")
  }

  @Test(arguments: [
    ("abc", 10, "abc", 3), ("abcdef", 4, "…ef", 3), ("abcdef<Ctrl-A>", 4, "abc", 0),
    ("abcdefgh<Left><Left>", 5, "…fgh", 2), ("日本語", 4, "語", 2), ("日本語", 6, "… 語", 4),
    ("日本語<Ctrl-A>", 6, "日本", 0),
    ("a<Ctrl-J>b", 10, "a⏎b", 3), ("", 1, "", 0), ("abc", 0, "", 0),
    ("e\u{301}e\u{301}", 2, "e\u{301}", 1),
  ])
  func `the field shows the caret`(keys: String, width: Int, text: String, caret: Int) {
    var editor = LineEditor()
    for key in Key.keys(of: keys) { _ = editor.take(key) }
    let field = InputField(editor, width: width, showsSymbols: true)
    #expect((field.text, field.caret) == (text, caret))
  }

  @Test(arguments: [
    ("abc", 5, 3, ["abc"], 0, 3), ("abcd", 5, 3, ["abcd"], 0, 4),
    ("one two three", 8, 3, ["one two ", "three"], 1, 5),
    ("abcdefghij", 5, 9, ["abcd", "efgh", "ij"], 2, 2), ("a\n\nb", 9, 9, ["a", "", "b"], 2, 1),
    ("a\n", 9, 9, ["a", ""], 1, 0), ("", 9, 9, [""], 0, 0), ("日本語", 5, 9, ["日本", "語"], 1, 2),
    ("a\nb\nc\nd", 9, 2, ["c", "d"], 1, 1), ("x", 0, 0, ["x"], 0, 1),
    ("a\u{1B}b", 20, 2, ["a\\u{1B}b"], 0, 8),
  ])
  func `a text is typed over its lines`(
    text: String, width: Int, rows: Int, lines: [String], line: Int, column: Int
  ) {
    let typed = TypedText(LineEditor(text), width: width, rows: rows, showsSymbols: true)
    #expect(typed.lines == lines)
    #expect(typed.caret.line == line && typed.caret.column == column)
  }

  @Test func `a draft reads back as it was`() {
    let inputs = [
      LineInput(.item(.last, list: nil), "a\n\"b\" \u{0}é"),
      LineInput(.item(.after(-7), list: 1), "x"),
      LineInput(.item(.before(3), list: 1), ""),
      LineInput(.item(.today, list: 1), "y"), LineInput(.text(3), "x", former: "y"),
      LineInput(.note(.min), "x"), LineInput(.due([1, 2]), "fri"),
      LineInput(.repetition([]), "2w"), LineInput(.section([1]), "A"), LineInput(.skip([1]), "w"),
      LineInput(.move([1]), "B"), LineInput(.list, "C"), LineInput(.name(list: 4), "D"),
      LineInput(.template, "Travel"), LineInput(.file, "a.md"),
      LineInput(.copy(list: 4), "E"),
    ]
    let draft = inputs.draft
    #expect(!draft.contains(UInt8(ascii: "\n")))
    #expect([LineInput](draft: draft) == inputs)
    for end in 0..<draft.count { #expect([LineInput](draft: Array(draft[..<end])) == nil) }
    #expect([LineInput](draft: Array(#"{"inputs":[{"kind":"danced"}]}"#.utf8)) == nil)
    #expect([LineInput](draft: Array(#"{"inputs":[{"kind":"text","list":"1"}]}"#.utf8)) == nil)
  }
}

/// The table of keys: each does what it says.
struct KeyTableTests {
  @Test func `each key is in the table once`() {
    let strokes = KeyTable.bindings.flatMap(\.strokes)
    #expect(Set(strokes).count == strokes.count)
    // A key that begins others is none itself.
    #expect(strokes.allSatisfy { $0.count == 1 || !strokes.contains([$0[0]]) })
    #expect(Set(KeyTable.bindings.map(\.action)).count == ViewAction.allCases.count)
  }

  @Test(arguments: KeyTable.bindings.flatMap(\.strokes))
  func `each key does something, or says why not`(keys: [Key]) {
    // In the middle, with something to leave, to undo and to settle.
    var player = ViewPlayer()
    player.press("jx/e<Enter>j\(keys.first == .character("z") ? "<Esc>" : "")")
    if keys == [Key(.right)] || keys == [.character("l")] { player.press("<Tab>") }
    let (state, effects) = (
      "\(player.state.mode) \(player.state.place) \(player.text)", player.effects.count
    )
    for key in keys { player.apply(.input(.key(key))) }
    let isSame = "\(player.state.mode) \(player.state.place) \(player.text)" == state
    #expect(!isSame || player.effects.count > effects, "\(keys.map(\.name))")
  }

  @Test(arguments: [
    (Key(.character(" ")), "Space"), (.control("r"), "Ctrl-R"), (Key(.up, .alt), "Alt-↑"),
    (.character("G"), "G"), (Key(.pageDown), "PgDn"), (Key(.function(1)), "F1"),
    (.control("_"), "Ctrl-_"), (.alt("<"), "Alt-<"), (Key(.down, .shift), "Shift-↓"),
    (Key(.backTab), "Shift-Tab"), (.character("-"), "-"), (Key(.function(12)), "F12"),
  ])
  func `a key has a name, and is found by it`(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(named: name) == key)
  }
}
