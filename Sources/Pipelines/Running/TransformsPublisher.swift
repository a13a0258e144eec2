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
  let scheduler: any Scheduler

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    upstream.receive(
      subscriber: TransformStage(
        downstream: subscriber, step: Transform.step(of: transforms), frame: StepState(frame),
        clock: transforms.contains { $0.usesTime } ? scheduler : nil))
  }
}

private struct TransformStage<Downstream: Subscriber>: EndingStage
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  typealias Input = Value
  typealias Failure = StreamFailure

  let downstream: Downstream
  let step: Transform.Step
  let frame: StepState<Frame>
  /// What tells the time, if an expression reads it.
  let clock: (any Scheduler)?
  let run = EndingRun()

  func receive(_ input: Value) {
    guard !isDeaf else { return }
    if let clock { frame.value.nanoseconds = clock.now.nanoseconds }
    var value = input
    do throws(EvaluationError) {
      guard try step.run(&value, &frame.value) else { return }
    } catch {
      return end(.failure(StreamFailure(error.message)))
    }
    downstream.receive(value)
  }
}
