import Foundation
import Testing

@Suite struct MutantsOptionTests {
  private static let document = #"""
    {
      "definitions": { "n": { "input": "n" } },
      "from": "n",
      "operators": [ { "removeDuplicates": {} }, { "throttle": { "seconds": 2 } } ],
      "tests": [ { "inputs": { "n": "1---2-1--|" }, "expect": "1---2-1--|" } ]
    }
    """#

  private func run(
    _ arguments: String, _ document: String = Self.document, then: String = ""
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    return try Command.shell("cd '\(folder.path)'; \"$0\" test a.json \(arguments); \(then)")
  }

  @Test func `lists the changes that no test notices, with a test that would`() throws {
    let outcome = try run("--mutants")
    #expect(outcome.code == 1)
    #expect(
      outcome.output.contains(
        "not noticed a.json:4:18: 'removeDuplicates' left out\n  {\"name\":\"'removeDuplicates' left out\""
      ))
    #expect(outcome.output.hasSuffix(" not noticed\n") || outcome.output.contains(" not noticed, "))
    #expect(try run("--mutants").output == outcome.output)
  }

  @Test func `adds the tests, with which the changes are noticed`() throws {
    let outcome = try run(
      "--mutants --accept >report",
      then: "\"$0\" test a.json | head -1; \"$0\" test a.json --mutants")
    #expect(outcome.output.contains(" passed ("))
    #expect(!outcome.output.contains("not noticed"))
    #expect(outcome.code == 0)
  }

  @Test func `a file whose tests fail is left alone`() throws {
    let failing = try run(
      "--mutants", #"{ "marbles": "12|", "expect": "1|" }"#)
    #expect(failing.code == 1)
    #expect(
      failing.errors == "stream-run: a.json: its tests do not pass, so nothing is changed in it\n")
    #expect(failing.output == "nothing to change: no file has tests that pass\n")
  }
}
