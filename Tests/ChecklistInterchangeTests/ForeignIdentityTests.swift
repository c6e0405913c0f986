import Testing

@testable import ChecklistInterchange

/// Identities of items as other programs have them.
struct ForeignIdentityTests {
  @Test(arguments: [1, 0x123_4567_89AB_CDEF, Int.max, 0, -1, Int.min])
  func `an identity comes back from its UUID, in any case`(identity: Int) {
    let uuid = ItemIdentity.uuid(of: identity)
    #expect(uuid.utf8.count == 36)
    #expect(ItemIdentity.own(uuid) == identity)
    #expect(ItemIdentity.own(uuid.uppercased()) == identity)
    #expect(ItemIdentity.identity(.csv, uuid) == identity)
  }

  @Test(arguments: [
    "", "1", "63686b6c-7374-8001-8234-56789abcde", "63686b6c-7374-8001-8234-56789abcdef01",
    "63686b6c-7374-8001-9234-56789abcdef0", "63686b6c-7374-4001-8234-56789abcdef0",
    "63686b6c-7374-8001-8234-56789abcdeg0", "63686b6c\u{D}7374-8001-8234-56789abcdef0",
    "\u{16}3686b6c-7374-8001-8234-56789abcdef0",
  ])
  func `another text is none of this program's`(text: String) {
    #expect(ItemIdentity.own(text) == nil)
    #expect(ItemIdentity.identity(.csv, text) > 0)
    #expect(ItemIdentity.identity(.csv, text) != ItemIdentity.identity(.icalendar, text))
  }
}
