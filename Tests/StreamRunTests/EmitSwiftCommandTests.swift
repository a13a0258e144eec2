import Foundation
import Testing

@Suite struct EmitSwiftCommandTests {
  private static let document = #"""
    {"name": "Small", "sequence": [1], "operators": [{"filter": {"expression": "$0 > 1"}}]}
    """#
  private static let text = """
    import Expressions
    import Reactive
    import Values

    /// Small
    struct Small {
      /// The clock of all streams.
      let scheduler: any Scheduler

      /// Plays the stream.
      func publisher() -> AnyPublisher<Value, EvaluationError> {
        Publishers.Sequence<[Value], EvaluationError>(sequence: [1])
          .tryFilter(CEL("$0 > 1").condition)
          .eraseToAnyPublisher()
      }
    }

    """

  private func run(_ options: String, _ document: String = Self.document) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    return try Command.shell("cd '\(folder.path)'; \"$0\" emit-swift \(options)")
  }

  @Test func `Swift goes to standard output or to a file`() throws {
    #expect(try run("a.json") == Outcome(output: Self.text, errors: "", code: 0))
    #expect(
      try run("a.json -o b.swift; cat b.swift") == Outcome(output: Self.text, errors: "", code: 0))
    #expect(try run("- <a.json").output == Self.text)
  }

  @Test func `a file without a name is named after itself`() throws {
    #expect(try run("a.json", #"{"sequence": [1]}"#).lines.contains("struct A {"))
  }

  @Test func `a separate program prints the timeline`() throws {
    let program = try run("a.json --main").output
    #expect(program.hasPrefix(Self.text))
    #expect(program.contains("@main\nenum Main {"))
  }

  @Test(arguments: [
    (
      "a.json", #"{"sequence": [1], "operators": [{"mpa": {}}]}"#,
      "a.json:1:34: error: unknown operator 'mpa'; did you mean 'map'? [unknown-operator]"
    ),
    (
      "a.json",
      "{\"sequence\": [\(String(repeating: "[", count: 101) + String(repeating: "]", count: 101))]}",
      "a.json:1:1: error: a value that is nested more than 100 levels deep cannot be written as Swift; "
        + "read it from an input [invalid-value]"
    ),
    (
      "a.json --main", #"{"input": "log"}"#,
      "a.json:1:11: error: a program with the input 'log', which has no records; remove '--main', and pass the records to the type [invalid-value]"
    ),
  ])
  func `a file that cannot be written is reported with place and reason`(
    arguments: String, document: String, message: String
  ) throws {
    let outcome = try run(arguments, document)
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == message)
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    ("a.json b.json", "more than one stream file: 'b.json'; write one at a time", 64),
    (
      "a.json -o a.json", "'-o a.json' would overwrite the stream file 'a.json'; name another file",
      64
    ),
    ("a.json --until 3", "'emit-swift' has no option '--until'; it belongs to 'play'", 64),
  ])
  func `unsupported features are rejected`(
    arguments: String, message: String, code: Int32
  ) throws {
    let outcome = try run(arguments)
    #expect(outcome.errors.hasPrefix("stream-run: \(message)"))
    #expect(outcome.code == code)
  }
}
