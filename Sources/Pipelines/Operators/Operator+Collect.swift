import Expressions
import Reactive
import Values

extension Operator {
  /// Gathers all values into one array, which comes when the stream finishes.
  public static func collect() -> Operator {
    Operator(Collect())
  }

  /// Gathers `count` values at a time into an array; what is left comes when the stream finishes.
  public static func collect(count: Int) -> Operator {
    precondition(count > 0, "arrays without values")
    return Operator(Collect(count: count))
  }

  /// Gathers the values of windows of `seconds`, one after the other from time 0, or one that begins
  /// `every` so many seconds. A window holds its start and not its end, and comes at its end.
  public static func collect(seconds: Seconds, every: Seconds? = nil) -> Operator {
    precondition(seconds != .zero && every != .zero, "windows without length")
    return Operator(Collect(seconds: seconds, every: every))
  }

  /// Gathers values into sessions, each of which ends when none has come for `gap` seconds.
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
      summary: "Gathers values into arrays: all, so many at a time, by time, or in sessions.",
      otherNames: ["toArray", "bufferCount", "bufferTime", "buffer", "window"],
      parameters: [
        ParameterSpec(
          "count", .count, "How many values an array has.", isRequired: false, isPositive: true),
        ParameterSpec(
          "seconds", .duration, "How long a window is.", isRequired: false, isPositive: true),
        ParameterSpec(
          "every", .duration, "The time from one window's start to the next one's.",
          isRequired: false, isPositive: true),
        ParameterSpec(
          "gap", .duration, "How long nothing comes between two sessions.", isRequired: false),
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
      return context.stage(upstream, giving: .list(upstream.type)) { upstream, place in
        guard let strategy = collect.strategy(on: place.scheduler) else {
          guard let count = collect.count else {
            return upstream.collect().map(Value.array).eraseToAnyPublisher()
          }
          return upstream.collect(count).map(Value.array).eraseToAnyPublisher()
        }
        return upstream.collect(strategy).map(Value.array).eraseToAnyPublisher()
      }
    }

    /// How values are gathered by time, if they are.
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
