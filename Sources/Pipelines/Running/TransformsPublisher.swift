import Expressions
import Reactive
import Values

/// Transforms that follow one another, as one stage.
struct TransformsPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let transforms: [Transform]
  let frame: Frame
  let playing: Playing

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    upstream.receive(
      subscriber: TransformStage(
        downstream: subscriber, row: SingleRow(TransformRun(transforms, frame: frame)),
        clock: transforms.contains { $0.usesTime } ? playing.scheduler : nil, playing: playing))
  }
}

private struct TransformStage<Downstream: Subscriber>: EndingStage
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  typealias Input = Value
  typealias Failure = StreamFailure

  let downstream: Downstream
  let row: SingleRow
  /// What tells the time, if an expression reads it.
  let clock: (any Scheduler)?
  let playing: Playing
  let run = EndingRun()

  func receive(_ input: Value) {
    guard !isDeaf else { return }
    switch row.work(on: input, at: clock?.now.nanoseconds ?? 0) {
    case .value(let value): downstream.receive(value)
    case .dropped: break
    case .failure(let failure): end(.failure(playing.attributed(failure)))
    }
  }
}
