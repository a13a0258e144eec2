import Marbles
import Reactive
import Tracing
import Values

/// Traces for tests, built event by event.
struct TraceBuilder {
  var trace = Trace()

  @discardableResult
  mutating func stage(
    _ role: Trace.Stage.Role, _ name: String, _ parameters: String = "", from inputs: [Int] = [],
    at place: (line: Int, column: Int)? = nil
  ) -> Int {
    let place = place.map { place in
      Trace.FilePlace(file: "pipe.json", place: Place(line: place.line, column: place.column))
    }
    trace.stages.append(
      Trace.Stage(
        number: trace.stages.count, role: role, name: name, parameters: parameters, inputs: inputs,
        place: place))
    return trace.stages.count - 1
  }

  @discardableResult
  mutating func event(
    _ stage: Int, _ milliseconds: Int64, _ kind: Timeline<Value>.Kind, from causes: [Int] = []
  ) -> Int {
    let instant = Instant(nanoseconds: milliseconds * 1_000_000)
    trace.events.append(
      Trace.Event(
        number: trace.events.count, instant: instant, stage: stage, kind: kind, causes: causes))
    return trace.events.count - 1
  }

  mutating func end(
    _ event: Int, in stage: Int, _ milliseconds: Int64, _ reason: Trace.Reason, by: Int? = nil,
    _ text: String
  ) {
    trace.ends.append(
      Trace.End(
        event: event, stage: stage, instant: Instant(nanoseconds: milliseconds * 1_000_000),
        reason: reason, by: by, text: text))
  }
}

extension Trace {
  static let pipeText = """
    {
      "marbles": "ab-c-|",
      "operators": [
        { "filter": { "expression": "$0 % 3 != 0" } },
        { "map": { "expression": "$0 * 10" } },
        { "collect": { "count": 4 } }
      ]
    }

    """

  /// A trace of a source whose numbers are filtered, multiplied, and collected by four.
  static func pipe(events count: Int) -> Trace {
    var builder = TraceBuilder()
    let source = builder.stage(.source, "marbles", at: (2, 3))
    let filter = builder.stage(.operator, "filter", "$0 % 3 != 0", from: [source], at: (4, 7))
    let map = builder.stage(.operator, "map", "$0 * 10", from: [filter], at: (5, 7))
    let collect = builder.stage(.operator, "collect", "4", from: [map], at: (6, 7))
    let output = builder.stage(.output, "", from: [collect])
    var kept: [Int] = []
    var number: Int64 = 0
    var time: Int64 = 0
    while builder.trace.events.count < count {
      time = number * 500
      let event = builder.event(source, time, .value(.int(number)))
      if number % 3 == 0 {
        builder.end(event, in: filter, time, .dropped, "'filter' is false for it")
      } else {
        let passed = builder.event(filter, time, .value(.int(number)), from: [event])
        kept.append(builder.event(map, time, .value(.int(number * 10)), from: [passed]))
      }
      if kept.count == 4 {
        let values = kept.map { event -> Value in
          guard case .value(let value) = builder.trace.events[event].kind else { return .null }
          return value
        }
        let list = builder.event(collect, time, .value(.array(values)), from: kept)
        builder.event(output, time, .value(.array(values)), from: [list])
        kept = []
      }
      number += 1
    }
    for event in kept {
      builder.end(event, in: collect, time, .held, "'collect' keeps it until it has four")
    }
    return builder.trace
  }

  /// Returns the events that an event came from and those that resulted from it, including the
  /// event itself.
  func lineage(of event: Int) -> Set<Int> {
    var past: Set = [event]
    for earlier in events.reversed() where past.contains(earlier.number) {
      past.formUnion(earlier.causes)
    }
    var future: Set = [event]
    for later in events where !future.isDisjoint(with: later.causes) {
      future.insert(later.number)
    }
    return past.union(future)
  }
}
