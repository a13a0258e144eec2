import Checking
import Exporting
import Playing
public import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits the first value at once, and then one value at the end of each interval of `seconds`:
  /// the latest that arrived within it or, if `latest` is false, the first. If `trailing` is false,
  /// these are dropped, and the first value after an interval is emitted at once.
  ///
  ///     1-2-3-4-5|
  ///     throttle { "seconds": 2 }
  ///     1-2-3-4-5|
  ///     throttle { "seconds": 2, "trailing": false }
  ///     1---3---5|
  ///
  /// A value that arrives exactly at the end of an interval, and was scheduled before the interval
  /// began, belongs to it: it is emitted at that instant, or dropped if `trailing` is false.
  public static func throttle(
    seconds: Seconds, latest: Bool? = nil, trailing: Bool? = nil,
    atEnd: Publishers.PendingAtEnd? = nil, dropped: ErrorPolicy? = nil
  ) -> Operator {
    Operator(
      Throttle(
        seconds: seconds, latest: latest, trailing: trailing, atEnd: atEnd, dropped: dropped))
  }

  struct Throttle: ExportedOperator, DroppingOperator, HoldingOperator {
    var seconds = Seconds.zero
    var latest: Bool?
    var trailing: Bool?
    var atEnd: Publishers.PendingAtEnd?
    var dropped: ErrorPolicy?

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The length of an interval."),
      .init(
        "latest", \.latest,
        "Whether to emit the latest value of an interval, not the first; true by default."),
      .init(
        "trailing", \.trailing,
        "Whether to emit a value at the end of an interval; true by default."),
      .atEnd("emitted at its time"),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "throttle", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      summary: "Emits at most one value per interval: the first at once, then one at its end.",
      remark: """
        A value that arrives exactly at the end of an interval still belongs to it if it was \
        scheduled before the interval began, as the values of diagrams and inputs are. It is \
        emitted at the end, at that same instant. With 'trailing' false, nothing is emitted at the \
        end, so the value is dropped: of alerts that repeat exactly every 600 seconds, every other \
        one is lost.
        """,
      otherNames: ["throttleTime"],
      suggestedFor: ["throttleLatest"],
      parameters: declared.map(\.spec),
      outcomes: [.drop("never dropped a value")],
      reasons: [
        .dropped: "it arrived too soon after another",
        .replaced: "a later value arrived before the time was over",
      ],
      remedies: [
        .dropped: "it would have to arrive later after the previous value",
        .replaced: "it would have to be the last value within the time",
      ],
      examples: [
        .init(
          source: "12-3---4|", parameters: #"{"seconds": 2}"#,
          result: "1-2-3--4|"),
        .init(
          source: "12-3---4|", parameters: #"{"seconds": 2, "trailing": false}"#,
          result: "1--3---4|"),
        .init(
          source: "1-2-3-4-5|", parameters: #"{"seconds": 2}"#,
          result: "1-2-3-4-5|"),
        .init(
          source: "1-2-3-4-5|", parameters: #"{"seconds": 2, "trailing": false}"#,
          result: "1---3---5|"),
        .init(
          source: "12-3---45|", parameters: #"{"seconds": 2, "atEnd": "emit"}"#,
          result: "1-2-3--4-(5|)"),
      ])

    var rival: Rival {
      if trailing == false { return .passed(1) }
      return latest == false ? .kept : .none
    }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.noteDropped(to: dropped)
      return Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
    }

    func build(_ step: PlanStep) -> Int {
      let (latest, trailing) = (latest ?? true, trailing ?? true)
      return step.stage { [seconds, atEnd, output = step.droppedOutput] upstream, place in
        var throttled = upstream.throttle(
          for: seconds.duration, scheduler: place.scheduler, latest: latest, trailing: trailing,
          atEnd: atEnd)
        throttled.dropped = place.sender(to: output)
        return throttled.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Throttle {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call(
      "throttle", swift.duration("seconds", seconds, as: "for"), swift.scheduler,
      .labeled("latest", swift.flag("latest", latest ?? true)),
      trailing.map { .labeled("trailing", swift.flag("trailing", $0)) }, swiftAtEnd)
  }
}
