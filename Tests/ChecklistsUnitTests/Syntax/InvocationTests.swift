import TestSupport
import Testing

@testable import checklists

/// What the program makes of its arguments, where it looks at the one command first that they name.
@Suite struct InvocationTests {
  @Test func `a command has the name by which it is found`() {
    for syntax in Command.syntaxes {
      let parsed = ParsedCommand(path: [syntax], positionals: [], options: ParsedOptions())
      #expect(Command.of(parsed).syntax == syntax)
    }
  }

  /// With no command, and with each and its subcommands: nothing, each option of any command, and
  /// words.
  @Test func `one command understands what the whole table does, and nothing else`() throws {
    let parser = ArgumentParser(Command.syntaxes)
    let options = GlobalOptions.syntax + Command.syntaxes.flatMap(\.allOptions)
    var rests: [[String]] = [[], ["1"], ["-"], ["--", "--json"], ["1", "2", "3"], ["add", "x"]]
    rests += [["--nothing"], ["-z"], ["--help"], ["--version"], ["-qn", "1"], ["milk", "--json"]]
    for option in options {
      rests.append(["--\(option.name)"])
      rests.append(["1", "--\(option.name)", "2", "--json"])
      rests.append(["--\(option.name)=today", "x"])
    }
    var understood = 0
    // All of them where long tests are wanted, else each fourth, others from command to command.
    let step = LongTests.count(short: 4, long: 1)
    for (number, path) in ([[]] + parser.commands.paths).enumerated() {
      for (index, rest) in rests.enumerated() where (number + index).isMultiple(of: step) {
        let line = path.map(\.name) + rest
        let expected = Result { () throws(UsageError) in try parser.parse(line) }
        let found = Result { () throws(UsageError) in try Command.invocation(line) }
        #expect(found == expected, "\(line)")
        if case .success = expected { understood += 1 }
      }
    }
    let lines = [
      "rm 1", "-q add x", "--file add list", "-l list", "-- list", "--file x", "help add",
      "help selectors", "help help", "help lists add", "help toggle x", "x", "LIST", "--version 1",
    ]
    for line in lines.map({ $0.split(separator: " ").map(String.init) }) + [[""], ["", "add"]] {
      let expected = Result { () throws(UsageError) in try parser.parse(line) }
      #expect(
        Result { () throws(UsageError) in try Command.invocation(line) } == expected, "\(line)")
    }
    #expect(understood > 300 / step)
  }
}
