import Checking
import Exporting
import Playing
public import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits the latest value at the end of each interval of `seconds` in which one arrived.
  public static func sample(
    seconds: Seconds, atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    precondition(seconds != .zero, "an interval without length")
    return Operator(Sample(seconds: seconds, stream: nil, atEnd: atEnd))
  }

  /// Emits the latest value, unless it was emitted before, whenever another stream emits one.
  public static func sample(
    stream: StreamInput, atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    Operator(Sample(seconds: nil, stream: stream, atEnd: atEnd))
  }

  struct Sample: ExportedOperator, HoldingOperator {
    var seconds: Seconds?
    var stream: StreamInput?
    var atEnd: Publishers.PendingAtEnd?

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The length of an interval.", isPositive: true),
      .init(
        "stream", \.stream,
        "The stream that triggers samples; it is subscribed to first, and its end is ignored.",
        measured: [#""other""#]),
      .atEnd("'drop'"),
    ]

    static let spec = OperatorSpec(
      name: "sample", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      summary:
        "Emits the latest value at the end of each interval, or when another stream emits one.",
      otherNames: ["sampleTime"],
      suggestedFor: ["throttleLast", "tick", "sampleBy"],
      parameters: declared.map(\.spec),
      forms: [["seconds", "atEnd?"], ["stream", "atEnd?"]],
      outcomes: [.drop("never dropped a value")],
      reasons: [.replaced: "a later value arrived before the next sample"],
      remedies: [.replaced: "the next sample would have to be before the later value"],
      examples: [
        .init(source: "12---3--4|", parameters: #"{"seconds": 3}"#, result: "---2--3--|"),
        .init(
          source: "12---3--4|", parameters: #"{"stream": {"marbles": "--x-x--x"}}"#,
          result: "--2----3-|"),
        .init(
          source: "12---3--4|", parameters: #"{"seconds": 3, "atEnd": "emit"}"#,
          result: "---2--3--(4|)"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      guard seconds == nil else {
        return Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
      }
      let notifier = step.takeStream()
      return Emission(step.upstream.type, step.upstream.extent.gated(by: notifier.extent))
    }

    func build(_ step: PlanStep) -> Int {
      guard let seconds else {
        return step.stage([step.upstream] + step.streams) { [atEnd = atEnd ?? .drop] inputs, _ in
          inputs[0].sample(inputs[1], atEnd: atEnd).eraseToAnyPublisher()
        }
      }
      return step.stage { [atEnd = atEnd ?? .drop] upstream, place in
        upstream.sample(every: seconds.duration, scheduler: place.scheduler, atEnd: atEnd)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Sample {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard let seconds else { return swift.call("sample", try swift.stream().code, swiftAtEnd) }
    swift.call(
      "sample", swift.duration("seconds", seconds, as: "every"), swift.scheduler, swiftAtEnd)
  }
}
