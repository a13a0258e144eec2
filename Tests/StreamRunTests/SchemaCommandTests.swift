import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// `stream-run schema`, and the result of a third-party validator.
@Suite struct SchemaCommandTests {
  /// Prints a line for each file that does not pass, and their number.
  private static let script = #"""
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    passed = 0
    for line in sys.stdin:
        name, text = json.loads(line)
        mistakes = list(validator.iter_errors(json.loads(text)))
        passed += not mistakes
        if mistakes: print(name)
    print(passed)
    """#

  private static let hasValidator: Bool =
    (try? Command.shell("python3 -c 'from jsonschema import Draft202012Validator'"))?.code == 0

  /// Returns the names of the documents that do not pass the schema.
  private func refused(_ documents: [(name: String, text: String)]) throws -> [String] {
    let folder = try TemporaryFolder()
    let schema = try folder.write(try Command.run("schema").output, to: "schema.json")
    let script = try folder.write(Self.script, to: "check.py")
    let lines = documents.map { name, text in
      let pair = Value.array([.string(Text(name)), .string(Text(text))])
      return String(decoding: JSONWriter.text(of: pair), as: UTF8.self) + "\n"
    }
    let input = try folder.write(lines.joined(), to: "documents")
    let outcome = try Command.shell("python3 '\(script)' '\(schema)' <'\(input)'")
    #expect(outcome.code == 0 && outcome.errors == "")
    let names = outcome.lines.dropLast()
    #expect(outcome.lines.last == "\(documents.count - names.count)")
    return Array(names)
  }

  private func streams() throws -> [(name: String, text: String)] {
    try StreamFilesTests.files.map { name in
      let file = StreamFilesTests.folder.appendingPathComponent(name)
      return (name, try String(contentsOf: file, encoding: .utf8))
    }
  }

  @Test func `the schema in Streams is the one that the command prints`() throws {
    let outcome = try Command.run("schema")
    let file = StreamFilesTests.folder.appendingPathComponent("stream.schema.json")
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(try String(contentsOf: file, encoding: .utf8) == outcome.output)
  }

  @Test func `the schema is written to a file, and operands are rejected`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Command.shell("cd '\(folder.path)' && \"$0\" schema -o a.json && cat a.json")
    #expect(try outcome == Command.run("schema"))
    #expect(
      try Command.shell(#""$0" schema x"#).errors.hasPrefix(
        "stream-run: unexpected 'x'; 'schema' has no operands"))
    #expect(try Command.shell(#""$0" schema >/dev/full"#).code == 74)
  }

  @Test(.enabled(if: hasValidator, "jsonschema for Python is not installed"))
  func `every stream file passes the schema`() throws {
    #expect(try refused(streams()) == [])
  }

  @Test(.enabled(if: hasValidator, "jsonschema for Python is not installed"))
  func `every example of the registries passes the schema`() throws {
    let operators = Operator.specs.flatMap { spec in
      spec.examples.map { example in
        let steps = #"[{"\#(spec.name)": \#(example.parameters)}]"#
        return (name: spec.name, text: #"{"marbles": "-", "operators": \#(steps)}"#)
      }
    }
    let sources = SourceSpec.all.flatMap { spec in
      spec.examples.map { (name: spec.name, text: $0.document) }
    }
    let codes = DiagnosticCode.allCases.flatMap { code in
      code.explanation.repaired.filter { $0.name.hasSuffix(".json") }
        .map { (name: code.rawValue, text: $0.text) }
    }
    #expect(try refused(operators + sources + codes) == [])
  }

  @Test(.enabled(if: hasValidator, "jsonschema for Python is not installed"))
  func `damage that a schema can detect does not pass it`() throws {
    let damaged = DamagedFile.some(
      of: try streams(), operators: Set(Operator.specs.map(\.name)), seed: 24, each: 10
    ).filter { $0.kind.isKnownToSchemas }
    #expect(damaged.count >= 60)
    let documents = damaged.enumerated().map { (name: "\($0): \($1)", text: $1.text) }
    let refused = Set(try refused(documents))
    #expect(documents.map(\.name).filter { !refused.contains($0) } == [])
  }

  @Test(.enabled(if: hasValidator, "jsonschema for Python is not installed"))
  func `allowed values pass, and others are rejected`() throws {
    let right = [
      #"{"$schema": "x", "$comment": 1, "operators": [{"$why": 1, "map": {"$a": 1, "expression": "1"}}]}"#,
      #"{"parameters": {"n": 3, "d": {"type": "duration"}}, "sequence": [], "operators": [{"prefix": {"count": "$n"}}, {"delay": {"seconds": "$d"}}, {"mine": {"a": 1}}]}"#,
      #"{"marbles": "a", "frame": "1h30m", "operators": [{"delay": {"seconds": "1.5ms"}}]}"#,
      #"{"from": "./a.json", "with": {"a": 1}, "inputs": {"b": {"sequence": []}}}"#,
      #"{"input": "a", "late": {"reorder": "1m", "then": {"output": "late"}}, "records": {"csv": {"header": ["a"]}}}"#,
    ]
    let wrong = [
      "1", "{}", #"{"sequence": [], "marbles": "a"}"#, #"{"sequence": [], "frame": 1}"#,
      #"{"zip": ["a"]}"#, #"{"sequence": [], "operators": [{}]}"#,
      #"{"sequence": [], "operators": [{"count": {}, "min": {}}]}"#,
      #"{"sequence": [], "operators": [{"delay": {}}]}"#,
      #"{"sequence": [], "operators": [{"delay": {"seconds": 1, "expression": "1"}}]}"#,
      #"{"marbles": "a", "frame": 0}"#, #"{"marbles": "a", "frame": "1m1h"}"#,
      #"{"sequence": [], "tests": [{}]}"#, #"{"sequence": [], "expect": [{"time": 1}]}"#,
      #"{"format": 2, "sequence": []}"#, #"{"stream": [{"operators": []}]}"#,
    ]
    #expect(try refused(right.map { ($0, $0) }) == [])
    #expect(try refused(wrong.map { ($0, $0) }) == wrong)
  }
}
