import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What `inspect` and `validate` say of property lists that no program writes.
@Suite(.blocking)
struct InspectTests {
  @Test func `A plain property list has the same look`() throws {
    let sandbox = try Sandbox()
    let list = PropertyList.dictionary([
      "Name": .string("Two\nlines and \"quotes\""), "Ratio": .real(0.5), "Empty": .array([]),
      "When": .date(-1.5), "Never": .date(.nan), "Icon": .data(Array(0...255)),
      "Reference": .uid(3), "Size": .dictionary(["width": .integer(2), "height": .integer(3)]),
      "Numbers": .array((1...30).map { .integer($0) }),
      "Mixed": .array([.boolean(true), .array([.null, .set([.string("a")])])]),
    ])
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "list.plist"))
    #expect(
      try sandbox.run("plist", "show", "list.plist").output == """
        list.plist: binary property list, \(list.binary().count) bytes

        dictionary, 10 entries
          Name: "Two\\nlines and \\"quotes\\""  Ratio: 0.5  Empty: array, empty
          When: 2000-12-31T23:59:58.5Z  Never: nan seconds from 2001
          Icon: <256 bytes: 000102030405060708090a0b0c0d0e0f...>  Reference: UID 3
          Size: {width: 2  height: 3}
          Numbers: array, 30 elements
            [0] 1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16  17  18  19  20
            [20] 21  22  23  24  25  26  27  28  29  30
          Mixed: array, 2 elements
            [0] true
            [1] array, 2 elements
              [0] null
              [1] set, 1 element
                [0] "a"

        """)
  }

  @Test func `A list of links as long as the file is not nested without end`() throws {
    let sandbox = try Sandbox()
    var objects: [PropertyList] = [.string("$null")]
    let links = 2_000
    for uid in 1...links {
      objects.append(
        .dictionary([
          "next": .uid(UInt64(uid == links ? 1 : uid + 1)), "$class": .uid(UInt64(links + 1)),
        ]))
    }
    objects.append(.dictionary(["$classname": .string("Link")]))
    let archive = PropertyList.dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["first": .uid(1)]), "$objects": .array(objects),
    ])
    try Data(archive.binary()).write(to: sandbox.directory.appending(path: "links.plist"))
    let run = try sandbox.run("plist", "show", "links.plist")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines[2] == "first: #1 Link")
    #expect(lines.contains("Further down:"))
    #expect(lines.allSatisfy { $0.utf8.count < 120 })
    #expect(lines.count { $0.contains("#2000 Link") } == 1)
  }

  @Test func `A date that is not finite breaks a document's rules`() throws {
    let sandbox = try Sandbox()
    let item = PropertyList.dictionary([
      "text": .string("Milk"), "checked": .boolean(false), "dueDate": .date(.infinity),
      "shouldRemind": .boolean(true), "itemID": .integer(1),
    ])
    let path = sandbox.directory.appending(path: "document.plist")
    try Data(PropertyList.array([item]).binary()).write(to: path)
    let run = try sandbox.run("plist", "check", "document.plist")
    #expect(run.status == 65)
    #expect(run.output.contains("a date is finite"), "\(run.output)")
  }
}
