import Reactive
import Values

extension MarblePlan {
  /// The diagram from its beginning; what lies before the beginning has gone by.
  func publisher(on scheduler: any Scheduler) -> TimedSequence<Value, StreamFailure> {
    var values: [(time: Int64, value: Value)] = []
    var end: (time: Int64, completion: Subscribers.Completion<StreamFailure>)?
    for event in events {
      switch event.kind {
      case .value(let value):
        if event.time >= 0 { values.append((event.time, value)) }
      case .finished: end = (max(event.time, 0), .finished)
      case .failure(let failure): end = (max(event.time, 0), .failure(failure))
      }
    }
    return TimedSequence(nanoseconds: values, end: end, on: scheduler)
  }

  /// How the diagram has ended before it begins, if it has.
  fileprivate var endBeforeStart: Subscribers.Completion<StreamFailure>? {
    guard let last = events.last, last.time < 0 else { return nil }
    switch last.kind {
    case .value: return nil
    case .finished: return .finished
    case .failure(let failure): return .failure(failure)
    }
  }
}

/// Starts the hot diagrams of a playing and what it reads, and then subscribes to its chain.
///
/// A hot diagram runs from the start, whoever listens; its events count as scheduled then, those of
/// several diagrams in the order in which they stand in the document. All of them stop when the
/// playing ends or is cancelled.
struct HotStart: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let plan: Plan
  let output: Int
  let scheduler: any Scheduler
  let inputs: InputSession?

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let playing = Playing(plan, on: scheduler, inputs: inputs)
    var running: [AnyCancellable] = []
    for node in plan.hotDiagrams {
      guard case .marbles(let diagram) = plan.nodes[node] else { continue }
      let subject = PassthroughSubject<Value, StreamFailure>()
      playing.hot[node] = subject
      if let end = diagram.endBeforeStart {
        subject.send(completion: end)
      } else {
        running.append(
          diagram.publisher(on: scheduler).sink(
            receiveCompletion: { subject.send(completion: $0) },
            receiveValue: { subject.send($0) }))
      }
    }
    if let inputs {
      inputs.begin(on: scheduler) { playing.noteRecord() }
      running.append(AnyCancellable { inputs.end() })
    }
    let run = HotRun(downstream: AnySubscriber(subscriber), diagrams: running)
    Chain(plan: plan, playing: playing).countedPublisher(of: output).receive(subscriber: run)
  }
}

/// One playing with hot diagrams or inputs.
private final class HotRun: Subscriber, Subscription {
  typealias Input = Value
  typealias Failure = StreamFailure

  private let downstream: AnySubscriber<Value, StreamFailure>
  private var diagrams: [AnyCancellable]
  private var subscription: (any Subscription)?
  private var isOver = false

  init(downstream: AnySubscriber<Value, StreamFailure>, diagrams: [AnyCancellable]) {
    self.downstream = downstream
    self.diagrams = diagrams
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    downstream.receive(subscription: self)
  }

  func receive(_ input: Value) {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard !isOver else { return }
    end()
    downstream.receive(completion: completion)
  }

  func cancel() {
    guard !isOver else { return }
    let subscription = subscription
    end()
    subscription?.cancel()
  }

  private func end() {
    isOver = true
    subscription = nil
    let running = diagrams
    diagrams = []
    for diagram in running { diagram.cancel() }
  }
}
