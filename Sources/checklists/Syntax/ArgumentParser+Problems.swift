extension ArgumentParser {
  /// What is wrong with the table itself, as sentences; a test checks that there is nothing.
  ///
  /// - A word names one command.
  /// - An option's name takes a value everywhere or nowhere, and has one letter or none
  ///   everywhere; so does a letter mean one name. Only then can options stand before the command.
  /// - No command declares an option twice, or one that is global.
  /// - Nothing follows an argument that may repeat, and nothing required follows an optional one.
  var problems: [String] {
    var problems = commands.duplicateNames.map { "two commands are named '\($0)'" }
    var known: [String: OptionSyntax] = [:]
    var letters: [Character: String] = [:]
    for option in GlobalOptions.syntax {
      known[option.name] = option
      if let letter = option.letter { letters[letter] = option.name }
    }
    let globals = Set(known.keys)

    for path in commands.paths {
      guard let command = path.last else { continue }
      let place = "'\(path.name)'"
      problems += command.subcommands.duplicateNames.map {
        "\(place) has two subcommands named '\($0)'"
      }
      var own: Set<String> = []
      for option in command.options {
        let name = "'--\(option.name)'"
        if globals.contains(option.name) { problems.append("\(place) hides the global \(name)") }
        if !own.insert(option.name).inserted { problems.append("\(place) has \(name) twice") }
        if let other = known[option.name] {
          if (other.value == nil) != (option.value == nil) {
            problems.append("\(name) of \(place) takes a value elsewhere only, or here only")
          }
          if other.letter != option.letter {
            problems.append("\(name) of \(place) has another letter elsewhere")
          }
        }
        known[option.name] = option
        if let letter = option.letter {
          if let other = letters[letter], other != option.name {
            problems.append("'-\(letter)' of \(place) means '--\(other)' elsewhere")
          }
          letters[letter] = option.name
        }
      }
      for (positional, following) in zip(command.positionals, command.positionals.dropFirst()) {
        let name = following.value.name
        if positional.count.repeats {
          problems.append("\(name) of \(place) follows an argument that repeats")
        } else if positional.count.isOptional, !following.count.isOptional {
          problems.append("\(name) of \(place) is required after an optional argument")
        }
      }
    }
    return problems
  }
}

extension [CommandSyntax] {
  /// The names and aliases that occur more than once.
  fileprivate var duplicateNames: [String] {
    var seen: Set<String> = []
    return flatMap(\.names).filter { !seen.insert($0).inserted }
  }
}
