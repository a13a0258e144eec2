import Marbles
import Reactive
import TestSupport
import Testing
import Tracing
import Values

@testable import Pipelines
@testable import Playing

/// Where events end, compared with rules that are written from the documentation of each operator,
/// on random streams. Times are whole seconds, and those of the operators have fractions, so
/// nothing happens at the same time.
@Suite struct TraceModelTests {
  /// The value and the time in seconds of an event.
  struct Event {
    let value: Int
    let time: Int
  }

  /// An operator, and its rule: the reason why each event ends, or nil for an event that leads to
  /// another.
  struct Rule: Sendable, CustomTestStringConvertible {
    let text: String
    let ends: @Sendable (_ events: [Event], _ end: Int) -> [Trace.Reason?]
    var testDescription: String { text }
  }

  static let rules = [
    Rule(text: #"{"filter": {"expression": "$0 > 2"}}"#) { events, _ in
      events.map { $0.value > 2 ? nil : .dropped }
    },
    Rule(text: #"{"removeDuplicates": {}}"#) { events, _ in
      events.indices.map { $0 > 0 && events[$0].value == events[$0 - 1].value ? .dropped : nil }
    },
    Rule(text: #"{"distinct": {}}"#) { events, _ in
      events.indices.map { index in
        events[..<index].contains { $0.value == events[index].value } ? .dropped : nil
      }
    },
    Rule(text: #"{"dropFirst": {"count": 3}}"#) { events, _ in
      events.indices.map { $0 < 3 ? .dropped : nil }
    },
    Rule(text: #"{"debounce": {"seconds": 2.5}}"#) { events, end in
      events.indices.map { index in
        let next = index + 1 < events.count ? events[index + 1].time : nil
        if let next { return next - events[index].time < 3 ? .replaced : nil }
        return end - events[index].time < 3 ? .completed : nil
      }
    },
    Rule(text: #"{"switchMap": {"stream": {"marbles": "--8|", "frame": 1.25}}}"#) { events, _ in
      events.indices.map { index in
        // The last stream continues after the source has ended.
        guard index + 1 < events.count else { return nil }
        return events[index + 1].time - events[index].time < 3 ? .replaced : nil
      }
    },
    Rule(text: #"{"last": {}}"#) { events, _ in
      events.indices.map { $0 < events.count - 1 ? .replaced : nil }
    },
    Rule(text: #"{"count": {}}"#) { events, _ in events.map { _ in nil } },
    Rule(text: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}"#) { events, _ in
      events.map { _ in nil }
    },
    Rule(text: #"{"pairwise": {}}"#) { events, _ in
      events.map { _ in events.count == 1 ? .completed : nil }
    },
    Rule(text: #"{"ignoreOutput": {}}"#) { events, _ in events.map { _ in .dropped } },
  ]

  @Test(arguments: rules)
  func `events end according to the rule`(rule: Rule) throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<60 {
      var time = 0
      let events = (0..<(1 + random.below(12))).map { _ -> Event in
        time += 1 + random.below(5)
        return Event(value: random.below(5), time: time)
      }
      let end = time + 1 + random.below(5)
      let diagram = (0...end).map { second -> String in
        if second == end { return "|" }
        return events.first { $0.time == second }.map { "\($0.value)" } ?? "-"
      }.joined()
      let source = SourceText(
        name: "test.json", #"{"marbles": "\#(diagram)", "operators": [\#(rule.text)]}"#)
      let trace = try #require(try Program(source, isTraced: true).trace())
      let origin = try #require(trace.stages.first { $0.path == "marbles" })
      let stage = try #require(trace.stages.first { $0.inputs.contains(origin.number) })
      let own = trace.events.filter { $0.stage == origin.number }.dropLast()
      let reasons = own.map { event in
        trace.ends.first { $0.event == event.number && $0.stage == stage.number }?.reason
      }
      #expect(reasons == rule.ends(events, end), "round \(round): \(diagram)")
      // An event is replaced by the next one.
      let numbers = own.map(\.number)
      for (event, next) in zip(numbers, numbers.dropFirst()) {
        let end = trace.ends.first { $0.event == event && $0.reason == .replaced }
        #expect(end == nil || end?.by == next, "round \(round): \(diagram)")
      }
    }
  }
}
