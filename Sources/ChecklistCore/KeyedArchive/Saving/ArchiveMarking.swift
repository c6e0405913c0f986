/// The first step of a save: which objects the root leads to, and whether they are sound.
///
/// One object stands for all equal keys, booleans, UIDs and plain class records of the parts.
struct ArchiveMarking {
  let parts: ArchiveParts
  let marks: MarkTable
  /// By UID: the UID that stands for it; nil when nothing leads to it.
  let uids: StandInTable
  /// By UID: the UID object that is written for it.
  let uidObjects: StandInTable
  /// The objects, and the UIDs, that others stand for.
  var replacements: [Replacement] = []
  var replacedUIDs: [Replacement] = []
  /// Whether the bytes of each marked object of the first part end where those of the next number
  /// begin.
  var isFirstPartInOrder = true

  /// How many more bytes the marked objects may take.
  private var budget: Int
  /// The numbers of new objects that are to be looked at.
  private var pendingNew: [Int] = []
  /// How far the objects of the parts have been looked at.
  private var scan = Scan()
  /// Objects that were found to be needed after the scan had passed them.
  private var pending: [ArchiveAddress] = []
  /// The numbers of new UID objects that lead to classes.
  ///
  /// They are looked at last, so that an equal class of a part stays as it is.
  private var pendingClasses: [Int] = []
  /// Containers that hold a container which was looked at earlier.
  ///
  /// Such a container may contain itself.
  private var referringBack: [Nested] = []
  /// The shapes of the dictionaries whose keys have been looked at, by part.
  var keyLookups: [KeyLookupCache]
  /// The keys, booleans and nulls that were met first, by their encodings.
  var scalars: [Known] = []
  var classes: [Known] = []

  // These are not tuples: for an array of tuples, the runtime must make a type first, which a small
  // command has to wait for.

  /// The key by which objects are compared: the encoding of a scalar, or the name of a plain class
  /// record.
  struct Known {
    let bytes: [UInt8]
    var index: PartIndex
  }

  /// An object, or a UID, that is not written, and the one that stands for it.
  struct Replacement {
    let replaced: PartIndex
    let first: PartIndex
  }

  /// Marks the objects that a root leads to.
  ///
  /// - Throws: ``ArchiveError`` when one of the objects is damaged.
  init(_ parts: ArchiveParts, root: ArchiveAddress) throws(ArchiveError) {
    self.parts = parts
    marks = MarkTable(count: parts.objectCount)
    budget = PropertyListLimits.rewritingExpansion * parts.size
    keyLookups = Array(repeating: KeyLookupCache(), count: parts.all.count)
    uids = StandInTable(count: parts.isKeyed ? parts.uidCount : 0)
    uidObjects = StandInTable(count: parts.isKeyed ? parts.uidCount : 0)
    try parts.withViews { (views) throws(ArchiveError) in
      try mark(from: root, in: views)
    }
  }

  /// How far the objects of the parts have been looked at, by number.
  struct Scan {
    /// The part that is being looked at.
    ///
    /// The parts before it are done, and the parts after it are not begun.
    var part = 0
    /// The step from one object to the next: 1 or -1.
    var step = 1
    /// The number of the object that is being looked at.
    var position = 0

    /// Whether the scan has passed an object.
    @inline(__always)
    func isPast(_ number: Int, of part: Int) -> Bool {
      part == self.part ? (number &- position) &* step <= 0 : part < self.part
    }
  }

  /// A container of a part, and how many containers it is in.
  struct Nested {
    let address: ArchiveAddress
    let depth: Int
  }

  /// Marks the objects that the root leads to.
  ///
  /// New objects are looked at first. Then the objects of each part are looked at once by number,
  /// in the direction in which they refer to others. So nearly every object is known to be needed
  /// when the scan meets it. The few others are looked at later.
  private mutating func mark(
    from root: ArchiveAddress, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    if parts.isKeyed { try reachObject(uid: 0, of: 0, in: views) }
    reach(root, in: views)
    while true {
      try visitNew(in: views)
      if scan.part < views.count - 1 {
        try scanNextPart(views)
      } else if let object = pending.popLast() {
        try visitWaiting(object, in: views)
      } else if let number = pendingClasses.popLast() {
        let object = ArchiveAddress(part: 0, number)
        try visitClass(object, in: views)
        // A field `$class` may be something else than a UID.
        reach(object, in: views)
      } else {
        return try checkNesting(in: views)
      }
    }
  }

  /// Looks at the new objects that are needed.
  private mutating func visitNew(in views: [ArchiveParts.View]) throws(ArchiveError) {
    while let number = pendingNew.popLast() {
      try visitWaiting(ArchiveAddress(part: 0, number), in: views)
    }
  }

  /// Looks at the objects of the next part that are needed.
  private mutating func scanNextPart(_ views: [ArchiveParts.View]) throws(ArchiveError) {
    scan.part += 1
    let part = scan.part
    let count = views[part].list.objectCount
    let isDescending = refersToLowerNumbers(parts[part])
    scan.step = isDescending ? -1 : 1
    for index in 0..<count {
      scan.position = isDescending ? count &- 1 &- index : index
      if let depth = marks[views[part].firstObject + scan.position].depth {
        try visit(scan.position, of: part, inside: depth, in: views)
        if !pendingNew.isEmpty { try visitNew(in: views) }
      }
    }
  }

  /// Whether objects have higher numbers than the objects that they refer to, because their writer
  /// appended each container after its elements.
  private func refersToLowerNumbers(_ part: ArchiveParts.Part) -> Bool {
    let number = parts.isKeyed ? try? part.archive?.objectNumber(uid: 1) : part.archive?.top
    guard let number, let values = try? part.reader.values(number), values.count > 0,
      let last = try? part.reader.reference(values.count - 1, in: values)
    else { return false }
    return last < number
  }

  // MARK: Objects

  /// Looks at an object that had to wait, unless that has been done in the meantime.
  @inline(never)
  private mutating func visitWaiting(
    _ object: ArchiveAddress, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    if let depth = marks[views[object.part].firstObject + object.number].depth {
      try visit(object.number, of: object.part, inside: depth, in: views)
    }
  }

  /// Checks that an object is sound, and marks the objects that it refers to.
  @inline(__always)
  private mutating func visit(
    _ number: Int, of part: Int, inside depth: UInt32, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    let list = views[part].list
    let index = views[part].firstObject + number
    marks[index] = .live
    let start = list.uncheckedOffset(ofObject: number)
    if !list.hasObject(at: start) { _ = try parts[part].reader.offset(ofObject: number) }
    let marker = list.byte(at: start)
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.uid where parts.isKeyed:
      try visitUID(number, at: start, of: part, in: views)
    case BinaryPropertyListMarker.dictionary:
      var dictionary = list.dictionary(at: start)
      if dictionary == nil { dictionary = try parts[part].reader.dictionary(number, at: start) }
      guard let (keys, values) = dictionary else { return }
      try note(number, from: start, to: list.end(of: values), part, list)
      try reachElements(
        values, of: number, part, depth: depth &+ 1,
        classPosition: classPosition(keys, part, in: views), in: views)
    case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
      BinaryPropertyListMarker.orderedSet:
      let elements = try parts[part].reader.elements(number, at: start)
      try note(number, from: start, to: list.end(of: elements), part, list)
      try reachElements(elements, of: number, part, depth: depth &+ 1, classPosition: -1, in: views)
    default:
      var end = list.scalarEnd(at: start)
      if end == nil { end = try parts[part].reader.scalarEnd(number, at: start) }
      try note(number, from: start, to: end ?? start, part, list)
      if marker < 16 { noteEqual([marker], index) }
    }
  }

  /// Marks the elements of a container.
  ///
  /// - Parameters:
  ///   - depth: How many containers the elements are in, including this one.
  ///   - classPosition: The index of the element that is the class of an object; negative when none
  ///     is.
  /// - Throws: ``ArchiveError`` when an element names no object, or the container is in too
  ///   many others.
  @inline(__always)
  private mutating func reachElements(
    _ elements: BinaryPropertyListReferences, of number: Int, _ part: Int, depth: UInt32,
    classPosition: Int, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    if depth > PropertyListLimits.depth { throw tooDeep(number, parts[part]) }
    let list = views[part].list
    var refersBack = false
    for index in 0..<elements.count {
      let reference = list.uncheckedReference(index, in: elements)
      var element = ArchiveAddress(reference)
      // A new object may refer to any part, an object of a part only to that part.
      if part > 0 {
        if !list.hasObject(reference) {
          _ = try parts[part].reader.reference(index, in: elements)
        }
        element = ArchiveAddress(part: part, reference)
      }
      if index == classPosition {
        if element.part == 0 {
          pendingClasses.append(element.number)
          continue
        }
        try visitClass(element, in: views)
      }
      let isWaiting = reach(element, depth: depth, in: views)
      if !isWaiting, part > 0, isContainer(element, in: views) { refersBack = true }
    }
    if refersBack {
      referringBack.append(
        Nested(address: ArchiveAddress(part: part, number), depth: Int(depth) - 1))
    }
  }

  /// Marks an object as needed.
  ///
  /// - Returns: Whether the object is still to be looked at.
  @inline(__always)
  @discardableResult
  private mutating func reach(
    _ object: ArchiveAddress, depth: UInt32 = 0, in views: [ArchiveParts.View]
  ) -> Bool {
    let index = views[object.part].firstObject + object.number
    let known = marks[index]
    if known == .live { return false }
    if known == .unseen {
      if object.part == 0 {
        pendingNew.append(object.number)
      } else if scan.isPast(object.number, of: object.part) {
        pending.append(object)
      }
    }
    if known < .reached(inside: depth) { marks[index] = .reached(inside: depth) }
    return true
  }

  /// Records where the bytes of an object end, and takes their size from the budget.
  @inline(__always)
  mutating func note<List: BinaryPropertyListBytes>(
    _ number: Int, from start: Int, to end: Int, _ part: Int, _ list: List
  ) throws(ArchiveError) {
    if part == 1, list.hasObject(number &+ 1), list.uncheckedOffset(ofObject: number &+ 1) != end {
      isFirstPartInOrder = false
    }
    budget &-= end &- start
    guard budget >= 0 else {
      throw ArchiveError(
        .tooLarge, "objects overlap, and would take far more than the file when written again")
    }
  }

  // MARK: Nesting

  /// Whether an object that was looked at is an array, a set or a dictionary.
  @inline(__always)
  private func isContainer(_ object: ArchiveAddress, in views: [ArchiveParts.View]) -> Bool {
    let list = views[object.part].list
    return list.byte(at: list.uncheckedOffset(ofObject: object.number))
      >= BinaryPropertyListMarker.array
  }

  /// Checks that no container contains itself, and that containers do not nest too deep that were
  /// not met from the outside in.
  ///
  /// In a cycle of containers, the one that was looked at last refers to one that was looked at
  /// earlier. So it is enough to check the containers that refer back.
  private func checkNesting(in views: [ArchiveParts.View]) throws(ArchiveError) {
    var heights: [Int: Int] = [:]
    for container in referringBack {
      _ = try height(of: container.address, inside: container.depth, in: views, &heights)
    }
  }

  /// How deep containers nest in a container of a part, including itself.
  ///
  /// - Parameter container: An array, a set or a dictionary that was looked at.
  /// - Throws: ``ArchiveError`` when it contains itself, or nests too deep.
  private func height(
    of container: ArchiveAddress, inside depth: Int, in views: [ArchiveParts.View],
    _ heights: inout [Int: Int]
  ) throws(ArchiveError) -> Int {
    let part = parts[container.part]
    let known = heights[container.code]
    guard depth + (known ?? 1) <= PropertyListLimits.depth else {
      throw tooDeep(container.number, part)
    }
    if let known { return known }
    var height = 1
    let elements = try part.reader.values(container.number)
    for index in 0..<elements.count {
      let element = ArchiveAddress(
        part: container.part,
        views[container.part].list.uncheckedReference(index, in: elements))
      if isContainer(element, in: views) {
        height = max(
          height, 1 + (try self.height(of: element, inside: depth + 1, in: views, &heights)))
      }
    }
    heights[container.code] = height
    return height
  }

  private func tooDeep(_ number: Int, _ part: ArchiveParts.Part) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: part.reader.place(of: number),
      PropertyListLimits.tooDeepMessage(orContainThemselves: true))
  }

  // MARK: UIDs

  /// Looks at the UID object of an object's class, unless that has been done before.
  @inline(__always)
  private mutating func visitClass(
    _ object: ArchiveAddress, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    if marks[views[object.part].firstObject + object.number] != .live {
      try visitClassUID(object, in: views)
    }
  }

  @inline(never)
  private mutating func visitClassUID(
    _ object: ArchiveAddress, in views: [ArchiveParts.View]
  ) throws(ArchiveError) {
    let start = try parts[object.part].reader.offset(ofObject: object.number)
    let marker = views[object.part].list.byte(at: start)
    guard marker & 0xF0 == BinaryPropertyListMarker.uid else { return }
    marks[views[object.part].firstObject + object.number] = .live
    try visitUID(object.number, at: start, of: object.part, in: views, isClass: true)
  }

  /// Looks at a UID object, and marks the object that it leads to.
  @inline(__always)
  private mutating func visitUID(
    _ number: Int, at start: Int, of part: Int, in views: [ArchiveParts.View], isClass: Bool = false
  ) throws(ArchiveError) {
    let list = views[part].list
    let index = views[part].firstObject + number
    try note(number, from: start, to: start &+ 2 &+ Int(list.byte(at: start) & 0x0F), part, list)
    let uid = try reachObject(of: number, at: start, part, in: views, isClass: isClass)
    uidObjects[uid] = if let known = uidObjects[uid] { merge(known, index) } else { index }
  }

  /// Marks the object that a UID object leads to.
  @inline(__always)
  private mutating func reachObject(
    of number: Int, at start: Int, _ part: Int, in views: [ArchiveParts.View], isClass: Bool
  ) throws(ArchiveError) -> PartIndex {
    var uid = views[part].list.uid(at: start)
    if uid == nil { uid = try parts[part].reader.uid(number, at: start) }
    let code = uid ?? 0
    if part == 0 {
      let address = ArchiveAddress(Int(truncatingIfNeeded: code))
      return try reachObject(uid: address.number, of: address.part, in: views, isClass: isClass)
    }
    if code == 0 { return try reachObject(uid: 0, of: 0, in: views) }
    guard code < UInt64(views[part].objects.count) else {
      throw ArchiveError(
        .invalidReference, at: parts[part].reader.place(of: number),
        "UID \(code) is not the UID of an object; there are \(views[part].objects.count)")
    }
    return try reachObject(uid: Int(code), of: part, in: views, isClass: isClass)
  }

  /// Marks the object of a UID as needed.
  ///
  /// - Parameter isClass: Whether it is the class record of an object.
  /// - Throws: ``ArchiveError`` when there is no such object.
  @discardableResult
  @inline(__always)
  private mutating func reachObject(
    uid: Int, of part: Int, in views: [ArchiveParts.View], isClass: Bool = false
  ) throws(ArchiveError) -> PartIndex {
    let index = views[part].firstUID + uid
    if let known = uids[index] { return known }
    if isClass, let first = try sameClass(uid, of: part, index) { return first }
    uids[index] = index
    // An address has no room for a number that no object has.
    if part > 0,
      !views[part].list.hasObject(
        views[part].list.uncheckedReference(uid, in: views[part].objects))
    {
      _ = try parts[part].reader.reference(uid, in: views[part].objects)
    }
    reach(parts.object(uid: uid, of: part, in: views), in: views)
    return index
  }
}
