/// What other programs have written into a document, and nobody has taken away since.
///
/// `undo` and `redo` take none of it away unasked. A command that was told to do so may: what it
/// has taken away is no longer in here, so that `undo` may bring it back, and `redo` take it away
/// again.
struct HandEdits {
  private var tokens: Set<Token> = []

  /// Notes what another program has written.
  mutating func add(_ token: Token) { tokens.insert(token) }

  /// Notes that something else was put in the place of the document.
  mutating func keep(only present: Set<Token>) { tokens.formIntersection(present) }

  /// Judges what a command has left.
  ///
  /// - Parameters:
  ///   - name: The command.
  ///   - isForced: Whether it was told to take away what others did.
  ///   - present: The tokens of the document after it.
  /// - Throws: A violation.
  mutating func follow(_ name: String, isForced: Bool, to present: Set<Token>) throws {
    let gone = tokens.subtracting(present)
    if ["undo", "redo"].contains(name), !isForced, !gone.isEmpty {
      throw Violation(.byHand, "\(name) took away what another program wrote: \(gone.sorted())")
    }
    keep(only: present)
  }
}

extension StepGenerator {
  /// Changes by another program and by commands in turn, and a chain of `undo` and `redo`.
  mutating func handEdits() -> [Step] {
    let home = home
    func step(_ words: [String]) -> Step {
      Step(home: home, action: .run(words, input: "", kill: nil))
    }
    var steps: [Step] = []
    for _ in 0...number(3) {
      if chance(0.5) { steps.append(handEdit()) }
      switch number(8) {
      case 0: steps.append(step(["delete", "all"]))
      case 1: steps.append(step(["undo"]))
      case 2...4: steps.append(step(["toggle", "1"]))
      default: steps.append(step(["add", "\(token())"]))
      }
      if chance(0.3) { steps.append(handEdit()) }
    }
    for _ in 0...(1 + number(5)) {
      steps.append(step(chance(0.25) ? ["redo"] : chance(0.1) ? ["undo", "--force"] : ["undo"]))
    }
    return steps
  }

  private mutating func handEdit() -> Step {
    Step(home: home, action: .tamper(token(), choice: number(1000)))
  }
}
