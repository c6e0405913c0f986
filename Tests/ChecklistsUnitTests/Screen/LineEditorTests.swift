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

  @Test func `a draft reads back as it was`() {
    let inputs = [
      LineInput(.item(.last, list: nil), "a\n\"b\" \u{0}é"),
      LineInput(.item(.after(-7), list: 1), "x"),
      LineInput(.item(.before(3), list: 1), ""),
      LineInput(.text(item: 3, list: .max), "x", former: "y"),
      LineInput(.note(item: .min, list: 0), "x"), LineInput(.due([1, 2], list: 3), "fri"),
      LineInput(.repetition([], list: 3), "2w"), LineInput(.section([1], list: 3), "A"),
      LineInput(.move([1], list: 3), "B"), LineInput(.list, "C"), LineInput(.name(list: 4), "D"),
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
    let keys = KeyTable.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(KeyTable.bindings.map(\.action)).count == ViewAction.allCases.count)
  }

  @Test(arguments: KeyTable.bindings.flatMap(\.keys))
  func `each key does something, or says why not`(key: Key) {
    // In the middle, with something to leave, to undo and to settle.
    var player = ViewPlayer()
    player.press("jx/e<Enter>j")
    if KeyTable.action(of: key) == .showItems { player.press("<Tab>") }
    let (state, effects) = (
      "\(player.state.mode) \(player.state.place) \(player.text)", player.effects.count
    )
    player.apply(.input(.key(key)))
    let isSame = "\(player.state.mode) \(player.state.place) \(player.text)" == state
    #expect(!isSame || player.effects.count > effects, "\(key.name)")
  }

  @Test(arguments: [
    (Key(.character(" ")), "Space"), (.control("r"), "Ctrl-R"), (Key(.up, .alt), "Alt-↑"),
    (.character("G"), "G"), (Key(.pageDown), "PgDn"), (Key(.function(1)), "F1"),
  ])
  func `a key has a name`(key: Key, name: String) {
    #expect(key.name == name)
  }
}
