import TestSupport
import Testing

extension Transcript {
  /// Compares what each command prints with what is written.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - follow: Follows a directive; false where the story cannot go on.
  ///   - run: Runs a command, and returns what it prints.
  /// - Returns: The story as the program is now.
  func checked(
    in file: String, follow: ([String]) throws -> Bool = { _ in true },
    run: (Step) throws -> [String]
  ) throws -> Transcript {
    var parts = parts
    for (index, part) in parts.enumerated() {
      switch part {
      case .prose: break
      case .directive(let words): if try !follow(words) { return self }
      case .step(var step):
        let place = "\(file):\(step.line): \(step.command)"
        for pattern in step.output where Self.isVoid(pattern) {
          Issue.record("\(place)\nthis line matches everything: \(pattern)")
        }
        let lines: [String]
        do {
          lines = Self.keepingPatterns(try run(step), step.output)
        } catch {
          Issue.record("\(place)\n\(error)")
          continue
        }
        guard lines != step.output else { continue }
        if !Updates.areWanted {
          Issue.record(
            """
            \(place)
            it is written:
            \(step.output.joined(separator: "\n"))
            it is now:
            \(lines.joined(separator: "\n"))
            """)
        }
        step.output = lines
        parts[index] = .step(step)
      }
    }
    return Transcript(parts)
  }
}
