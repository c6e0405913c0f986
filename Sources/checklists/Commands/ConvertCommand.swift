import ChecklistCore
import Terminal

extension Command {
  static let convert = Command(
    syntax: CommandSyntax(
      name: "convert", relatedWords: ["plutil", "transform"], group: .files,
      summary: "Write a property list in another format",
      discussion: [
        "Between binary and XML every value stays what it is. XML has no fractions of a second in "
          + "dates: they are rounded down, and a warning counts them. What XML cannot hold is "
          + "refused with its place.",
        "JSON marks what it cannot hold, as {\"$date\": \"2026-12-24T17:00:00Z\"}, $data (in "
          + "base64), $uid, $real, $set and $orderedSet, and a warning counts them.",
        "'checklists' and 'codable' are two dialects of the app's documents: a keyed archive, and the "
          + "plain property list of its Codable editions. Either is written in the format of FILE, "
          + "binary or XML. Unknown fields of one have no place in the other, and a warning counts "
          + "those that are left behind.",
        "'checklist-items' is the dialect of the app's first edition, one list without a name. Its name and "
          + "its icon are left behind with a warning. A document with several lists is refused: convert a "
          + "copy, from which the others are deleted.",
        "A file that is replaced keeps its permissions, and at every moment it is the old file or the "
          + "new one. FILE itself may be replaced. 'undo' brings back a checklist document that was "
          + "written over.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .one, "the file; - is standard input")
      ],
      options: [
        .value(
          "to", "FORMAT", .choice(ConversionTarget.allCases.map(\.rawValue)), "the format"),
        .value(
          "output", letter: "o", "FILE", .file, "where to write (else standard output)"),
      ],
      examples: [
        .init("checklists convert --to xml Checklists.plist", "read it in an editor's format"),
        .init("checklists convert --to json Info.plist | jq .", "take it apart with other tools"),
        .init("checklists convert --to binary -o a.plist a.plist", "change a file in its place"),
        .init(
          "checklists convert --to checklists -o new.plist old.plist",
          "give a document of the app's first edition names and several lists"),
        .init(
          "checklists convert --to checklist-items -o old.plist Trip.plist",
          "one list for the app's first edition"),
      ])
  ) { command, context in
    guard let format = command.options["to"].flatMap({ ConversionTarget(rawValue: $0) }) else {
      throw UsageError("'convert' needs --to FORMAT", command: "convert")
    }
    let path = command.arguments[0]
    let output = command.options["output"]
    if context.globals.json, output == nil {
      throw Failure(
        .usage, "--json reports on a file that was written, and none is named",
        hint: "Name it with -o FILE; without --json, the converted file goes to standard output.")
    }
    do {
      guard let output else {
        let conversion = try FileConversion(context.bytes(of: path), to: format)
        try context.show(conversion, format)
        return context.warn(of: conversion)
      }
      let conversion = try context.store(at: output).convert(
        path == "-" ? nil : path, to: format, isDryRun: context.globals.dryRun,
        by: context.command, at: context.now
      ) { try context.bytes(of: path) }
      context.hasSaved = !context.globals.dryRun
      context.report(
        conversion.bytes.count, writtenTo: output, as: format.rawValue,
        warnings: conversion.warnings)
      // In JSON they are part of the answer.
      if !context.globals.json { context.warn(of: conversion) }
      try context.warnOfAttachments(in: conversion, besides: output)
    } catch let error as FileConversion.ListCountError {
      throw Failure(error, in: path)
    } catch let error as ArchiveError
      where [.unrepresentable, .unrepresentableInFormat].contains(error.kind)
    {
      throw Failure(unrepresentable: error, in: path)
    } catch {
      throw Failure(inFile: path, error)
    }
  }
}

extension Failure {
  /// A document that has another number of lists than the wanted dialect.
  fileprivate init(_ error: FileConversion.ListCountError, in path: String) {
    let copy = path == "-" ? "" : "cp \(path.shellQuotedPath) one.plist && "
    self.init(
      .data, "\(path == "-" ? "standard input" : path.shownPath) cannot be converted: \(error)",
      hint: "Nothing was written. "
        + (error.count == 0
          ? "Make one in it first, with 'lists add'."
          : "Delete the others from a copy: \(copy)checklists --file one.plist lists delete NAME"),
      location: .init(path: path))
  }

  /// A file that the wanted format cannot hold.
  fileprivate init(unrepresentable error: any Error, in path: String) {
    self.init(
      .data, "\(path.shownPath) cannot be converted: \(error)",
      hint: "Nothing was written. Convert it to another format, or change that value.",
      location: .init(path: path))
  }
}

extension Context {
  /// Writes what a conversion gave to standard output.
  fileprivate mutating func show(
    _ conversion: FileConversion, _ format: ConversionTarget
  ) throws(Failure) {
    // JSON is safe on a terminal as it is.
    guard console.output.isTerminal, format != .json else {
      return console.write(conversion.bytes)
    }
    if conversion.isBinary {
      throw Failure(
        .usage, "a binary property list is not for a terminal",
        hint: "Write it to a file with -o FILE, or into a pipe.")
    }
    console.write(TerminalText.escaped(xml: String(decoding: conversion.bytes, as: UTF8.self)))
  }

  /// Says on standard error how many attachments have no file beside the new document.
  fileprivate func warnOfAttachments(in conversion: FileConversion, besides output: String) throws {
    guard let document = try? ChecklistDocument(conversion.bytes) else { return }
    let folder = store(at: output).attachments
    let count = document.attachments.count { folder.state(of: $0) == .missing }
    guard count > 0 else { return }
    warn(
      "\(count.counting("attachment")) \(count == 1 ? "has" : "have") no file in "
        + "\(folder.path.shownPath): copy the folder of the other document there")
  }

  /// Says on standard error what a conversion lost.
  fileprivate func warn(of conversion: FileConversion) {
    for warning in conversion.warnings { warn(warning) }
  }
}
