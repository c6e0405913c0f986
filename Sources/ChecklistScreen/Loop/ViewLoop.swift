import ChecklistCore
package import Terminal

/// The full-screen view: waits for what happens, has the state say what is to be done, does it, and
/// draws.
package struct ViewLoop: ~Copyable {
  /// The reason why the view ended.
  package enum End: Sendable {
    /// Somebody quit it.
    case quit
    case signal(TerminalSignal)
    case terminalGone
  }

  /// A piece of work for the store.
  private enum Work {
    case change(ViewChange)
    case undo, redo

    var input: LineInput? {
      if case .change(let change) = self { change.input } else { nil }
    }
  }

  private let services: ViewServices
  private var session: TerminalSession
  private var source: EventSource
  private let renderer: ScreenRenderer
  private var state: ViewState
  /// The screen that the terminal shows; nil when that is not known.
  private var drawn: Screen?
  /// The version of the document that is shown.
  private var version: DocumentStore.Version?
  /// The work that waits for the lock of the document, in its order.
  private var work: [Work] = []
  private var watch: DirectoryWatch?
  private var draft: LineDraft?
  /// The content that the draft keeps.
  private var kept: [LineInput] = []
  /// The list that was shown first.
  private let formerList: Int?
  /// The warning that was told last: it is not repeated.
  private var toldWarning: String?
  private var end: End?

  /// How often the document is looked at, and how often a change is tried, in milliseconds.
  private static let (lookTime, retryTime) = (2_000, 50)
  /// How long a change waits before the loop goes on, in seconds.
  package static let lockTimeout = 0.02
  /// The name of the view in the history.
  private static let command = "ui"

  /// Takes the terminal, and reads the document.
  ///
  /// - Throws: `StoreError` when the document cannot be read, or `SessionError`.
  package init(_ services: ViewServices) throws {
    let (loaded, version) = try services.store.loadVersioned()
    let document = loaded ?? services.store.newDocument
    let list = try services.firstList(document)
    let session = try TerminalSession.ofProcess()
    let signals = try SignalPipe()
    self.services = services
    state = ViewState(document, list: list, services.options, at: services.clock())
    formerList = list
    self.version = version
    source = EventSource(terminal: session.descriptor, signals: signals)
    self.session = session
    renderer = ScreenRenderer(services.colors)
  }

  /// Shows the view until somebody quits it.
  ///
  /// - Throws: `SessionError` when the terminal cannot be taken.
  package mutating func run() throws -> End {
    try session.enter()
    takeSize()
    resumeDraft()
    tellWarnings()
    while end == nil {
      offerDraft()
      draw()
      if end == nil { wait() }
    }
    keepDraft()
    session.leave()
    if let list = state.shownList, list != formerList { services.keepList(list) }
    return end ?? .quit
  }

  // MARK: Waiting

  private mutating func wait() {
    if watch == nil { watch = DirectoryWatch(directory: services.store.directory) }
    let watched = watch?.descriptor
    let timeout = state.isSearching ? 0 : work.isEmpty ? Self.lookTime : Self.retryTime
    switch source.next(timeout: timeout, watching: watched.map { [$0] } ?? []) {
    case .keys(let inputs):
      for input in inputs {
        apply(.input(input))
        if end != nil { return }
      }
    case .signal(let signal): take(signal)
    case .descriptor:
      if watch?.drain() == false { watch = nil }
      look()
      // Others may write so often that no time is left between.
      if !work.isEmpty { save() }
    case .timeout:
      if state.isSearching { return apply(.searched) }
      if !work.isEmpty { return save() }
      look()
    case .gone: end = .terminalGone
    }
  }

  private mutating func take(_ signal: TerminalSignal) {
    switch signal {
    case .hangUp, .terminate: end = .signal(signal)
    case .interrupt: apply(.input(.key(.control("c"))))
    case .suspend: suspend()
    case .resume: takeScreen()
    case .resize: takeSize()
    }
  }

  private mutating func suspend() {
    do {
      try session.suspend()
      takeScreen()
    } catch {
      end = .terminalGone
    }
  }

  /// Takes the screen again, which was somebody else's, and looks what else has happened.
  private mutating func takeScreen() {
    do {
      try session.enter()
      takeSize()
      look()
    } catch {
      end = .terminalGone
    }
  }

  private mutating func takeSize() {
    let size = session.size
    apply(.resized(columns: size.columns, rows: size.rows))
  }

  // MARK: Drawing

  private mutating func draw() {
    let now = services.clock()
    state.keepUp(with: now)
    let screen = state.screen(at: now)
    defer { drawn = screen }
    do throws(SessionError) {
      try session.draw(screen, after: drawn, with: renderer)
    } catch {
      // A signal that ends the program counts more.
      if case .signal(let signal) = source.next(timeout: 0) { take(signal) }
      end = end ?? .terminalGone
    }
  }

  // MARK: Doing

  private mutating func apply(_ event: ViewEvent) {
    for effect in state.apply(event, at: services.clock()) {
      switch effect {
      case .change(let change): work.append(.change(change))
      case .undo: work.append(.undo)
      case .redo: work.append(.redo)
      case .openEditor(let list, let item): letChange { try $0.openEditor(list, item) }
      case .findTemplates:
        tryTo(LineInput(.template)) { $0.apply(.templates(try $0.services.templates())) }
      case .make(let template):
        tryTo(LineInput(.template, template)) { loop in
          var list = try loop.services.list(template)
          list.name = loop.state.freeListName(list.name)
          loop.work.append(.change(ViewChange([.addList(list)], shownList: list.id)))
        }
      case .importFile(let path): letChange(LineInput(.file, path)) { try $0.importFile(path) }
      case .run(let list): letChange { try $0.run(list) }
      case .openAttachments(let item): giveTerminal { try $0.openAttachments(item) }
      case .giveUp: giveUp()
      case .suspend: suspend()
      case .redraw: drawn = nil
      case .quit: end = .quit
      }
    }
    if case .input = event {
      // Before the change is tried: what is typed is safe whatever becomes of it.
      keepDraft()
      if !work.isEmpty { save() }
    }
  }

  /// Does something that was typed; where that fails it is told, and the text is there again.
  private mutating func tryTo(
    _ input: LineInput, _ body: (inout ViewLoop) throws -> Void
  ) {
    do {
      try body(&self)
    } catch {
      apply(.refused(ViewChange([], input: input), services.explain(error)))
    }
  }

  /// Saves what waits, until the document is another one's.
  private mutating func save() {
    while let next = work.first {
      do {
        let event = try event(of: next)
        work.removeFirst()
        apply(event)
      } catch let error as StoreError {
        if case .locked(_, let holder) = error.kind {
          if !state.isWaiting { apply(.waiting(holder: holder)) }
          return
        }
        work.removeFirst()
        refuse(next, error)
      } catch {
        work.removeFirst()
        refuse(next, error)
      }
    }
    tellWarnings()
    keepDraft()
  }

  /// Does something with the document, and takes down which version the event is about: what others
  /// have made of it by now is looked at later.
  private mutating func event(of work: Work) throws -> ViewEvent {
    let (store, now) = (services.store, services.clock())
    switch work {
    case .change(let change):
      let (event, ending) = try store.perform(
        hasVersion: true, by: Self.command, at: now
      ) { transaction -> ViewEvent in
        let present = transaction.document ?? store.newDocument
        if change.isOvertaken(in: present) { return .overtaken(change, present) }
        let applied = try transaction.apply(change.changes)
        return .saved(change, applied, transaction.document ?? present)
      }
      version = ending.version
      return event
    case .undo:
      do throws(StoreError) {
        let revision = try store.undo(at: now)
        return .travelled("Undid: \(revision.words)", try load())
      } catch {
        switch error.kind {
        case .received: return .refused(ViewChange([]), services.explain(error))
        case .changedElsewhere(let summary?):
          return .refused(
            ViewChange([]), "Another program: \(summary). \(services.explain(error))")
        default: throw error
        }
      }
    case .redo:
      let revision = try store.redo(at: now)
      return .travelled("Redid: \(revision.words)", try load())
    }
  }

  /// Reads the document, with its version.
  private mutating func load() throws(StoreError) -> ChecklistDocument {
    let (document, version) = try services.store.loadVersioned()
    self.version = version
    return document ?? services.store.newDocument
  }

  private mutating func refuse(_ work: Work, _ error: any Error) {
    guard case .change(let change) = work else {
      return apply(.refused(ViewChange([]), services.explain(error)))
    }
    if let error = error as? ChangeError, error.isAboutSomethingGone, let document = try? load() {
      return apply(.overtaken(change, document))
    }
    apply(.refused(change, services.explain(error)))
  }

  private mutating func giveUp() {
    let waiting = work
    work = []
    for work in waiting {
      let change = if case .change(let change) = work { change } else { ViewChange([]) }
      apply(.refused(change, "Nothing was changed."))
    }
  }

  /// Looks whether somebody else has changed the document.
  private mutating func look() {
    do throws(StoreError) {
      let now = try services.store.version()
      guard now != version else { return }
      let (document, version) = try services.store.loadVersioned()
      self.version = version
      apply(.changedElsewhere(document ?? services.store.newDocument, how: how()))
    } catch {
      // It is told once.
      version = (try? services.store.version()) ?? nil
      apply(.unreadable(services.explain(error)))
    }
    tellWarnings()
  }

  /// How the document has become what it is; nil when that is not known.
  private func how() -> String? {
    guard let revisions = try? services.store.revisions(),
      let index = revisions.lastIndex(where: \.isPresent)
    else { return nil }
    if index + 1 < revisions.count, revisions[index + 1].isUndone {
      return "Another command undid: \(revisions[index + 1].words)"
    }
    return revisions[index].command.isEmpty ? nil : "Another command: \(revisions[index].words)"
  }

  private mutating func tellWarnings() {
    guard let warning = services.warnings().last, warning != toldWarning else { return }
    toldWarning = warning
    apply(.told(warning, isError: true))
  }

  /// Gives the terminal to another program, and takes it back.
  ///
  /// - Returns: Whether that went well; else it was told.
  @discardableResult
  private mutating func giveTerminal(
    _ input: LineInput? = nil, _ body: (ViewServices) throws -> Void
  ) -> Bool {
    session.leave()
    let result = Result { [services] in try body(services) }
    takeScreen()
    guard case .failure(let error) = result else { return true }
    apply(.refused(ViewChange([], input: input), services.explain(error)))
    return false
  }

  /// Gives the terminal to something that may change the document, and tells what it has changed.
  private mutating func letChange(
    _ input: LineInput? = nil, _ body: (ViewServices) throws -> Void
  ) {
    let before = version
    guard giveTerminal(input, body) else { return }
    if version == before {
      apply(.told("Nothing was changed.", isError: false))
    } else if let revision = (try? services.store.revisions())?.last(where: \.isPresent) {
      apply(.told(revision.summary, isError: false))
    }
  }

  // MARK: Drafts

  /// Takes up what was typed when the program ended last.
  private mutating func resumeDraft() {
    guard let draft = (try? services.drafts?.resumeLine()) ?? nil else { return }
    guard let inputs = [LineInput](draft: draft.content), !inputs.isEmpty else {
      return draft.remove()
    }
    self.draft = consume draft
    (state.offers, kept) = (inputs, inputs)
  }

  private mutating func offerDraft() {
    if state.input == nil, !state.offers.isEmpty {
      state.offer(state.offers.removeFirst(), at: services.clock())
    }
  }

  /// Keeps what is typed and what is not saved yet.
  private mutating func keepDraft() {
    let typed = state.input.flatMap { $0.hasWork ? $0 : nil }
    let inputs = work.compactMap(\.input) + (typed.map { [$0] } ?? []) + state.offers
    guard inputs != kept else { return }
    kept = inputs
    do throws(StoreError) {
      if inputs.isEmpty {
        if let draft = draft.take() { draft.remove() }
        return
      }
      if draft == nil { draft = try services.drafts?.beginLine() }
      try draft?.keep(inputs.draft)
    } catch {
      apply(.told("The text that you type is not kept: \(services.explain(error))", isError: true))
    }
  }
}
