import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// An archive that cannot be decoded, and exactly what is to be said of it.
struct DecodingFault: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let archive: HandmadeArchive
  let kind: ArchiveError.Kind
  /// The path in the error.
  let path: String
  /// The path of the value in the file whose place the error tells; nil when it tells none.
  let place: String?
  let message: String
  let decode: @Sendable (KeyedArchive) throws(ArchiveError) -> Void

  init<Value: KeyedArchiveValue & SendableMetatype>(
    _ name: String, _ type: Value.Type, _ kind: ArchiveError.Kind, _ path: String = "root",
    at place: String?, _ message: String, root: (inout HandmadeArchive) -> PropertyList
  ) {
    testDescription = name
    archive = HandmadeArchive(root: root)
    (self.kind, self.path, self.place, self.message) = (kind, path, place, message)
    decode = { (archive) throws(ArchiveError) in _ = try archive.root(type) }
  }

  /// A value under `root` that is not of the type that is asked for.
  static func wrongType<Value: KeyedArchiveValue & SendableMetatype>(
    _ type: Value.Type, _ expected: String, _ found: String, _ value: PropertyList
  ) -> DecodingFault {
    DecodingFault(
      "\(expected), but \(found)", type, .unexpectedType, at: "$top.root",
      "expected \(expected), found \(found)"
    ) { _ in value }
  }

  static let wrongTypes: [DecodingFault] = [
    wrongType(String.self, "a string", "an integer", 42),
    wrongType(String.self, "a string", "data", .data([1])),
    wrongType(String.self, "a string", "an array", []),
    wrongType(Bool.self, "a boolean", "a string", "true"),
    wrongType(Bool.self, "a boolean", "an integer", 2),
    wrongType(Bool.self, "a boolean", "a real", 1.0),
    wrongType(Int.self, "an integer", "a boolean", true),
    wrongType(Int.self, "an integer", "a real", 1.0),
    wrongType(Double.self, "a real", "a boolean", true),
    wrongType(Double.self, "a real", "a date", .date(1)),
    wrongType(Data.self, "data", "a string", "AQI="),
    wrongType(Date.self, "a date", "a real", 1.5),
    wrongType(UUID.self, "a UUID", "data", .data(Array(repeating: 0, count: 16))),
    wrongType([Int].self, "an array", "a set", .set([1])),
    wrongType([Int].self, "an array", "a string", "1"),
    wrongType([String: Int].self, "a dictionary", "an array", []),
    wrongType(Node.self, "an object of class Graph.Node", "a string", "node"),
    wrongType(Node.self, "an object of class Graph.Node", "an ordered set", .orderedSet([])),
    wrongType(Int?.self, "an integer", "a string", "1"),
    // UID 0 is nil, and where there must be a value, nil is none.
    DecodingFault(
      "a string, but nil", String.self, .unexpectedType, at: "$objects[0]",
      "expected a string, found a null"
    ) { _ in .uid(0) },
    DecodingFault(
      "an object, but nil", Node.self, .unexpectedType, at: "$objects[0]",
      "expected an object of class Graph.Node, found a null"
    ) { _ in .uid(0) },
  ]

  static let structure: [DecodingFault] = [
    DecodingFault(
      "a UID that names no object", String.self, .invalidReference, at: nil,
      "UID 1 is not the UID of an object; there are 1"
    ) { _ in .uid(1) },
    DecodingFault(
      "the largest UID", String.self, .invalidReference, at: nil,
      "UID 18446744073709551615 is not the UID of an object; there are 1"
    ) { _ in .uid(.max) },
    DecodingFault(
      "a UID that names no object in an array in an object", Node.self, .invalidReference,
      "root.next[1].next[0]", at: nil, "UID 99 is not the UID of an object; there are 4"
    ) { archive in
      let record = archive.addClass("Graph.Node")
      let leaf = archive.add(["name": "leaf", "$class": record])
      let twig = archive.add(["name": "twig", "next": [.uid(99)], "$class": record])
      return ["name": "root", "next": [leaf, twig], "$class": record]
    },
    DecodingFault(
      "a missing key", Node.self, .missingKey, "root.name", at: "$objects[2]", "the key is missing"
    ) { archive in
      let record = archive.addClass("Graph.Node")
      return archive.add(["$class": record])
    },
    DecodingFault(
      "a value of another type, deep inside", [[Node]].self, .unexpectedType,
      "root[1][0].next[1].name", at: "$objects[3].name", "expected a string, found a real"
    ) { archive in
      let record = archive.addClass("Graph.Node")
      let good = archive.add(["name": "good", "$class": record])
      let bad = archive.add(["name": 2.5, "$class": record])
      let list = archive.add(["name": "list", "$class": record, "next": [good, bad]])
      return [[], [list]]
    },
    DecodingFault(
      "an array without its elements", [Int].self, .missingKey, at: "$objects[2]",
      "NS.objects is missing"
    ) { archive in
      let record = archive.addClass("NSArray")
      return archive.add(["$class": record])
    },
    DecodingFault(
      "an array whose elements are a string", [Int].self, .unexpectedType,
      at: "$objects[2].NS.objects", "expected an array under NS.objects, found a string"
    ) { archive in
      let record = archive.addClass("NSArray")
      return archive.add(["$class": record, "NS.objects": "1, 2"])
    },
    DecodingFault(
      "a dictionary with more keys than values", [String: Int].self, .unexpectedType, at: nil,
      "a dictionary with 2 keys and 1 values"
    ) { archive in
      let record = archive.addClass("NSDictionary")
      return archive.add(["$class": record, "NS.keys": ["a", "b"], "NS.objects": [1]])
    },
    DecodingFault(
      "a UUID of 15 bytes", UUID.self, .unexpectedType, "root.NS.uuidbytes", at: nil,
      "a UUID has 16 bytes, found 15"
    ) { archive in
      let record = archive.addClass("NSUUID")
      return archive.add([
        "$class": record, "NS.uuidbytes": .data(Array(repeating: 0, count: 15)),
      ])
    },
    DecodingFault(
      "a string of bytes that are not UTF-8", String.self, .unexpectedType, "root.NS.bytes",
      at: "$objects[2].NS.bytes", "expected data in UTF-8, found data"
    ) { archive in
      let record = archive.addClass("NSString")
      return archive.add(["$class": record, "NS.bytes": .data([0xFF])])
    },
    DecodingFault(
      "a string in a string in a string", String.self, .unexpectedType, "root.NS.string",
      at: "$objects[2]", "expected a string, found a dictionary"
    ) { archive in
      let record = archive.addClass("NSString")
      let inner = archive.add(["$class": record, "NS.string": "text"])
      return archive.add(["$class": record, "NS.string": inner])
    },
  ]

  static let classes: [DecodingFault] = [
    DecodingFault(
      "an object of another class", Node.self, .unexpectedClass, at: "$objects[2]",
      "expected an object of class Graph.Node, found one of class Graph.Edge"
    ) { archive in
      let record = archive.addClass("Graph.Edge", "Graph.Line")
      return archive.add(["$class": record])
    },
    DecodingFault(
      "a class whose name only ends in the same letters", Node.self, .unexpectedClass,
      at: "$objects[2]", "expected an object of class Graph.Node, found one of class Graph.SubNode"
    ) { archive in
      let record = archive.addClass("Graph.SubNode")
      return archive.add(["$class": record])
    },
    DecodingFault(
      "a set where an array is expected", [Int].self, .unexpectedClass, at: "$objects[2]",
      "expected an array, found one of class NSSet"
    ) { archive in
      let record = archive.addClass("NSSet")
      return archive.add(["$class": record, "NS.objects": [1]])
    },
    DecodingFault(
      "a dictionary without a class", Node.self, .unexpectedClass, at: "$top.root",
      "expected an object of class Graph.Node, found a dictionary without a class"
    ) { _ in ["name": "x"] },
    DecodingFault(
      "a class that is a name", Node.self, .unexpectedClass, at: "$top.root",
      "$class is not a UID"
    ) { _ in ["name": "x", "$class": "Graph.Node"] },
    DecodingFault(
      "a class record that is not there", Node.self, .invalidReference, at: nil,
      "UID 7 is not the UID of an object; there are 1"
    ) { _ in ["name": "x", "$class": .uid(7)] },
    DecodingFault(
      "a class record that is $null", Node.self, .unexpectedClass, at: "$objects[0]",
      "the class record has no $classname"
    ) { _ in ["name": "x", "$class": .uid(0)] },
    DecodingFault(
      "a class record without a name", Node.self, .unexpectedClass, at: "$objects[1]",
      "the class record has no $classname"
    ) { archive in
      let record = archive.add(["$classes": ["Graph.Node"]])
      return ["name": "x", "$class": record]
    },
    DecodingFault(
      "a class record whose name is a number", Node.self, .unexpectedClass, at: "$objects[1]",
      "the class record has no $classname"
    ) { archive in
      let record = archive.add(["$classname": 5])
      return ["name": "x", "$class": record]
    },
    DecodingFault(
      "a class record whose classes are a string", Node.self, .unexpectedClass, at: "$objects[1]",
      "$classes of class Graph.Node is not an array"
    ) { archive in
      let record = archive.add(["$classname": "Graph.Node", "$classes": "NSObject"])
      return ["name": "x", "$class": record]
    },
  ]
}

struct ArchiveErrorTests {
  @Test(arguments: DecodingFault.wrongTypes + DecodingFault.structure + DecodingFault.classes)
  func `an error says what, under which keys and where`(_ fault: DecodingFault) throws {
    let file = fault.archive.file()
    let archive = try KeyedArchive(file.bytes)
    // A UID that names no object is told at the first of the objects that there are.
    let place =
      fault.kind == .invalidReference ? archive.objects.offset : fault.place.map { file[$0] }
    #expect(throws: ArchiveError(fault.kind, at: place, path: fault.path, fault.message)) {
      try fault.decode(archive)
    }
  }

  @Test func `an object that contains itself is too deep`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      // As much as what is read of it again and again is within the budget.
      let padding = archive.add(.data(Array(repeating: 0, count: 20_000)))
      return archive.add([
        "name": "ouroboros", "next": [.uid(3)], "padding": padding, "$class": record,
      ])
    }
    let file = archive.file()
    let path = "root" + String(repeating: ".next[0]", count: PropertyListLimits.depth)
    #expect(
      throws: ArchiveError(
        .tooDeep, at: file["$objects[3]"], path: path,
        "objects are nested more than 512 deep, or contain themselves")
    ) { try KeyedArchive(file.bytes).root(Node.self) }
  }

  @Test func `two objects and their arrays that contain each other are too deep`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let padding = archive.add(.data(Array(repeating: 0, count: 20_000)))
      let array = archive.addArray([.uid(6)])
      let first = archive.add(["name": "a", "next": array, "padding": padding, "$class": record])
      _ = archive.add(["name": "b", "next": [first], "$class": record])
      return first
    }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchive(archive.file().bytes).root(Node.self)
    }
    #expect(error?.kind == .tooDeep)
    #expect(error?.path.hasPrefix("root.next[0].next[0].next[0]") == true)
  }

  @Test func `an object that contains itself in a small file is too large`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      return archive.add(["name": "ouroboros", "next": [.uid(2)], "$class": record])
    }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchive(archive.file().bytes).root(Node.self)
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.path.hasPrefix("root.next[0].next[0]") == true)
  }

  @Test(arguments: ["NSArray", "NSData", "NSDictionary"])
  func `a collection that contains itself is refused`(_ name: String) throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass(name)
      let padding = archive.add(.data(Array(repeating: 0, count: 20_000)))
      return archive.add([
        "NS.objects": [.uid(3)], "NS.data": .uid(3), "NS.keys": [.uid(3)], "padding": padding,
        "$class": record,
      ])
    }
    let file = try KeyedArchive(archive.file().bytes)
    let error = #expect(throws: ArchiveError.self) {
      switch name {
      case "NSArray": _ = try file.root([[[Int]]].self)
      case "NSData": _ = try file.root(Data.self)
      default: _ = try file.root([String: Int].self)
      }
    }
    #expect(
      error?.kind
        == (["NSArray": .unexpectedType, "NSData": .tooDeep, "NSDictionary": .unexpectedClass][name])
    )
  }

  @Test func `objects 500 deep are read`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      var node = archive.add(["name": "0", "$class": record])
      for level in 1..<512 {
        node = archive.add(["name": .string("\(level)"), "next": [node], "$class": record])
      }
      return node
    }
    #expect(try KeyedArchive(archive.file().bytes).root(Node.self).name == "511")
  }

  @Test func `a fault of the property list below has its place and its cause`() throws {
    var archive = HandmadeArchive()
    archive.top = ["root": "text"]
    let file = archive.file()
    var bytes = file.bytes
    let offset = file["$top.root"]
    bytes[offset] = 0x7F  // A marker that is not a type.
    let cause = ArchiveError(
      .unknownMarker, at: .byte(offset), object: 7, "the marker byte 0x7f is not a type")
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchive(bytes).root(String.self)
    }
    #expect(error == cause.inside(key: "root"))
  }

  @Test(arguments: [
    (ArchiveError(.missingKey, at: 12, path: "a[0].b", "gone"), "a[0].b: gone (at byte 12)"),
    (ArchiveError(.tooLarge, "too much"), "too much"),
    (
      ArchiveError(.cycle, at: .byte(9), object: 4, "round"),
      "round (at byte 9, object 4)"
    ),
    (
      ArchiveError(.cycle, at: .byte(9), "round").inside(key: "a"),
      "a: round (at byte 9)"
    ),
  ])
  func `an error is described with its place`(_ error: ArchiveError, _ text: String) {
    #expect("\(error)" == text)
  }
}
