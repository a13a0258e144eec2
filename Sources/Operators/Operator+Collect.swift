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
      Collect(
        window: .init(
          seconds: seconds, every: every, empty: empty, bounds: bounds, atEnd: atEnd)))
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
    let window = WindowParameters(
      count: count, gap: gap, maximum: maximum, endsWhen: endsWhen, startsWhen: startsWhen,
      bounds: bounds, atEnd: atEnd)
    precondition(!window.kind.isWhole, "windows without a limit")
    precondition(count.map { $0 > 0 } ?? true, "arrays without values")
    precondition(maximum != .zero, "windows without length")
    return Operator(Collect(window: window))
  }

  struct Collect: ExportedOperator, WindowedOperator {
    var window = WindowParameters()

    static let soFar = "array"
    static let declared = windowParameters

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = step.upstream.type
      let extent = step.upstream.extent
      if isPlain { return Emission(.list(type), plainExtent(of: extent)) }
      try window.check(step, soFar: .list(type))
      return Emission(window.bounds == true ? .map(.dyn) : .list(type), extent.regrouped)
    }

    func build(_ step: PlanStep) -> Int {
      if isPlain { return buildPlain(step) }
      let build = WindowBuild(window, of: "collect", in: step)
      return step.stage { [isBounded = window.bounds == true] upstream, place in
        let windows = build.windows(
          [Value].self, of: upstream, sums: false, at: place, value: { $0 }, soFar: Value.array)
        return windows.map { window in
          let values = Value.array(window.contents)
          return isBounded ? window.bounded(values) : values
        }.eraseToAnyPublisher()
      }
    }

    /// Whether Combine's `collect` can do the work: it emits arrays without bounds and has only
    /// some of the limits.
    private var isPlain: Bool {
      guard window.bounds != true, window.emitsAtEnd, window.empty != true else { return false }
      return switch window.kind {
      case .whole, .aligned: true
      case .timed, .sliding: false
      case .limited:
        window.maximum == nil && window.endsWhen == nil && window.startsWhen == nil
          && (window.gap == nil || window.count == nil)
      }
    }

    /// Adds a stage that collects arrays without bounds.
    private func buildPlain(_ step: PlanStep) -> Int {
      step.stage { [self] upstream, place in
        guard let strategy = strategy(on: place.scheduler) else {
          guard let count = window.count else {
            return upstream.collect().map(Value.array).eraseToAnyPublisher()
          }
          return upstream.collect(count).map(Value.array).eraseToAnyPublisher()
        }
        return upstream.collect(strategy).map(Value.array).eraseToAnyPublisher()
      }
    }

    private func plainExtent(of extent: Extent) -> Extent {
      if window.seconds != nil || window.gap != nil { return extent.regrouped }
      return window.count.map(extent.grouped(by:)) ?? extent.summedUp(evenIfEmpty: true)
    }

    /// Returns the strategy for collecting by time; nil if values are not collected by time.
    private func strategy(on scheduler: any Scheduler) -> Publishers.TimeGroupingStrategy? {
      if let gap = window.gap { return .bySession(scheduler, gap: gap.duration) }
      guard let seconds = window.seconds else { return nil }
      guard let every = window.every else { return .byTime(scheduler, seconds.duration) }
      return .sliding(scheduler, seconds.duration, every: every.duration)
    }
  }
}

extension Operator.Collect {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if isPlain {
      swift.call("collect", plainArguments(swift).first)
      return swift.call("map", .atom("Value.array"))
    }
    try window.writeSwift(to: swift, "collect") { name throws(Diagnostics) in
      try swift.expression(name, "condition")
    }
    guard window.bounds == true else {
      return swift.call("map", closure: .closure("", [.atom("Value.array($0.values)")]))
    }
    swift.call(
      "map",
      closure: .closure(
        "window -> Value", WindowParameters.bounded(.atom(".array(window.values)"))))
  }

  /// The arguments of Combine's `collect`.
  private func plainArguments(_ swift: SwiftStep) -> [SwiftCode] {
    if let gap = window.gap {
      return [
        .call(".bySession", [.atom("scheduler"), swift.duration("gap", gap, as: "gap")])
      ]
    }
    guard let seconds = window.seconds else {
      return window.count.map { [swift.count("count", $0)] } ?? []
    }
    let length = swift.duration("seconds", seconds)
    guard let every = window.every else {
      return [.call(".byTime", [.atom("scheduler"), length])]
    }
    return [
      .call(
        ".sliding", [.atom("scheduler"), length, swift.duration("every", every, as: "every")])
    ]
  }
}
