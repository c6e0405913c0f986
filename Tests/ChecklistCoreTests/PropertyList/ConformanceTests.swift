import ChecklistCore
import TestSupport
import Testing

/// Files that other software wrote, against expectations that other decoders gave.
@Suite(
  "Property lists of other writers", .needs(Conformance.isPresent, Conformance.absence))
struct ConformanceTests {
  /// What becomes of a file about which decoders disagree; DESIGN.md says so in section 2.
  enum Decision: Sendable {
    case error(ArchiveError.Kind)
    /// The value that one decoder gave, by its name in `reference.json`.
    case reference(String)
    /// The value that one decoder gave, but for some keys of the root dictionary.
    case referenceExcept(String, [String: String])
    /// A value in the form of the expectation files.
    case value(String)
    /// The value of another file.
    case sameAs(String)
  }

  @Test(
    "every valid file gives exactly what is expected",
    arguments: Conformance.files(in: "plists", "archives", verdict: "valid"))
  func valid(file: Conformance.File) throws {
    let bytes = try file.bytes()
    let expected = try ExpectedValue(json: file.companion("expected.json"))
    let value = try measured { try PropertyList(bytes) }
    #expect(expected.difference(from: value) == nil)
  }

  @Test(
    "every file that no decoder reads is an error of its kind",
    arguments: Conformance.files(in: "malformed", verdict: "reject"))
  func reject(file: Conformance.File) throws {
    let bytes = try file.bytes()
    let error = measured { kindOfError(bytes) }
    #expect(error == Self.rejected[file.name])
  }

  @Test(
    "every file about which decoders disagree is read as it was decided",
    arguments: Conformance.files(in: "malformed", verdict: "contested"))
  func contested(file: Conformance.File) throws {
    let bytes = try file.bytes()
    switch try #require(Self.decisions[file.name], "nothing was decided about it") {
    case .error(let kind):
      #expect(measured { kindOfError(bytes) } == kind)
    case .reference(let decoder):
      let value = try measured { try PropertyList(bytes) }
      let expected = try reference(decoder, of: file, except: [:])
      #expect(expected.difference(from: value) == nil)
    case .referenceExcept(let decoder, let overrides):
      let value = try measured { try PropertyList(bytes) }
      let expected = try reference(decoder, of: file, except: overrides)
      #expect(expected.difference(from: value) == nil)
    case .value(let json):
      let value = try measured { try PropertyList(bytes) }
      #expect(try ExpectedValue(json: json).difference(from: value) == nil)
    case .sameAs(let name):
      let other = Conformance.File(folder: file.folder, name: name, verdict: file.verdict)
      let value = try measured { try PropertyList(bytes) }
      #expect(try value == PropertyList(other.bytes()))
    }
  }

  @Test(
    "a broken keyed archive is a valid property list, and Foundation reads the same",
    arguments: Conformance.files(in: "malformed", verdict: "archive-reject"))
  func brokenArchive(file: Conformance.File) throws {
    let bytes = try file.bytes()
    let value = try measured { try PropertyList(bytes) }
    #expect(try FoundationJudge.difference(from: value, in: bytes) == nil)
  }

  private func reference(
    _ decoder: String, of file: Conformance.File, except overrides: [String: String]
  ) throws -> ExpectedValue {
    guard case .object(let references) = try ExpectedValue(json: file.companion("reference.json")),
      let reference = references.first(where: { $0.key == decoder })?.value
    else {
      throw ExpectedValue.SyntaxError(offset: 0)
    }
    guard case .object(let members) = reference else { return reference }
    return .object(
      try members.map { member in
        (member.key, try overrides[member.key].map(ExpectedValue.init(json:)) ?? member.value)
      })
  }

  private func kindOfError(_ bytes: [UInt8]) -> ArchiveError.Kind? {
    do throws(ArchiveError) {
      _ = try PropertyList(bytes)
      return nil
    } catch {
      return error.kind
    }
  }

  /// Runs a read and checks that it took less than a second.
  private func measured<Value>(_ read: () throws -> Value) rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try read()
    #expect(clock.now - start < .seconds(1))
    return value
  }
}
