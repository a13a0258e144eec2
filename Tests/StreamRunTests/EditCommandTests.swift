import Foundation
import Testing

struct EditCommandTests {
  private static let document = """
    {
      "marbles": "1-2|",
      "operators": [ { "delay": { "seconds": 1.0 } } ]
    }

    """

  private func run(_ arguments: String, _ text: String = document) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    return try Command.shell("cd '\(folder.path)'; \"$0\" edit \(arguments); echo $?; cat a.json")
  }

  @Test func `either all of several edits are made, or none`() throws {
    #expect(
      try run("a.json set 'operators[0].delay.seconds' 2 insert 'operators[-]' '{\"count\":{}}'")
        == Outcome(
          output: "0\n"
            + Self.document.replacing(
              "{ \"seconds\": 1.0 } }", with: "{ \"seconds\": 2 } }, { \"count\": {} }"),
          errors: "", code: 0))
    let outcome = try run("a.json set marbles '\"3|\"' remove 'operators[4]'")
    #expect(outcome.output == "65\n" + Self.document)
    #expect(
      outcome.errors == """
        a.json:3:16: error: 'operators[4]' does not exist: 'operators' has 1 element; the last one \
        is [0] [invalid-value]
         3 |   "operators": [ { "delay": { "seconds": 1.0 } } ]
           |                ^
        stream-run: 'a.json' is unchanged

        """)
  }

  @Test func `a result with a mistake is not written`() throws {
    let outcome = try run("a.json set 'operators[0]' '{\"dealy\": {\"seconds\": 1}}'")
    #expect(outcome.output == "65\n" + Self.document)
    #expect(outcome.errors.contains("a.json:3:20: error: unknown operator 'dealy'"))
    #expect(outcome.errors.contains("did you mean 'delay'?"))
    #expect(outcome.errors.hasSuffix("stream-run: 'a.json' is unchanged\n"))
  }

  @Test func `an existing mistake does not prevent others from being repaired`() throws {
    let text = #"{ "marbles": "1|", "operators": [ { "dealy": {} }, { "cuont": {} } ] }"#
    let outcome = try run("a.json move 'operators[1].cuont' 'operators[1].count'", text)
    #expect(
      outcome
        == Outcome(output: "0\n" + text.replacing("cuont", with: "count"), errors: "", code: 0))
    #expect(try run("a.json set x 1", text).output == "65\n" + text)
  }

  @Test func `a difference is printed instead of written, and standard input is passed on`()
    throws
  {
    let outcome = try run("a.json set marbles '\"3|\"' --diff")
    #expect(
      outcome.output == """
        --- a.json
        +++ a.json
        @@ -1,4 +1,4 @@
         {
        -  "marbles": "1-2|",
        +  "marbles": "3|",
           "operators": [ { "delay": { "seconds": 1.0 } } ]
         }
        0

        """ + Self.document)
    #expect(
      try Command.run("edit", "-", "set", "/marbles", "\"3|\"", input: "\u{FEFF}" + Self.document)
        == Outcome(
          output: "\u{FEFF}" + Self.document.replacing("1-2|", with: "3|"), errors: "", code: 0))
  }

  @Test func `a file that is not JSON, or is missing, is left alone`() throws {
    #expect(try run("a.json set x 1", "{").output == "65\n{")
    #expect(try run("b.json set x 1").output == "66\n" + Self.document)
    #expect(try Command.run("edit", "a.json").code == 64)
    let usage = try Command.run("edit", "a.json", "set", "x", "Anna")
    #expect(usage.code == 64)
    #expect(usage.errors.contains("write a string in quotes: '\"Anna\"'"))
  }
}
