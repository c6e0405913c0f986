import ChecklistCore
import Foundation
import Terminal
import Testing

@testable import checklists

/// What an error of any room is to the user: a message, a status and a hint.
@Suite struct FailureTests {
  @Test(
    arguments: [
      (ConsoleError(.write(errno: ENOSPC)), 74), (ConsoleError(.read(errno: EBADF)), 74),
      (ConsoleError(.invalidUTF8(line: 3)), 65), (ConsoleError(.inputTaken(by: "the script")), 64),
    ] as [(ConsoleError, Int32)])
  func `an error of the console has its status`(error: ConsoleError, status: Int32) {
    #expect(Failure(error).status.rawValue == status)
    #expect(Failure(error).message == error.description)
  }

  @Test func `an error of the syntax is one of usage, with its hint`() {
    let failure = Failure(UsageError("there is no option --x", command: "add"))
    #expect(failure.status.rawValue == 64)
    #expect(failure.message == "there is no option --x")
    #expect(failure.hint == "See 'checklists help add'.")
  }

  @Test(
    arguments: [
      (ChangeError.Kind.blankText, 64), (.blankNote, 64), (.blankListName, 64),
      (.unknownIcon("x"), 64),
      (.listNameTaken("x"), 64), (.nulCharacter, 65),
      (.noSuchItem(5), 1), (.noSuchList(5), 1), (.incompleteOrder, 64), (.duplicateList(1), 64),
    ] as [(ChangeError.Kind, Int32)])
  func `an error of a change has its status`(kind: ChangeError.Kind, status: Int32) {
    #expect(Failure(ChangeError(kind)).status.rawValue == status)
    #expect(Failure(ChangeError(kind)).message == ChangeError(kind).description)
  }

  @Test(
    arguments: [
      (.tooLarge, "See what its objects share: checklists plist check a.plist"),
      (.invalidKey, "Find the damage: checklists plist check a.plist"),
      (
        .unrepresentableInFormat,
        "Convert it first: checklists plist convert --format binary -o a.plist a.plist"
      ),
    ] as [(ArchiveError.Kind, String)])
  func `a save that is refused has the way out of what refuses it`(
    kind: ArchiveError.Kind, hint: String
  ) {
    let cause = ArchiveError("x", kind: kind)
    let failure = Failure(StoreError(.unrepresentable(cause), path: "a.plist"))
    #expect(failure.status.rawValue == 65)
    #expect(failure.message == "a.plist was not changed: x")
    #expect(failure.hint == hint)
  }
}
