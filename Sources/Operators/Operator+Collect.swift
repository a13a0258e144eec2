import Checking
import Exporting
import Expressions
import Playing
public import Reactive
public import StreamModels
import Values

extension Operator {
  /// Collects all values into one array, and emits it when the stream completes.
  public static func collect() -> Operator {
    Operator(Collect())
  }

  /// Collects the values of each window of `seconds`. Windows follow one another from time 0, or
  /// begin every `every` seconds. A window includes its start but not its end, and its array is
  /// emitted at its end. With `bounds`, an object with the window's bounds is emitted instead.
  ///
  /// With `empty`, windows without values are emitted as well, from the window of the first value
  /// on, as long as anything else keeps the playback going.
  ///
  /// The windows that are open when the stream completes are emitted then, unless `atEnd` is
  /// `.drop`.
  public static func collect(
    seconds: Seconds, every: Seconds? = nil, empty: Bool? = nil, bounds: Bool? = nil,
    atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    precondition(seconds != .zero && every != .zero, "windows without length")
    return Operator(
      Collect(seconds: seconds, every: every, empty: empty, bounds: bounds, atEnd: atEnd))
  }

  /// Collects values into windows. Each begins with a value and is closed by the first of its
  /// limits that is met: no value for `gap`, `maximum` since the first value, `count` values, a
  /// value for which `endsWhen` is true, or one for which `startsWhen` is true. The value that
  /// meets `endsWhen` is the last of its window; the value that meets `startsWhen` is the first of
  /// the next. The expressions read the value as `$0`, and the array so far, including the value,
  /// as `$1`.
  ///
  /// The window that is open when the stream completes is emitted then, unless `atEnd` is `.drop`.
  public static func collect(
    gap: Seconds? = nil, maximum: Seconds? = nil, count: Int? = nil, endsWhen: String? = nil,
    startsWhen: String? = nil, bounds: Bool? = nil, atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    let collect = Collect(
      count: count, gap: gap, maximum: maximum, endsWhen: endsWhen, startsWhen: startsWhen,
      bounds: bounds, atEnd: atEnd)
    precondition(collect.isLimited, "windows without a limit")
    precondition(count.map { $0 > 0 } ?? true, "arrays without values")
    precondition(maximum != .zero, "windows without length")
    return Operator(collect)
  }

  struct Collect: ExportedOperator {
    var count: Int?
    var seconds: Seconds?
    var every: Seconds?
    var empty: Bool?
    var gap: Seconds?
    var maximum: Seconds?
    var endsWhen: String?
    var startsWhen: String?
    var bounds: Bool?
    var atEnd: Publishers.PendingAtEnd?

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let extent = step.upstream.extent
      if isPlain { return Emission(.list(step.upstream.type), plainExtent(of: extent)) }
      try checkCondition(startsWhen, at: "startsWhen", in: step)
      try checkCondition(endsWhen, at: "endsWhen", in: step)
      return Emission(
        bounds == true ? .map(.dyn) : .list(step.upstream.type), extent.regrouped)
    }

    func build(_ step: PlanStep) -> Int {
      if isPlain { return buildPlain(step) }
      if let seconds { return buildAligned(step, seconds: seconds) }
      let startsWhen = startsWhen.map { _ in step.evaluator("startsWhen") }
      let endsWhen = endsWhen.map { _ in step.evaluator("endsWhen") }
      return step.stage { [self, tolerance = step.tolerance] upstream, place in
        var limits = Publishers.WindowLimits(
          gap: gap?.duration, maximum: maximum?.duration, count: count,
          startsWhen: startsWhen?.windowCondition(at: place),
          endsWhen: endsWhen?.windowCondition(at: place))
        limits.ignores = tolerance.map { tolerance in
          { place.playing.drop($0, $1, tolerance) }
        }
        return emitting(
          upstream.collectWindows(limits, scheduler: place.scheduler, atEnd: pendingAtEnd))
      }
    }

    /// Adds a stage whose windows begin at multiples of a time.
    private func buildAligned(_ step: PlanStep, seconds: Seconds) -> Int {
      step.stage { [self] upstream, place in
        emitting(
          upstream.collectAligned(
            length: seconds.duration, every: (every ?? seconds).duration,
            scheduler: place.scheduler, atEnd: pendingAtEnd,
            empty: empty == true ? Self.emptyLimit(of: "collect") : nil))
      }
    }

    /// What happens to windows that are open at the end.
    private var pendingAtEnd: Publishers.PendingAtEnd { atEnd ?? .emit }

    /// The maximum number of empty windows in a row. Without a limit, a stream that never completes
    /// could emit them forever.
    static func emptyLimit(of name: String) -> (limit: Int, failure: StreamFailure) {
      (
        10_000_000,
        StreamFailure("more than 10000000 empty windows in a row, which is the limit of '\(name)'")
      )
    }

    /// Whether windows begin with a value and have limits.
    fileprivate var isLimited: Bool {
      gap != nil || maximum != nil || count != nil || endsWhen != nil || startsWhen != nil
    }

    /// Whether Combine's `collect` can do the work: it emits arrays without bounds and has only
    /// some of the limits.
    private var isPlain: Bool {
      let others = [maximum != nil, endsWhen != nil, startsWhen != nil, gap != nil && count != nil]
      return bounds != true && atEnd != .drop && empty != true && !others.contains(true)
    }

    /// Adds a stage that collects arrays without bounds.
    private func buildPlain(_ step: PlanStep) -> Int {
      step.stage { [self] upstream, place in
        guard let strategy = strategy(on: place.scheduler) else {
          guard let count else {
            return upstream.collect().map(Value.array).eraseToAnyPublisher()
          }
          return upstream.collect(count).map(Value.array).eraseToAnyPublisher()
        }
        return upstream.collect(strategy).map(Value.array).eraseToAnyPublisher()
      }
    }

    private func plainExtent(of extent: Extent) -> Extent {
      if seconds != nil || gap != nil { return extent.regrouped }
      return count.map(extent.grouped(by:)) ?? extent.summedUp(evenIfEmpty: true)
    }

    /// Returns the strategy for collecting by time; nil if values are not collected by time.
    private func strategy(on scheduler: any Scheduler) -> Publishers.TimeGroupingStrategy? {
      if let gap { return .bySession(scheduler, gap: gap.duration) }
      guard let seconds else { return nil }
      guard let every else { return .byTime(scheduler, seconds.duration) }
      return .sliding(scheduler, seconds.duration, every: every.duration)
    }

    /// Checks a condition on a value and the window so far, if there is one.
    private func checkCondition(
      _ text: String?, at parameter: Text, in step: CheckStep
    ) throws(Diagnostics) {
      guard let text else { return }
      let type = step.upstream.type
      try step.check(text, in: .pair(type, .list(type)), as: .condition, at: parameter)
    }

    /// Returns windows as arrays, or as objects with their bounds.
    private func emitting(
      _ windows: some Publisher<Publishers.CollectedWindow<Value>, StreamFailure>
    ) -> AnyPublisher<Value, StreamFailure> {
      if bounds == true { return windows.map(Value.init(window:)).eraseToAnyPublisher() }
      return windows.map { Value.array($0.values) }.eraseToAnyPublisher()
    }
  }
}

extension Evaluator {
  /// Returns the expression as a condition on a value and the window so far.
  fileprivate func windowCondition(
    at place: StagePlace
  ) -> Publishers.WindowLimits<Value, StreamFailure>.Condition {
    let relation = relation(at: place)
    return { value, values throws(StreamFailure) in try relation(value, .array(values)) }
  }
}

extension Value {
  private static let windowShape = ObjectShape(shared: ["start", "end", "closedBy", "values"])

  /// Creates the object of a window: its bounds in seconds, and its values.
  fileprivate init(window: Publishers.CollectedWindow<Value>) {
    self = .object(
      Object(
        shape: Self.windowShape,
        [
          .double(Frame(nanoseconds: window.start.nanoseconds).seconds),
          .double(Frame(nanoseconds: window.end.nanoseconds).seconds),
          .string(Text(window.closing.rawValue)), .array(window.values),
        ]))
  }
}

extension Operator.Collect {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if bounds != true, atEnd != .drop, empty != true, let plain = plainArguments(swift) {
      swift.call("collect", plain.first)
      return swift.call("map", .atom("Value.array"))
    }
    let drops: SwiftCode? = atEnd == .drop ? .labeled("atEnd", .atom(".drop")) : nil
    if let seconds {
      swift.call(
        "collectAligned", swift.duration("seconds", seconds, as: "length"),
        swift.duration(every == nil ? "seconds" : "every", every ?? seconds, as: "every"),
        swift.scheduler, drops,
        empty == true
          ? .labeled(
            "empty",
            .call(
              "",
              [
                .labeled(
                  "limit", .atom(SwiftCode.grouped(Int64(Self.emptyLimit(of: "collect").limit)))),
                .labeled(
                  "failure",
                  .call(
                    "EvaluationError", [.string(Self.emptyLimit(of: "collect").failure.message)])),
              ])) : nil)
    } else {
      let limits: [SwiftCode?] = [
        gap.map { swift.duration("gap", $0, as: "gap") },
        maximum.map { swift.duration("maximum", $0, as: "maximum") },
        count.map { .labeled("count", swift.count("count", $0)) },
        try startsWhen.map { _ throws(Diagnostics) in
          .labeled("startsWhen", try swift.expression("startsWhen", "condition"))
        },
        try endsWhen.map { _ throws(Diagnostics) in
          .labeled("endsWhen", try swift.expression("endsWhen", "condition"))
        },
        swift.ignoringClosure.map { .labeled("ignores", $0) },
      ]
      swift.call(
        "collectWindows", .call(".init", limits.compactMap(\.self)), swift.scheduler, drops)
    }
    guard bounds == true else {
      return swift.call("map", closure: .closure("", [.atom("Value.array($0.values)")]))
    }
    swift.call(
      "map",
      closure: .closure(
        "window -> Value",
        [
          .atom("["), .atom("  \"start\": .seconds(Instant.zero.duration(to: window.start)),"),
          .atom("  \"end\": .seconds(Instant.zero.duration(to: window.end)),"),
          .atom("  \"closedBy\": .string(Text(window.closing.rawValue)),"),
          .atom("  \"values\": .array(window.values),"), .atom("]"),
        ]))
  }

  /// The arguments of Combine's `collect` if that operator can do the work; nil otherwise.
  private func plainArguments(_ swift: SwiftStep) -> [SwiftCode]? {
    let others = [maximum != nil, endsWhen != nil, startsWhen != nil, gap != nil && count != nil]
    if others.contains(true) { return nil }
    if let gap {
      return [
        .call(".bySession", [.atom("scheduler"), swift.duration("gap", gap, as: "gap")])
      ]
    }
    guard let seconds else { return count.map { [swift.count("count", $0)] } ?? [] }
    let length = swift.duration("seconds", seconds)
    guard let every else { return [.call(".byTime", [.atom("scheduler"), length])] }
    return [
      .call(
        ".sliding", [.atom("scheduler"), length, swift.duration("every", every, as: "every")])
    ]
  }
}
