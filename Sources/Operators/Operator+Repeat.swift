import Checking
import Exporting
import Playing
import Reactive
public import StreamModels

extension Operator {
  /// Plays the stream `count` times, or forever, with a `delay` in seconds before each repetition.
  public static func `repeat`(count: Int? = nil, delay: [Seconds] = []) -> Operator {
    precondition(count.map { $0 >= 0 } ?? true, "a negative count")
    return Operator(Repeat(count: count, delay: Durations(delay)))
  }

  struct Repeat: ExportedOperator {
    var count: Int?
    var delay: Durations?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "count", \.count, "The total number of times, 0 for an empty stream; forever by default.",
        measured: ["1"]),
      .init(
        "delay", \.delay,
        "The delay before each repetition; the last of a list applies to all later ones."),
    ]

    static let spec = OperatorSpec(
      name: "repeat", category: .repeating,
      dependence: .on("the end of the stream", emitsReceived: true),
      summary: "Plays the stream several times in succession.",
      remark: """
        Without 'count', a stream whose values all come from inputs, groups or side outputs ends \
        when they end, because nothing is left to play again.
        """,
      suggestedFor: ["loop", "repeatWhen", "forever"],
      parameters: declared.map(\.spec),
      outcomes: [.again("never played its stream again")],
      examples: [
        .init(
          source: "-1-|", parameters: #"{"count": 3}"#,
          result: "-1--1--1-|"),
        .init(
          source: "-1-|", parameters: #"{"count": 3, "delay": [1, 2]}"#,
          result: "-1---1----1-|"),
      ])

    /// Whether it repeats forever or, if all of its sources are hot, until they have ended.
    var isEndless: Bool { count == nil }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let endsWithSources = isEndless && step.hotSources(of: step.upstream) != nil
      return Emission(
        step.upstream.type, endsWithSources ? .unknown : step.upstream.extent.repeated(count))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage {
        [count, delays = delay?.durations ?? [], sources = isEndless ? step.hotSources : nil]
        upstream, place in
        var repetition = Publishers.Repetition(
          delays: delays, scheduler: place.scheduler, limit: place.repetitionLimit)
        if let sources { repetition.isOver = { place.haveEnded(sources) } }
        return Publishers.Repeat(upstream: upstream, count: count, repetition: repetition)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Repeat {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if isEndless, swift.isHot {
      throw swift.refusal(
        "a 'repeat' that ends with the input, group or side output that it repeats",
        hint: "write a 'count'")
    }
    swift.repetition("repeat", count, delay?.durations ?? [])
  }
}
