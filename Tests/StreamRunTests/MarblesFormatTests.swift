import Testing

@Suite struct MarblesFormatTests {
  @Test(arguments: [
    (
      #"{"stream": [{"value": 1}, {"value": "a", "operators": [{"delay": {"seconds": 5}}]}]}"#,
      "1----(a|)\n"
    ),
    (#"{"stream": []}"#, "|\n"),
    (
      #"{"stream": [{"value": 10}, {"value": 1.0}, {"value": 10}, {"value": "5"}, {"value": [1]}]}"#,
      """
      (abacd|)
      {"marbles":"(abacd|)","values":{"a":10,"b":1.0,"c":"5","d":[1]}}

      """
    ),
    (
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 0.5}}]}]}"#,
      """
      -(1|)
      {"marbles":"-(1|)","frame":0.5}

      """
    ),
    (
      #"{"stream": [{"value": "\""}, {"value": "\\"}]}"#,
      """
      ("\\|)
      {"marbles":"(\\"\\\\|)"}

      """
    ),
  ])
  func `marbles are one line, and the whole expectation follows if needed`(
    file: String, output: String
  ) throws {
    #expect(
      try Command.run("-", "--format", "marbles", input: file)
        == Outcome(output: output, errors: "", code: 0))
  }

  @Test func `a failure keeps its message and its code`() throws {
    #expect(
      try Command.run("-", "-f", "marbles", input: Example.failing)
        == Outcome(
          output: """
            --2--#
            {"marbles":"--2--#","frame":0.5,"error":"division by zero in \\"10 / $0\\""}

            """,
          errors: Example.failure, code: 2))
  }

  @Test func `a stream that is still waiting has no end`() throws {
    #expect(
      try Command.run("-", "-f", "marbles", "--until", "1", input: Example.serial)
        == Outcome(output: "-1\n", errors: "stream-run: still waiting at 1 s\n", code: 0))
  }

  @Test func `more events than marbles can store are rejected`() throws {
    let long = Example.long(100_001, isDelayed: false)
    #expect(
      try Command.run("-", "-f", "marbles", input: long)
        == Outcome(
          output: "",
          errors: """
            stream-run: no marbles: more than 100000 events; stop earlier with '--until' or '--limit'

            """, code: 74))
    #expect(try Command.run("-", "-f", "marbles", "-n", "100000", input: long).code == 0)
  }
}
