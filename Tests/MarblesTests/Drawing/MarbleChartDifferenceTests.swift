import Marbles
import Testing

@Suite struct `Differences between timelines` {
  private func difference(
    _ expected: Timeline<String>, _ actual: Timeline<String>
  ) -> String {
    MarbleChart().difference(expected: expected, actual: actual) { $0 }
  }

  @Test func `are marked below a value that differs`() {
    #expect(
      difference(.marbles("-123(4|)"), .marbles("-125(4|)"))
        == """
                  0s   1s   2s   3s   4s
                  +----+----+----+----+
        expected  -----1----2----3----(4|)
        actual    -----1----2----5----(4|)
                                 ^
        first difference at 3s: expected 3, got 5
        """)
  }

  @Test func `are marked where a value is too late or too early`() {
    #expect(
      difference(.marbles("-123(4|)"), .marbles("-12-3(4|)"))
        == """
                  0s   1s   2s   3s   4s   5s
                  +----+----+----+----+----+
        expected  -----1----2----3----(4|)
        actual    -----1----2---------3----(4|)
                                 ^
        first difference at 3s: expected 3 at 3s, got 3 at 4s
        """)
    #expect(
      difference(.marbles("-12-3|"), .marbles("-123|")).split(separator: "\n").last
        == "first difference at 3s: expected 3 at 4s, got 3 at 3s")
  }

  @Test func `list shared entries that do not fit only once`() {
    let long = { (first: String) in first + String(repeating: "x", count: 90) }
    func lines(_ values: String...) -> [String] {
      let events = values.enumerated().map {
        Timeline.Event.value(long($1), at: .seconds($0))
      }
      let other = events.dropLast() + [.value(long("d"), at: .seconds(2))]
      return difference(Timeline(events), Timeline(Array(other))).split(separator: "\n").map {
        String($0.prefix(14))
      }
    }
    let told = lines("a", "b", "c").filter { $0.contains(" at ") && $0.contains(": ") }
    #expect(told == ["both at 0s: ax", "both at 1s: bx"])
  }

  @Test func `are marked where a value is missing`() {
    #expect(
      difference(.marbles("-123(4|)"), .marbles("-123"))
        == """
                  0s   1s   2s   3s   4s
                  +----+----+----+----+
        expected  -----1----2----3----(4|)
        actual    -----1----2----3-------->
                                       ^
        first difference at 4s: expected 4, got nothing more (still waiting)
        """)
  }

  @Test func `are marked where there are unexpected events`() {
    #expect(
      difference(.marbles("-123"), .marbles("-123-#", error: "timeout"))
        == """
                  0s   1s   2s   3s   4s   5s
                  +----+----+----+----+----+
        expected  -----1----2----3---------->
        actual    -----1----2----3---------#
                                           ^
        first difference at 5s:
          expected nothing more (still waiting)
          got      failure 'timeout'
        """)
  }

  @Test func `are marked inside a group`() {
    #expect(
      difference(.marbles("-(abc|)"), .marbles("-(abd|)"))
        == """
                  0s   1s
                  +----+
        expected  -----(abc|)
        actual    -----(abd|)
                          ^
        first difference at 1s: expected c, got d
        """)
  }

  @Test func `are marked between values above the lines`() {
    let values = ["a": "12.5", "b": "hello", "c": "[1,\"x\"]"]
    #expect(
      difference(.marbles("-a-b-c|", values: values), .marbles("-a-c-c|", values: values))
        == """
                  0s        1s        2s        3s        4s        5s        6s
                  +---------+---------+---------+---------+---------+---------+
                            12.5                hello               [1,"x"]
        expected  ----------o-------------------o-------------------o---------|
                            12.5                [1,"x"]             [1,"x"]
        actual    ----------o-------------------o-------------------o---------|
                                                ^
        first difference at 3s: expected hello, got [1,"x"]
        """)
  }

  @Test func `are drawn alone if everything together would be illegible`() {
    let expected = Timeline(
      (0..<1000).map { Timeline<String>.Event.value("\($0 % 10)", at: .milliseconds($0 * 100)) })
    var actual = expected
    actual.events[500] = .value("x", at: .seconds(50))
    actual.events.append(.finished(at: .seconds(100)))
    #expect(
      difference(expected, actual)
        == """
                  48s       49s       50s       51s
                  +---------+---------+---------+---------
        expected  0123456789012345678901234567890123456789>
        actual    01234567890123456789x1234567890123456789>
                                      ^
        not drawn: 480 equal before
        not drawn: 480 expected after, 481 actual
        first difference at 50s: expected 0, got x
        """)
  }

  @Test func `of long texts are shown from their beginning`() {
    let start = String(repeating: "{\"id\":1},", count: 20)
    #expect(
      difference([.value(start + "A", at: .seconds(1))], [.value(start + "B", at: .seconds(1))])
        .hasSuffix(
          """
          first difference at 1s:
            expected …},{"id":1},{"id":1},A
            got      …},{"id":1},{"id":1},B
          """))
  }

  @Test func `are explained if texts look the same`() {
    let chart = MarbleChart()
    #expect(
      chart.difference(
        expected: [.value(1.0, at: .zero)], actual: [.value(1.5, at: .zero)], text: { _ in "1" }
      ).split(separator: "\n").suffix(3).joined(separator: "\n") == """
        first difference at 0s:
          expected 1
          got      1, which looks the same but is not equal
        """)
  }

  @Test(arguments: [
    ("-1|", "-1#", "expected the end, got failure 'error'"),
    ("-1#", "-1|", "expected failure 'error', got the end"),
    ("-1|", "-1", "expected the end, got nothing more (still waiting)"),
    ("-1|", "-1-|", "expected the end at 2s, got the end at 3s"),
    ("", "-1", "expected nothing more (still waiting), got 1"),
  ])
  func `name completions and failures`(expected: String, actual: String, words: String) throws {
    let text = difference(.marbles(expected), .marbles(actual))
    let line = text.split(separator: "\n").last ?? ""
    let flat = text.contains("\n  got") ? "" : line.drop { $0 != ":" }.dropFirst(2)
    #expect(flat == words || text.contains(words.replacing(", got ", with: "\n  got      ")))
  }

  @Test func `do not exist between equal timelines`() {
    #expect(
      difference(.marbles("-a|"), .marbles("-a|"))
        == """
                  0s   1s   2s
                  +----+----+
        expected  -----a----|
        actual    -----a----|
        no difference
        """)
  }
}
