import Expressions
import Values

/// The keys of a test.
package enum TestKey: Int, ObjectKey {
  case name, skip, with, inputs, values, until, match, tolerance, expect, outputs, cases

  static let owner = "a test"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

/// A test that is being read.
private struct TestDraft {
  var test = StreamTest()
  /// The offset at which its text begins.
  let start: Int
  var seen = KeySet()
  /// The offsets of the cases without an expectation.
  var bareCases: [Int] = []

  /// Whether it has an expectation, or was meant to have one.
  var statesExpectation: Bool {
    [TestKey.expect, .outputs].contains { seen.contains($0) || seen.isMeant($0) }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the tests of a document. A test that cannot be read is reported, and treated as one that
  /// expects nothing.
  mutating func readTests() throws(ReadError) -> [StreamTest] {
    guard try expect(.array, "an array of tests") else { return [] }
    var tests: [StreamTest] = []
    var names: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(tests.count))
      let draft = try readTest("a test, which is an object with an 'expect'", besides: &names)
      if let draft { reportMissingExpectations(of: draft) }
      tests.append(draft?.test ?? StreamTest())
      path.removeLast()
    }
    return tests
  }

  private mutating func reportMissingExpectations(of draft: TestDraft) {
    guard !draft.statesExpectation else { return }
    let hint = #"write "expect": "", and 'stream-run test --accept' fills it in"#
    for start in draft.bareCases {
      report(
        .missingKey, "a case needs an 'expect', here or in its test", hint: hint,
        at: start)
    }
    if draft.test.cases.isEmpty, !draft.seen.contains(TestKey.cases),
      !draft.seen.isMeant(TestKey.cases)
    {
      report(
        .missingKey, "a test needs an 'expect', the events that it must emit", hint: hint,
        at: draft.start)
    }
  }

  /// Reads a test, or a case of one.
  ///
  /// - Parameter names: The names of the tests before it; its own is added.
  private mutating func readTest(
    _ expectation: String, besides names: inout Set<String>, isCase: Bool = false
  ) throws(ReadError) -> TestDraft? {
    guard try expect(.object, expectation) else { return nil }
    var draft = TestDraft(start: reader.offset)
    var annotations = Annotations()
    try reader.beginObject()
    while let key: TestKey = try nextKey(seen: &draft.seen, annotations: &annotations) {
      path.append(.key(TestKey.table.keys[key.rawValue]))
      switch key {
      case .name: draft.test.name = try readTestName(besides: &names)
      case .cases where isCase:
        report(
          .invalidValue, "a case cannot have 'cases'",
          hint: "move its cases into the list that contains it")
        try reader.skipValue()
      case .cases: try readCases(into: &draft)
      default: try readMember(key, of: &draft.test)
      }
      path.removeLast()
    }
    draft.test.annotations = annotations.members
    return draft
  }

  /// Reads a member of a test that does not belong to its cases.
  private mutating func readMember(
    _ key: TestKey, of test: inout StreamTest
  ) throws(ReadError) {
    switch key {
    case .skip: test.skip = try readSkipReason()
    case .until: test.until = try readDuration(named: "until")
    case .match: test.match = try readMatching()
    case .tolerance: test.tolerance = try readTolerance()
    case .with: test.with = try readArguments()
    case .inputs: test.inputs = try readTestInputs()
    case .values:
      var marbles = MarbleSource("")
      try readMarbleDetail(.values, into: &marbles)
      test.values = marbles.values
    case .expect: test.expect = try readTimeline()
    case .outputs: test.outputs = try readTestOutputs()
    case .name, .cases: preconditionFailure("'\(key)' is read with its test")
    }
  }

  private mutating func readCases(into draft: inout TestDraft) throws(ReadError) {
    guard try expect(.array, "an array of cases") else { return }
    let start = reader.offset
    var names: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(draft.test.cases.count))
      let part = try readTest("a case, which is an object", besides: &names, isCase: true)
      if let part, !part.statesExpectation { draft.bareCases.append(part.start) }
      draft.test.cases.append(part?.test ?? StreamTest())
      path.removeLast()
    }
    if draft.test.cases.isEmpty {
      report(
        .invalidValue, "'cases' is empty, expected one case or more",
        hint: "remove it to play the test alone", at: start)
    }
  }

  private mutating func readTestName(
    besides names: inout Set<String>
  ) throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let name = try readString("a name in a string") else { return nil }
    if !names.insert(name).inserted {
      warn(
        .invalidValue, "found a second test named '\(name.abbreviated)', expected another name",
        hint: "reports and '--filter' use the names of tests", at: start)
    }
    return name
  }

  private mutating func readSkipReason() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let reason = try readString("the reason in a string") else { return nil }
    if reason.isEmpty {
      report(
        .invalidValue, "found an empty reason, expected the reason why the test is skipped",
        hint: "remove 'skip' to play it", at: start)
    }
    return reason
  }

  private mutating func readMatching() throws(ReadError) -> StreamTest.Matching? {
    let words = StreamTest.Matching.allCases.map(\.rawValue)
    _ = try reader.peek()
    let start = reader.offset
    guard let word = try readString("'exact' or 'partial'") else { return nil }
    if let matching = StreamTest.Matching(rawValue: word) { return matching }
    report(
      .invalidValue, "found '\(word.abbreviated)' for 'match', expected 'exact' or 'partial'",
      hint: Suggestion.hint(for: word, among: words), at: start)
    return nil
  }

  private mutating func readTolerance() throws(ReadError) -> Double? {
    guard try expect(.number, "a number for 'tolerance'") else { return nil }
    let start = reader.offset
    let tolerance: Double? =
      switch try reader.readValue() {
      case .int(let int): Double(int)
      case .double(let double): double
      default: nil
      }
    guard let tolerance, tolerance < 0 else { return tolerance }
    report(.invalidValue, "'tolerance' is negative, expected 0 or more", at: start)
    return nil
  }
}
