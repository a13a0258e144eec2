import TestSupport
import Tracing
import Values

/// Traces of several kinds, by name, for pictures and laws.
enum SampleTraces {
  static let all: [(name: String, trace: Trace)] = [
    ("search", search), ("sensors", sensors), ("orders", orders), ("failure", failure),
    ("silence", silence), ("instants", instants), ("forty", steps(40)),
    ("four-hundred", steps(400)),
    ("four-thousand", steps(4000)), ("wide", wide), ("empty", empty),
  ]

  static var search: Trace {
    var sketch = TraceSketch()
    let keys = sketch.source(
      "marbles", "", [(0, "h"), (2, "he"), (4, "hel"), (8, "hello")], end: 12)
    let words = sketch.debounce(2, keys)
    sketch.output(words)
    return sketch.trace
  }

  static var sensors: Trace {
    var sketch = TraceSketch()
    let inside = sketch.source(
      "marbles", "", definition: "inside", [(0, 21), (3, 22), (6, 23), (11, 22), (13, 20)], end: 16)
    let warm = sketch.map("filter", "$0 > 21", inside) { value in
      if case .int(let degrees) = value, degrees > 21 { value } else { nil }
    }
    let outside = sketch.source(
      "marbles", "", definition: "outside", [(1, 9), (5, 12), (8, 14)], end: 14)
    let both = sketch.zip(warm, outside)
    let sum = sketch.map("map", "$0[0] - $0[1]", both) { value in
      guard case .array(let pair) = value, case .int(let left) = pair[0],
        case .int(let right) = pair[1]
      else { return nil }
      return .int(left - right)
    }
    let all = sketch.merge([inside, sum])
    sketch.output(all)
    return sketch.trace
  }

  static var orders: Trace {
    var sketch = TraceSketch()
    let orders = sketch.source(
      "input", "orders",
      (0..<14).map { index in
        (
          Double(index) * 1.7,
          [
            "id": .int(Int64(index)), "customer": .string(Text("c\(index % 3)")),
            "total": .double(12.5),
          ]
        )
      }, end: 30)
    let large = sketch.map(
      "filter", "$0.customer != 'c1' && $0.total > 10.0 && !('discount' in $0)", orders,
      definition: "large"
    ) { value in
      if case .object(let object) = value, object["customer"] != "c1" { value } else { nil }
    }
    sketch.output(large, name: "alarms")
    return sketch.trace
  }

  static var failure: Trace {
    var sketch = TraceSketch()
    let source = sketch.source(
      "marbles", "", [(0, 1), (0.5, 2), (1, 3)],
      failure: (1.25, "no answer from <host> & \"proxy\""))
    let doubled = sketch.map("map", "$0 * 2", source) { value in
      if case .int(let int) = value { .int(int * 2) } else { nil }
    }
    sketch.output(doubled)
    return sketch.trace
  }

  /// Two busy minutes with a night between them.
  static var silence: Trace {
    var sketch = TraceSketch()
    let times = [0, 5, 9, 14, 20, 36_000, 36_004, 36_011, 36_015, 86_400, 86_410]
    let source = sketch.source(
      "input", "door", times.enumerated().map { (Double($1), $0 % 2 == 0 ? "open" : "shut") })
    let open = sketch.map("filter", "$0 == 'open'", source) { $0 == "open" ? $0 : nil }
    sketch.output(open)
    return sketch.trace
  }

  /// Several values at one instant, wide characters, and names that must be escaped.
  static var instants: Trace {
    var sketch = TraceSketch()
    let source = sketch.source(
      "stream", "",
      [
        (0, "日本"), (0, "é"), (1, "👨‍👩‍👧"), (1, "<&>"), (1, 3), (2, 4), (2, 5), (2, 6), (2, 7),
        (2, 8), (3, ""), (3.5, .null), (4, [1, 2, [3]]), (5, "a\nb"), (6, "true"),
      ], end: 6)
    let same = sketch.map("removeDuplicates", "", source) { $0 }
    sketch.output(same)
    return sketch.trace
  }

  /// Long values at both ends of the axis.
  static var wide: Trace {
    var sketch = TraceSketch()
    let source = sketch.source(
      "sequence", "", [(0, "a rather long text"), (10, "and another one")], end: 10)
    let same = sketch.map("map", "$0", source) { $0 }
    sketch.output(same)
    return sketch.trace
  }

  static var empty: Trace {
    var sketch = TraceSketch()
    let source = sketch.source("never", "", [])
    let mapped = sketch.map("map", "$0", source) { $0 }
    sketch.output(mapped)
    return sketch.trace
  }

  /// Many values at random times, and every tenth of them.
  static func steps(_ count: Int) -> Trace {
    var random = SplitMix64(seed: 7)
    var time = 0.0
    var sketch = TraceSketch()
    let source = sketch.source(
      "input", "metrics",
      (0..<count).map { index in
        time += Double(Int.random(in: 1...1000, using: &random)) / 1000
        if index == count / 2 { time += 30 }
        return (time, .int(Int64.random(in: 0..<100, using: &random)))
      }, end: time + 2)
    let filtered = sketch.map("filter", "$0 >= 90", source) { value in
      if case .int(let int) = value, int >= 90 { value } else { nil }
    }
    let quiet = sketch.debounce(1.5, filtered)
    sketch.output(quiet)
    return sketch.trace
  }
}
