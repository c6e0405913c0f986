#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Paths that are not UTF-8. (On macOS there are none.)
  @Suite(.blocking)
  struct BytePathTests {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox()
      sandbox.environment["P"] = Sandbox.executable.path()
    }

    /// Runs a script of the shell, in which `c` is the program, and `$X` a name that is not UTF-8.
    private func shell(_ script: String) throws -> Sandbox.Run {
      try sandbox.launch(
        URL(filePath: "/bin/sh"),
        ["-c", #"X=$(printf 'x\377'); c() { "$P" "$@"; }; \#(script)"#])
    }

    /// Checks that a script succeeds, and says nothing.
    private func check(_ script: String, _ location: SourceLocation = #_sourceLocation) throws {
      let run = try shell("set -e; \(script)")
      #expect(run.status == 0, sourceLocation: location)
      #expect(run.errors == "", sourceLocation: location)
      #expect(run.output == "", sourceLocation: location)
    }

    @Test(arguments: ["--file \"$X.plist\"", "--file=\"$X.plist\"", ""])
    func `A document is changed, undone and restored`(file: String) throws {
      let variable = file.isEmpty ? "export CHECKLISTS_FILE=\"$X.plist\"; " : ""
      func run(_ words: String) throws -> Sandbox.Run { try shell("\(variable)c \(file) \(words)") }
      #expect(try run("add Milk Bread").output == "Added 1 [ ] Milk\nAdded 2 [ ] Bread\n")
      #expect(try run("toggle 2").output == "Checked 2 [x] Bread\n")
      let undone = try run("undo")
      #expect(undone.output.hasPrefix("Undid 3: Checked Bread ("))
      #expect(undone.errors == "")
      #expect(try run("redo").status == 0)
      #expect(try run("history restore 2").status == 0)
      #expect(try run("list").output == "Checklist (0/2)\n  1 [ ] Milk\n  2 [ ] Bread\n")
      try check("rm \"$X.plist\"")
    }

    @Test func `A link leads to its target, and stays`() throws {
      try check(
        #"""
        mkdir "$X"; ln -s "$X/real$X.plist" link.plist
        c -q --file link.plist add Milk; c -q --file link.plist check 1
        [ -L link.plist ]; [ -f "$X/real$X.plist" ]; [ "$(ls "$X" | wc -l)" -eq 1 ]
        c -q --file link.plist undo; c -q --file "$X/real$X.plist" redo
        [ "$(c --file link.plist list --count done)" = 1 ]
        """#)
    }

    @Test func `The working directory may have any name`() throws {
      try check(
        #"""
        mkdir "$X"; cd "$X"
        c -q --file list.plist add Milk; c -q --file list.plist lists add Trip
        c -q --file list.plist use Trip; c -q --file list.plist add Tent
        [ "$(c --file ./list.plist list --count)" = "$(c --file "../$X/list.plist" list -l Trip --count)" ]
        c -q --file ./list.plist undo; c -q --file "../$X/list.plist" redo
        """#)
    }

    @Test(
      arguments: [
        ("CHECKLISTS_HOME", ""), ("XDG_DATA_HOME", "checklists/"),
        ("HOME", ".local/share/checklists/"),
      ])
    func `The home may have any name`(variable: String, place: String) throws {
      sandbox.environment["CHECKLISTS_HOME"] = ""
      try check(
        #"""
        export \#(variable)="$PWD/$X"
        c -q add Milk; c -q check 1; c -q lists add Trip; c -q use Trip; c -q undo
        [ -f "$X/\#(place)Documents/Checklists.plist" ]
        [ "$(c list -l Checklist --count done)" = 1 ]
        c history clear -q
        """#)
      let shown = sandbox.directory.path() + #"/x\xFF/\#(place)Documents/Checklists.plist"#
      let run = try shell(#"export \#(variable)="$PWD/$X"; c where"#)
      #expect(run.output.hasPrefix("document     \(shown)\n"))
      let json = try shell(#"export \#(variable)="$PWD/$X"; c where --json"#)
      let answer = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      #expect((answer as? [String: Any])?["document"] as? String == shown)
    }

    @Test func `Files are looked at and converted`() throws {
      try check(
        #"""
        c -q --file "$X" add Milk
        c -q convert "$X" --to xml -o "$X.xml"; c -q convert --to binary "$X.xml" -o"$X.2"
        c -q convert --output="$X.3" --to xml -- "$X.2"
        cmp "$X.xml" "$X.3"; c -q convert "$X" --to xml -o "$X"; cmp "$X" "$X.xml"
        c inspect "$X" | grep -q 'x\\xFF: keyed archive'
        c inspect "$X" --json | grep -q '"document":"x\\\\xFF"'
        """#)
      let run = try shell(#"c validate "$X" "none$X" list"#)
      #expect(
        run.output.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
          #"x\xFF: sound"#, #"nonex\xFF: not readable: there is no file nonex\xFF"#,
          "list: not readable: there is no file list",
        ])
      #expect(run.status == 66)
    }

    @Test func `An error shows the path, and a command that works`() throws {
      let run = try shell(#"c --file "no$X" toggle 1"#)
      #expect(run.status == 66)
      #expect(
        run.errors == #"""
          checklists: there is no document at nox\xFF
          Make it with: checklists --file $'nox\377' add "Buy milk"

          """#)
      let json = try shell(#"c --json --file "no$X" toggle 1"#)
      let answer = try JSONSerialization.jsonObject(with: Data(json.errors.utf8))
      let error = (answer as? [String: Any])?["error"] as? [String: Any]
      #expect(error?["path"] as? String == #"nox\xFF"#)
      #expect(
        try shell(#"c -q --file "$X" add Milk; c --file "$X" history"#).output
          .contains(#"Added Milk (-q --file $'x\377' add Milk)"#))
    }

    @Test(arguments: [
      ("add \"$X\"", 2), ("\"$X\"", 1), ("--\"$X\"", 1), ("--json=\"$X\"", 1), ("-\"$X\"", 1),
      ("--list \"$X\" list", 2), ("list -l\"$X\"", 2), ("add Milk --note=\"$X\"", 3),
      ("toggle \"$X\"", 2), ("--file \"$X\" add Milk \"$X\"", 5), ("help \"$X\"", 2),
      ("convert a \"$X\"", 3), ("convert a --to \"$X\"", 4), ("add -- \"$X\"", 3),
      ("lists edit \"$X\"", 3), ("--file \"$X\" \"$X\"", 3),
    ])
    func `Only a path may be no text`(words: String, position: Int) throws {
      let run = try shell("c \(words)")
      #expect(run.errors == "checklists: argument \(position) is not UTF-8 text\n")
      #expect(run.status == 64)
    }

    @Test func `Beside such a path, another mistake is told`() throws {
      let run = try shell(#"c --file "$X" cheeck"#)
      #expect(run.errors.hasPrefix("checklists: unknown command 'cheeck'; did you mean 'check'?\n"))
      #expect(
        try shell(#"CHECKLISTS_LIST=$X c list"#).errors.hasPrefix(
          #"checklists: there is no list 'x\xFF'"#))
    }

    @Test func `Characters that stand for bytes are characters in a text, and bytes in a path`()
      throws
    {
      let text = "a\u{10FFFF}\u{10FF80}"
      sandbox.environment["T"] = text
      #expect(try shell(#"c add "$T" --note "$T""#).output.contains("Added 1 [ ] \(text)"))
      #expect(try shell(#"c lists add "$T" && CHECKLISTS_LIST=$T c list"#).status == 0)
      #expect(
        try shell("c history").output.contains("Added \(text) (add '\(text)' --note '\(text)')"))
      try check(#"c -q --file "$T" add Milk; [ -f "$T" ]; c -q --file "$T" undo"#)
      #expect(
        try shell(#"c --file "no$T" list"#).errors.contains("there is no document at no\(text)\n"))
    }

    @Test(.needs("script"))
    func `The editor and its file may have any name`() throws {
      sandbox.environment["TERM"] = "dumb"
      let editor = #"""
        mkdir "$X"; printf '#!/bin/sh\necho "$1" > seen; sed -i s/Milk/Tea/ "$1"\n' > "$X/editor"
        chmod +x "$X/editor"; export CHECKLISTS_HOME="$PWD/$X/home"; c -q add Milk
        EDITOR="'$PWD/$X/editor'" script -qec '"$P" edit' /dev/null
        """#
      let run = try shell(editor)
      #expect(run.output == "Edited 1 [ ] Tea (was Milk)\r\n")
      try check(#"grep -q "^$PWD/$X/home/Library/Drafts/edit-" seen"#)
      try check(#"[ -z "$(ls "$X/home/Library/Drafts")" ]; c -q add Milk"#)
      let failed = try shell(
        #"EDITOR="'$PWD/$X/none'" script -qec '"$P" edit' /dev/null"#)
      #expect(failed.output.contains(#"/x\xFF/none'' ended with status 127"#))
    }
  }
#endif
