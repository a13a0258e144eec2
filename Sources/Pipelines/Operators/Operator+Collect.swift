import Expressions
import Reactive
import Values

extension Operator {
  /// Collects all values into one array, and emits it when the stream finishes.
  public static func collect() -> Operator {
    Operator(Collect())
  }

  /// Collects values into arrays of `count`; the last one, which may be shorter, is emitted when
  /// the stream finishes.
  public static func collect(count: Int) -> Operator {
    precondition(count > 0, "arrays without values")
    return Operator(Collect(count: count))
  }

  /// Collects the values of each window of `seconds`. Windows follow one another from time 0, or
  /// begin every `every` seconds. A window includes its start but not its end, and its array is
  /// emitted at its end.
  public static func collect(seconds: Seconds, every: Seconds? = nil) -> Operator {
    precondition(seconds != .zero && every != .zero, "windows without length")
    return Operator(Collect(seconds: seconds, every: every))
  }

  /// Collects values into sessions; a session ends once no value has arrived for `gap` seconds.
  public static func collect(gap: Seconds) -> Operator {
    Operator(Collect(gap: gap))
  }

  struct Collect: OperatorDefinition {
    var count: Int?
    var seconds: Seconds?
    var every: Seconds?
    var gap: Seconds?

    static let spec = OperatorSpec(
      name: "collect", category: .reducing,
      summary:
        "Collects values into arrays: all of them, a number at a time, by time, or in sessions.",
      otherNames: ["toArray", "bufferCount", "bufferTime", "buffer", "window"],
      suggestedFor: [
        "toList", "gather", "array", "batch", "chunk", "chunked", "tumble", "tumbling",
        "tumblingWindow",
      ],
      parameters: [
        ParameterSpec(
          "count", .count, "The number of values per array.", isRequired: false, isPositive: true,
          measured: ["3"]),
        ParameterSpec(
          "seconds", .duration, "The length of a window.", isRequired: false, isPositive: true,
          measured: ["10"]),
        ParameterSpec(
          "every", .duration, "The time from the start of one window to the start of the next.",
          isRequired: false, isPositive: true,
          measured: [MeasuredValue("5", cost: "each value goes into two")]),
        ParameterSpec(
          "gap", .duration, "The time without a value that ends a session.", isRequired: false),
      ],
      forms: [[], ["count"], ["seconds"], ["seconds", "every"], ["gap"]],
      examples: [
        .init(
          source: "-1-2-3-|", parameters: "{}", result: "-------(a|)", values: ["a": [1, 2, 3]]),
        .init(
          source: "-1-2-3-|", parameters: #"{"count": 2}"#, result: "---a---(b|)",
          values: ["a": [1, 2], "b": [3]]),
        .init(
          source: "-12---3-|", parameters: #"{"seconds": 3}"#, result: "---a----(b|)",
          values: ["a": [1, 2], "b": [3]]),
        .init(
          source: "-12----|", parameters: #"{"seconds": 2, "every": 1}"#, result: "--abc--|",
          values: ["a": [1], "b": [1, 2], "c": [2]]),
        .init(
          source: "-12---3-|", parameters: #"{"gap": 2}"#, result: "----a---(b|)",
          values: ["a": [1, 2], "b": [3]]),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let collect = self
      return context.stage(upstream, emitting: .list(upstream.type)) { upstream, place in
        guard let strategy = collect.strategy(on: place.scheduler) else {
          guard let count = collect.count else {
            return upstream.collect().map(Value.array).eraseToAnyPublisher()
          }
          return upstream.collect(count).map(Value.array).eraseToAnyPublisher()
        }
        return upstream.collect(strategy).map(Value.array).eraseToAnyPublisher()
      }
    }

    /// Returns the strategy of collecting by time; nil if values are not collected by time.
    private func strategy(on scheduler: any Scheduler) -> Publishers.TimeGroupingStrategy? {
      if let gap { return .bySession(scheduler, gap: gap.duration) }
      guard let seconds else { return nil }
      guard let every else { return .byTime(scheduler, seconds.duration) }
      return .sliding(scheduler, seconds.duration, every: every.duration)
    }
  }
}

extension Operator.Collect {
  init(_ parameters: Parameters) {
    count = parameters[optional: "count"]
    seconds = parameters[optional: "seconds"]
    every = parameters[optional: "every"]
    gap = parameters[optional: "gap"]
  }

  var parameters: Parameters {
    [
      "count": count.map(ParameterValue.count), "seconds": seconds.map(ParameterValue.duration),
      "every": every.map(ParameterValue.duration), "gap": gap.map(ParameterValue.duration),
    ]
  }
}
