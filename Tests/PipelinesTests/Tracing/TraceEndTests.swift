import Marbles
import Reactive
import Testing
import Tracing
import Values

@testable import Pipelines
@testable import Playing

/// Where events end, and the text of the trace about that.
@Suite struct TraceEndTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let ends: [String]
    var testDescription: String { text }

    init(_ text: String, _ ends: String...) {
      (self.text, self.ends) = (text, ends)
    }
  }

  static let cases = [
    Case(
      #"{"marbles": "1-2|", "operators": [{"filter": {"expression": "$0 > 1"}}]}"#,
      "1@0 dropped: 'filter' ($0 > 1) dropped it: its condition is false"),
    Case(
      #"{"marbles": "1-2---|", "operators": [{"debounce": {"seconds": 3}}]}"#,
      "1@2 replaced by 1: 'debounce' (3 s) dropped it: another value arrived before the stream was "
        + "silent for long enough (event 1 came 2 s later)"),
    Case(
      #"{"marbles": "1-2---|", "operators": [{"zip": {"streams": [{"marbles": "-8-|"}]}}]}"#,
      "2@3 completed by 5: 'zip' dropped it: the other stream ended without a partner for it "
        + "(after 1 s)"),
    Case(
      #"{"marbles": "1-2--", "operators": [{"zip": {"streams": [{"marbles": "-8------"}]}}]}"#,
      "2@2 held: 'zip' still held it at the end: its partner had not arrived"),
    Case(
      #"{"marbles": "1-2--|", "operators": [{"switchMap": {"stream": {"marbles": "---8|"}}}]}"#,
      "1@2 replaced by 1: 'switchMap' dropped it: a later value ended the stream for it "
        + "(event 1 came 2 s later)"),
    Case(
      #"{"marbles": "1-1|", "operators": [{"removeDuplicates": {}}]}"#,
      "1@2 dropped by 0: 'removeDuplicates' dropped it: it equals the value before it "
        + "(event 0 came 2 s earlier)"),
    Case(
      #"{"marbles": "1-2-2|", "operators": [{"removeDuplicates": {"expression": "$0 == $1"}}]}"#,
      "2@4 dropped by 3: 'removeDuplicates' ($0 == $1) dropped it: it equals the value before it "
        + "(event 3 came 2 s earlier)"),
    Case(
      #"{"marbles": "1-23|", "operators": [{"rateLimit": {"count": 2, "seconds": "5s"}}]}"#,
      "3@3 dropped by 0: 'rateLimit' (count: 2, seconds: 5s) dropped it: too many values arrived in that period (event 0 came 3 s earlier)"
    ),
    Case(
      #"{"marbles": "(12)|", "operators": [{"rateLimit": {"count": 1, "seconds": 5}}]}"#,
      "2@0 dropped by 0: 'rateLimit' (count: 1, seconds: 5 s) dropped it: too many values arrived in that period (event 0 came at the same instant)"
    ),
    Case(
      #"{"marbles": "1-2|", "operators": [{"throttle": {"seconds": 3, "trailing": false}}]}"#,
      "2@2 dropped by 0: 'throttle' (seconds: 3 s, trailing: false) dropped it: it arrived too soon after another (event 0 came 2 s earlier)"
    ),
    Case(
      #"{"marbles": "1-23|", "operators": [{"throttle": {"seconds": 5, "latest": false}}]}"#,
      "3@3 dropped by 3: 'throttle' (seconds: 5 s, latest: false) dropped it: it arrived too soon "
        + "after another (event 3 came 1 s earlier)"),
    Case(
      #"{"marbles": "1-2-1-4|", "operators": [{"distinct": {}}]}"#,
      "1@4 dropped by 0: 'distinct' dropped it: its key had already occurred (event 0 came 4 s earlier)"
    ),
    Case(
      #"{"marbles": "1-2-4|", "operators": [{"distinct": {"expression": "$0 % 2"}}]}"#,
      "4@4 dropped by 3: 'distinct' ($0 % 2) dropped it: its key had already occurred "
        + "(event 3 came 2 s earlier)"),
    // The stream for the first value emits nothing while the second arrives; that of the third has
    // ended when the fourth does.
    Case(
      #"{"marbles": "1-2--3-4|", "operators": [{"exhaustMap": {"stream": {"marbles": "---8|"}}}]}"#,
      "2@2 dropped by 0: 'exhaustMap' dropped it: the stream for an earlier value was still playing "
        + "(event 0 came 2 s earlier)",
      "4@7 dropped by 6: 'exhaustMap' dropped it: the stream for an earlier value was still playing "
        + "(event 6 came 2 s earlier)"),
    Case(
      #"{"marbles": "1-2|", "operators": [{"map": {"expression": "1 / ($0 - 1)", "onError": "skip"}}]}"#,
      "1@0 dropped: 'map' (1 / ($0 - 1)) dropped it: division by zero in \"1 / ($0 - 1)\""),
    Case(#"{"marbles": "1-2-3|", "operators": [{"pairwise": {}}]}"#, ""),
    Case(
      #"{"marbles": "1-|", "operators": [{"pairwise": {}}]}"#,
      "1@2 completed by 1: 'pairwise' dropped it: the stream ended before its turn (after 2 s)"),
    Case(
      #"{"marbles": "1-2-3|", "operators": [{"delay": {"seconds": 1}}, {"prefix": {"count": 1}}]}"#,
      ""),
  ]

  @Test(arguments: cases)
  func `an event ends for a reason`(_ played: Case) throws {
    let program = try Program(SourceText(name: "test.json", played.text), isTraced: true)
    let trace = try #require(program.trace(Playback(until: Instant(nanoseconds: 20_000_000_000))))
    let ends = trace.ends.map { end in
      guard case .value(let value) = trace.events[end.event].kind else { return "?" }
      let by = end.by.map { " by \($0)" } ?? ""
      return "\(value)@\(end.instant.nanoseconds / 1_000_000_000) \(end.reason)\(by): \(end.text)"
    }
    #expect(ends == played.ends.filter { !$0.isEmpty })
  }
}
