import Expressions
public import Marbles
import Playing
package import Reactive
import StreamModels
public import Tracing
public import Values

extension Program {
  /// The texts of the documents, beginning with that of the program.
  package var documents: [SourceText] { sources.compactMap { $0 } }

  /// The stages whose events a `TraceRecorder` records; nil if the program was created without
  /// `isTraced`.
  public var tracedStages: [Trace.Stage]? { plan.trace?.stages }

  /// For each traced stage, the type of the values that it emits, as messages name it; `dyn` if the
  /// type is not known.
  public var tracedTypes: [String]? { plan.trace?.types.map(\.description) }

  /// Plays the program on its own virtual clock, and returns a trace of the playback; nil if the
  /// program was created without `isTraced`.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the program.
  ///   - steps: The maximum number of times that the clock runs work that is due.
  public func trace(
    _ playback: Playback = Playback(), inputs: InputSession? = nil, steps: Int = .max
  ) -> Trace? {
    guard let stages = tracedStages else { return nil }
    var trace = Trace(stages: stages)
    guard let recorder = TraceRecorder(self, receive: { trace.append($0) }) else { return nil }
    let scheduler = VirtualScheduler(now: inputs?.start ?? .zero)
    let names = taps.keys.sorted()
    var left = steps
    playback.play(
      publisher(
        on: scheduler, inputs: inputs, taps: names.map { ($0, { _, _ in }) }, trace: recorder),
      on: scheduler, tracedBy: recorder,
      isCancelled: {
        left -= 1
        return left <= 0
      },
      receiveCompletion: { trace.append($0, at: $1) }, receiveValue: { _, _ in true })
    return trace
  }
}

extension StreamModel {
  /// Plays the model on its own virtual clock, and returns a trace of the playback.
  ///
  /// - Parameter parameters: The values of the model's parameters.
  public func trace(
    _ playback: Playback = Playback(), with parameters: KeyValuePairs<String, Value> = [:]
  ) throws(Diagnostics) -> Trace {
    let program = try Program(self, with: parameters, isTraced: true)
    guard let trace = program.trace(playback) else {
      preconditionFailure("a program that is compiled for traces has stages")
    }
    return trace
  }
}

extension StreamModel {
  /// Plays the model on its own virtual clock, and returns the timeline.
  ///
  /// - Parameters:
  ///   - parameters: The values of the model's parameters.
  ///   - receive: Receives the events that stages emit, and the ends of events, as they happen.
  public func play(
    _ playback: Playback = Playback(), with parameters: KeyValuePairs<String, Value> = [:],
    tracing receive: @escaping (TraceRecorder.Entry) -> Void
  ) throws(Diagnostics) -> Timeline<Element> {
    let program = try Program(self, with: parameters, isTraced: true)
    let scheduler = VirtualScheduler()
    guard let recorder = TraceRecorder(program, receive: receive) else {
      preconditionFailure("a program that is compiled for traces has stages")
    }
    var events: [Timeline<Element>.Event] = []
    playback.play(
      Self.elements(of: program.publisher(on: scheduler, trace: recorder)),
      on: scheduler, to: EventReceiver { events.append($0) }, tracedBy: recorder,
      isCancelled: { false })
    return Timeline(events)
  }
}

extension Trace {
  /// Adds an entry that a recorder reports.
  public mutating func append(_ entry: TraceRecorder.Entry) {
    switch entry {
    case .event(let event): events.append(event)
    case .end(let end): ends.append(end)
    case .cancellation(let cancellation): cancellations.append(cancellation)
    }
  }

  /// Adds the failure of the playback itself, which no stage emitted: it took too much memory.
  package mutating func append(
    _ completion: Subscribers.Completion<StreamFailure>, at instant: Instant
  ) {
    guard case .failure(let failure) = completion,
      let output = stages.last(where: { $0.role == .output && $0.name.isEmpty })
    else { return }
    let last = events.last { $0.stage == output.number }
    if let last, case .failure = last.kind { return }
    events.append(
      Event(
        number: events.count, instant: instant, stage: output.number,
        kind: .failure(failure.message)))
  }
}

extension Playback {
  /// Plays a publisher whose playback is recorded, one due task at a time. Between tasks, it checks
  /// whether it has been cancelled.
  @discardableResult
  package func play(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: some RunnableScheduler,
    tracedBy recorder: TraceRecorder, isCancelled: () -> Bool,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) -> PlaybackEnd {
    play(
      publisher, on: scheduler,
      to: ValueReceiver(
        receiveCompletion: receiveCompletion, receiveValue: receiveValue),
      tracedBy: recorder, isCancelled: isCancelled)
  }

  @discardableResult
  package func play<Receiver: PlaybackReceiver>(
    _ publisher: AnyPublisher<Receiver.Output, StreamFailure>, on scheduler: some RunnableScheduler,
    to receiver: Receiver, tracedBy recorder: TraceRecorder, isCancelled: () -> Bool
  ) -> PlaybackEnd {
    let audience = PlaybackAudience(receiver, on: scheduler, limit: limit, isTraced: true)
    defer { recorder.finish() }
    if let end = audience.listen(to: publisher) { return end }
    while true {
      let outcome = audience.run(until: until, steps: 1)
      // Real time passes between two runs, too.
      (scheduler as? WallClockScheduler)?.keepPace()
      recorder.settle()
      guard outcome == .reachedSteps else {
        recorder.finish()
        return audience.leave(after: outcome)
      }
      if isCancelled() {
        recorder.finish()
        audience.cancel()
        return .stopped
      }
    }
  }
}
