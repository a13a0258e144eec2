import Marbles
import Testing

@Suite struct `Timelines from marbles` {
  @Test func `contain strings, each symbol itself or its meaning`() throws {
    let expected: Timeline<String> = [
      .value("a", at: .seconds(2)), .value("bee", at: .seconds(4)), .finished(at: .seconds(5)),
    ]
    #expect(expected == .marbles("--a-b|", values: ["b": "bee"]))
    #expect(try expected == Timeline(marbles: "--a-b|", values: ["b": "bee"]))
    #expect(try expected == Timeline(marbles: "--a-b|") { $0 == "b" ? "bee" : $0 })
  }

  @Test func `contain numbers, each digit itself or its meaning`() throws {
    let expected: Timeline<Int> = [
      .value(1, at: .milliseconds(100)), .value(20, at: .milliseconds(100)),
      .failure("boom", at: .milliseconds(350)),
    ]
    #expect(
      expected
        == .marbles("--(1a)-#", frame: .milliseconds(50), values: ["a": 20], error: "boom"))
    #expect(expected != .marbles("--(12)-#", frame: .milliseconds(50), error: "boom"))
  }

  @Test func `fail with the message 'error' by default`() throws {
    #expect(Timeline<String>.marbles("#") == [.failure("error", at: .zero)])
    #expect(Timeline<Int>.marbles("#") == [.failure("error", at: .zero)])
    #expect(
      try Timeline(marbles: "#", error: "other") { $0 } == [.failure("other", at: .zero)])
  }

  @Test func `have no value for a symbol that is not a digit`() {
    let errors = #expect(throws: MarbleErrors.self) {
      try Timeline<Int>(marbles: "-1x٣1\u{301}|")
    }
    #expect(
      errors?.description == """
        column 3: the symbol 'x' has no value; add it to 'values'
        column 4: the symbol '٣' has no value; add it to 'values'
        column 5: the symbol '1\u{301}' has no value; add it to 'values'
        """)
  }

  @Test func `pass on the mistakes of the text and of the values`() {
    struct Unknown: Error {}
    #expect(throws: MarbleErrors.self) { try Timeline(marbles: "(a") { $0 } }
    #expect(throws: Unknown.self) {
      try Timeline<Int>(marbles: "a") { _ in throw Unknown() }
    }
  }

  @Test func `stop the program if a known text is wrong`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Timeline<String>.marbles("-(a")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        "the marbles '-(a' are wrong:\ncolumn 2: '(' without ')'; every group must be closed"))
  }
}
