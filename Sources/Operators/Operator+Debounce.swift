import Checking
import Exporting
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits a value once no other has arrived for `seconds`.
  ///
  /// A value that is pending when the stream completes is dropped, unless `atEnd` is `.emit`. If
  /// `leading` is true, a value that arrives after silence is emitted at once instead, and those
  /// that follow within `seconds` are dropped.
  public static func debounce(
    seconds: Seconds, atEnd: Publishers.PendingAtEnd? = nil, leading: Bool? = nil,
    dropped: ErrorPolicy? = nil
  ) -> Operator {
    Operator(Debounce(seconds: seconds, atEnd: atEnd, leading: leading, dropped: dropped))
  }

  struct Debounce: ExportedOperator, DroppingOperator, HoldingOperator {
    var seconds = Seconds.zero
    var atEnd: Publishers.PendingAtEnd?
    var leading: Bool?
    var dropped: ErrorPolicy?

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The time without another value."),
      .atEnd("'drop'"),
      .init(
        "leading", \.leading,
        "Whether to emit the first value after silence, not the last; false by default."),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "debounce", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      end: .heeded,
      summary: "Emits a value once no other has arrived for the given time.",
      remark: """
        With 'leading', a value that arrives after silence is emitted at once. Values that follow \
        within 'seconds' are dropped, and each restarts that time; a value that arrives exactly at \
        its end is emitted. Nothing is then pending at the end.
        """,
      otherNames: ["debounceTime"],
      suggestedFor: [
        "throttleWithTimeout", "settle", "quiet", "debounceLeading", "firstAfterSilence",
      ],
      parameters: declared.map(\.spec),
      outcomes: [.drop("never dropped a value")],
      reasons: [.replaced: "another value arrived before the stream was silent for long enough"],
      examples: [
        .init(
          source: "1-2-3---|", parameters: #"{"seconds": 2}"#,
          result: "------3-|"),
        .init(
          source: "1--2|", parameters: #"{"seconds": 2, "atEnd": "emit"}"#,
          result: "--1-(2|)"),
        .init(
          source: "12-3---4|", parameters: #"{"seconds": 3, "leading": true}"#,
          result: "1------4|"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      warnIfForgotten(step)
      try step.noteDropped(to: dropped)
      return Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage {
        [
          seconds, atEnd = atEnd ?? .drop, leading = leading ?? false, output = step.droppedOutput
        ] upstream, place in
        var debounced = upstream.debounce(
          for: seconds.duration, scheduler: place.scheduler, atEnd: atEnd, leading: leading)
        debounced.dropped = place.sender(to: output)
        return debounced.eraseToAnyPublisher()
      }
    }

    /// Warns if every group in which the operator waits is forgotten before the wait is over. Both
    /// times begin with the same value, and the group ends before anything else happens at that
    /// instant.
    private func warnIfForgotten(_ step: CheckStep) {
      guard step.upstream.isGroup, let limit = step.forgetAfter,
        limit.nanoseconds <= seconds.nanoseconds, leading != true, atEnd != .emit
      else { return }
      step.warn(
        "'debounce' never emits because the 'forgetAfter' of 'groupBy' ends the group first",
        hint: "make 'forgetAfter' longer than 'seconds', or add \"atEnd\": \"emit\"", at: "seconds")
    }
  }
}

extension Operator.Debounce {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call(
      "debounce", swift.duration("seconds", seconds, as: "for"), swift.scheduler,
      swiftAtEnd,
      leading.map { .labeled("leading", swift.flag("leading", $0)) })
  }
}
