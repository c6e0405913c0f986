import ChecklistCore
import Terminal

extension Context {
  /// Converts a file.
  mutating func convertFile(_ command: ParsedCommand) throws {
    guard let format = command.options["format"].flatMap({ ConversionTarget(rawValue: $0) }) else {
      let formats = ConversionTarget.allCases.map(\.rawValue).joined(separator: ", ", last: " or ")
      throw UsageError(
        "'plist convert' requires --format FORMAT: \(formats)", command: command.name)
    }
    let path = command.arguments[0]
    let output = command.options["output"]
    if globals.json, output == nil {
      throw Failure(
        .usage, "--json requires -o FILE here",
        hint: "Name it with -o FILE; without --json, the converted file goes to standard output.")
    }
    do {
      guard let output else {
        let conversion = try FileConversion(bytes(of: path), to: format)
        try show(file: conversion.bytes)
        return warn(of: conversion)
      }
      let conversion = try store(at: output).convert(
        path == "-" ? nil : path, to: format, isDryRun: globals.dryRun,
        by: self.command, at: now
      ) { try bytes(of: path) }
      hasSaved = !globals.dryRun
      report(
        conversion.bytes.count, writtenTo: output, as: format.rawValue,
        warnings: conversion.warnings)
      // In JSON they are part of the answer.
      if !globals.json { warn(of: conversion) }
      try warnOfAttachments(in: conversion, besides: output)
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
