import Testing

@testable import checklists

@Suite struct ArgumentParserProblemsTests {
  @Test func `a consistent table has no problems`() {
    #expect(ArgumentParser(.sample).problems == [])
  }

  @Test func `every way to contradict oneself is found`() {
    let table: [CommandSyntax] = [
      CommandSyntax(
        name: "list", summary: "List",
        positionals: [
          PositionalSyntax("A", .text, .optional, "a"), PositionalSyntax("B", .text, .one, "b"),
          PositionalSyntax("C", .text, .oneOrMore, "c"),
          PositionalSyntax("D", .text, .optional, "d"),
        ],
        options: [
          .flag("json", "j"), .flag("old", letter: "o", "o"), .flag("old", letter: "o", "o"),
        ]
      ),
      CommandSyntax(
        name: "ls", aliases: ["list"], summary: "List",
        options: [.value("old", "X", .text, "o"), .flag("other", letter: "o", "o")],
        subcommands: [
          CommandSyntax(name: "a", summary: "a"), CommandSyntax(name: "a", summary: "a"),
        ]),
    ]
    #expect(
      ArgumentParser(table).problems == [
        "two commands are named 'list'",
        "'list' hides the global '--json'",
        "'list' has '--old' twice",
        "B of 'list' is required after an optional argument",
        "D of 'list' follows an argument that repeats",
        "'ls' has two subcommands named 'a'",
        "'--old' of 'ls' takes a value elsewhere only, or here only",
        "'--old' of 'ls' has another letter elsewhere",
        "'-o' of 'ls' means '--old' elsewhere",
      ])
  }
}
