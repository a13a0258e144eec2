import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import StreamModels

/// Files written as Swift: the code, and documents that cannot be written.
struct SwiftSourceTests {
  private func swift(_ document: String, hasMain: Bool = false) throws(Diagnostics) -> String {
    try SwiftSource(
      SourceText(name: "test.json", document), calledIfUnnamed: "test", hasMain: hasMain
    ).text
  }

  /// Returns the mistakes, one per line.
  private func refusal(_ document: String, hasMain: Bool = false) -> String {
    do throws(Diagnostics) {
      return try swift(document, hasMain: hasMain)
    } catch {
      return error.items.map(\.description).joined(separator: "\n")
    }
  }

  @Test func `a stream becomes a function with the names of Combine`() throws {
    let text = try swift(
      #"""
      {"name": "Doubled", "description": "Every number, twice.", "parameters": {"pause": "1500ms"},
       "definitions": {"numbers": {"sequence": [1, 2.5, -3]}}, "from": "numbers",
       "operators": [{"map": {"expression": "$0 * 2"}}, {"delay": {"seconds": "$pause"}}]}
      """#)
    #expect(
      text == """
        import Expressions
        import Reactive
        import Values

        /// Doubled
        ///
        /// Every number, twice.
        struct Doubled {
          /// The clock of all streams.
          let scheduler: any Scheduler
          /// The parameter 'pause'.
          var pause: Duration = .milliseconds(1500)

          /// The stream 'numbers'.
          func numbers() -> AnyPublisher<Value, EvaluationError> {
            Publishers.Sequence<[Value], EvaluationError>(sequence: [1, 2.5, -3]).eraseToAnyPublisher()
          }

          /// Plays the stream.
          func publisher() -> AnyPublisher<Value, EvaluationError> {
            numbers()
              .tryMap(CEL("$0 * 2").value)
              .delay(for: pause, scheduler: scheduler)
              .eraseToAnyPublisher()
          }
        }

        """)
  }

  @Test(arguments: Operator.specs.map(\.name))
  func `each operator is written as in each of its examples`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    for example in spec.examples {
      let document = #"""
        {"marbles": "\#(example.source)", "operators": [{"\#(name)": \#(example.parameters)}]}
        """#
      let outcome = refusal(document)
      let refusals = [
        "windows of a time of the values", "'remind'", "a join of values that expire",
      ]
      let isRefused = refusals.contains { outcome.contains("\($0) cannot be written as Swift") }
      #expect(
        outcome.hasPrefix("import Expressions") || isRefused, "\(document): \(outcome)")
    }
  }

  @Test(arguments: SourceSpec.all.filter { $0.name != "input" }.map(\.name))
  func `each source is written as in each of its examples`(name: String) throws {
    let spec = try #require(SourceSpec.all.first { $0.name == name })
    for example in spec.examples {
      let outcome = refusal(example.document)
      #expect(outcome.hasPrefix("import Expressions"), "\(example.document): \(outcome)")
    }
  }

  @Test func `an input is a property, with the time of its records in words`() throws {
    let text = try swift(#"{"input": "my trades", "time": "$0.t"}"#)
    #expect(
      text.contains(
        """
          /// The records of the input 'my trades'. Each is emitted at its time, `$0.t`.
          let myTrades: AnyPublisher<Value, EvaluationError>

        """))
  }

  @Test func `a program prints its timeline, and has no inputs`() throws {
    let text = try swift(#"{"sequence": [1]}"#, hasMain: true)
    #expect(text.contains("@main\nenum Main {"))
    #expect(text.contains("let stream = Test(scheduler: scheduler)"))
    #expect(
      refusal(#"{"input": "trades"}"#, hasMain: true)
        == "test.json:1:11: error: a program with the input 'trades', which has no records; "
        + "remove '--main', and pass the records to the type")
  }

  @Test func `a mistake in the file is reported as usual`() {
    #expect(
      refusal(#"{"sequence": [1], "operators": [{"mpa": {"expression": "$0"}}]}"#)
        .hasPrefix("test.json:1:34: error: unknown operator 'mpa'"))
  }

  @Test func `a value that is nested too deeply for a literal is refused`() {
    let deep = String(repeating: "[", count: 101) + String(repeating: "]", count: 101)
    #expect(
      refusal(#"{"sequence": [\#(deep)]}"#)
        == "test.json:1:1: error: a value that is nested more than 100 levels deep cannot be written as "
        + "Swift; read it from an input")
    let nearlyTooDeep = String(repeating: "[", count: 98) + String(repeating: "]", count: 98)
    #expect(refusal(#"{"sequence": [\#(nearlyTooDeep)]}"#).hasPrefix("import"))
  }

  @Test(arguments: [
    (
      #"{"merge": [{"cron": "@daily"}, {"input": "a"}]}"#,
      "test.json:1:21: error: a schedule beside inputs, with which it ends, cannot be written as "
        + "Swift; read its instants from an input, too"
    ),
    (
      #"{"input": "a", "operators": [{"repeat": {}}]}"#,
      "test.json:1:41: error: a 'repeat' that ends with the input, group or side output that it "
        + "repeats cannot be written as Swift; write a 'count'"
    ),
    (
      #"{"marbles": "a|", "operators": [{"groupBy": {"key": "$0", "operators": [{"repeat": {}}]}}]}"#,
      "test.json:1:84: error: a 'repeat' that ends with the input, group or side output that it "
        + "repeats cannot be written as Swift; write a 'count'"
    ),
  ])
  func `a stream that ends with its inputs is refused`(_ text: String, _ message: String) {
    #expect(refusal(text) == message)
  }

  @Test(arguments: [
    #"{"cron": "@daily"}"#, #"{"input": "a", "operators": [{"repeat": {"count": 2}}]}"#,
    #"{"marbles": "a|", "operators": [{"repeat": {}}]}"#,
    #"{"merge": [{"input": "a"}, {"marbles": "a|"}], "operators": [{"repeat": {}}]}"#,
  ])
  func `a stream that does not end with its inputs is written`(_ text: String) {
    #expect(refusal(text).hasPrefix("import"))
  }

  @Test func `strings keep every scalar, and long ones are split over several lines`() throws {
    #expect(#"a"\ é"#.escapedForSwift == #"a\"\\ é"#)
    #expect("\u{1B}\n\u{202E}e\u{301}".escapedForSwift == #"\u{1b}\n\u{202e}e\u{301}"#)
    let words = (1...40).map { "word\($0)" }.joined(separator: " ")
    let code = SwiftCode.string(words).text(indent: 4, column: 4)
    #expect(code.split(separator: "\n").allSatisfy { $0.count <= SwiftCode.width })
    let joined = code.split(separator: "\n").dropFirst().dropLast()
      .map { $0.drop { $0 == " " } }
      .map { $0.hasSuffix(#"\"#) ? $0.dropLast() : $0 }.joined()
    #expect(joined == words)
  }

  @Test func `names are identifiers, and each is used once`() {
    var names = SwiftNames()
    #expect(
      ["my trades", "my-trades", "class", "", "1a", "été", "Value", "scheduler"].map {
        names.member($0)
      } == [
        "myTrades", "myTrades2", "classValues", "stream", "stream1a", "t", "valueValues",
        "scheduler2",
      ])
  }

  @Test(arguments: [
    (
      #"{"filter": {"expression": "$0 != null && $0 != 'a'"}}"#,
      #".filter { $0 != .null && $0 != "a" }"#
    ),
    (
      #"{"map": {"expression": "{'a': [$0, 1]}"}}"#,
      #".map { value -> Value in ["a": [value, 1]] }"#
    ),
    (#"{"map": {"expression": "'on'"}}"#, #".map { _ -> Value in "on" }"#),
    (#"{"map": {"expression": "$0 == true"}}"#, ".map { value in Value.bool(value == true) }"),
    (
      #"{"first": {"expression": "$0 == 'a' || !($0 != null)"}}"#,
      #".first(where: { $0 == "a" || (!($0 != .null)) })"#
    ),
    (
      #"{"groupBy": {"key": "$0", "operators": [{"map": {"expression": "$key"}}]}}"#,
      ".groupBy(CEL.Key.init) { key, values in"
    ),
    // An int equals a double, arithmetic overflows, and a field may be missing.
    (#"{"filter": {"expression": "$0 == 1"}}"#, #".tryFilter(CEL("$0 == 1").condition)"#),
    (#"{"map": {"expression": "$0 + 1"}}"#, #".tryMap(CEL("$0 + 1").value)"#),
    (#"{"filter": {"expression": "$0.a == 'b'"}}"#, #".tryFilter(CEL("$0.a == 'b'").condition)"#),
  ])
  func `an expression is plain Swift only where that has the same meaning`(
    step: String, code: String
  ) throws {
    let text = try swift(#"{"sequence": ["a", 1, {}], "operators": [\#(step)]}"#)
    #expect(text.contains(code), "\(text)")
  }

  @Test func `durations are written in the largest whole unit`() {
    let written = [0, 1, 1500, 2_000_000, 1_500_000_000, 60_000_000_000].map {
      SwiftCode.duration(Int64($0)).flat ?? ""
    }
    #expect(
      written == [
        ".zero", ".nanoseconds(1)", ".nanoseconds(1500)", ".milliseconds(2)",
        ".milliseconds(1500)", ".seconds(60)",
      ])
  }
}
