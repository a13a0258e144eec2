import Reactive
import StreamModels
import Values

/// The stage of transforms in a traced playback. They are applied to the plain values, and values
/// that pass keep their traces.
struct TracedTransformStage<Downstream: Subscriber>: EndingStage
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  typealias Input = Value
  typealias Failure = StreamFailure
  typealias State = Void

  let downstream: Downstream
  let run: TransformsRun
  private let line: TransformLine
  /// The events that it let pass, by the keys for which it drops others.
  private let passed = PassedEvents()

  private final class PassedEvents {
    var byKey: [EquivalentValue: TraceRecorder.Earlier] = [:]
  }

  init(downstream: Downstream, line: TransformLine) {
    self.downstream = downstream
    self.line = line
    run = TransformsRun(line, own: .null)
  }

  func receive(_ input: Value) {
    guard !run.isUpstreamDone else { return }
    let plain = input.withoutTraces()
    let key = line.key(of: plain)
    switch line.work(on: plain, in: run) {
    case .value(let value):
      if let key, let event = input.traced?.event, let trace = line.trace {
        passed.byKey[key] = TraceRecorder.Earlier(event: event, instant: trace.now)
      }
      downstream.receive(value == plain ? input : value)
    case .dropped:
      if let earlier = key.flatMap({ passed.byKey[$0] }) { line.trace?.noteRival(earlier) }
      line.send(dropped: input)
    case .failure(let failure):
      if !line.tolerates(failure, on: input) { end(.failure(line.reported(failure))) }
    }
  }
}

extension StagePlace {
  /// Returns the same stream with plain values, as in a playback that is not traced, for a stage
  /// that prints them.
  package func withoutTraces(_ stream: Chain.Values) -> Chain.Values {
    guard playing.trace != nil else { return stream }
    return stream.map { $0.withoutTraces() }.eraseToAnyPublisher()
  }

  /// Returns the same function for the plain value, as in a playback that is not traced.
  func readingPlain<Result>(
    _ body: @escaping (Value) throws(StreamFailure) -> Result
  ) -> (Value) throws(StreamFailure) -> Result {
    guard playing.trace != nil else { return body }
    return { value throws(StreamFailure) in try body(value.withoutTraces()) }
  }

  /// Returns the same function for two plain values, as in a playback that is not traced.
  func readingPlain<Result>(
    _ body: @escaping (Value, Value) throws(StreamFailure) -> Result
  ) -> (Value, Value) throws(StreamFailure) -> Result {
    guard playing.trace != nil else { return body }
    return { first, second throws(StreamFailure) in
      try body(first.withoutTraces(), second.withoutTraces())
    }
  }
}
