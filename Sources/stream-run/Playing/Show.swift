import Marbles
import Pipelines
import Reactive
import Values

/// One playback for people to watch: every event goes to the printer, until the stream has ended,
/// nobody reads any more, or the process is interrupted.
final class Show {
  let playback: Playback
  let inputs: PlayInputs
  let outputs: PlayOutputs
  /// How the stream failed, if it did.
  private(set) var failure: (instant: Instant, report: FailureReport)?
  /// Where the clock stood in the end.
  private(set) var instant = Instant.zero

  init(playback: Playback, inputs: PlayInputs, outputs: PlayOutputs) {
    self.playback = playback
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Whether the playback ends where it is: one that reads stops reading, and goes on to the end.
  private var isInterrupted: Bool { inputs.session == nil && Interruption.hasCome }

  func play(_ program: Program, on scheduler: VirtualScheduler) -> PlaybackEnd {
    Interruption.expect(stopping: nil, reading: inputs.session.map { _ in inputs.stop })
    let progress = inputs.session == nil ? nil : ProgressLine(beside: outputs.output)
    let end = playback.play(
      publisher(of: program, on: scheduler), on: scheduler,
      isCancelled: {
        progress?.update(inputs.session?.reports ?? [], at: scheduler.now)
        return isInterrupted
      },
      receiveCompletion: { self.receive($0, of: program, at: $1) },
      receiveValue: { self.receive($0, at: $1) })
    progress?.end()
    instant = scheduler.now
    return end
  }

  func play(_ program: Program, on scheduler: WallClockScheduler) -> PlaybackEnd {
    Interruption.expect(
      stopping: scheduler.remote, reading: inputs.session.map { _ in inputs.stop })
    let end = playback.play(
      publisher(of: program, on: scheduler), on: scheduler,
      receiveCompletion: { self.receive($0, of: program, at: $1) },
      receiveValue: { self.receive($0, at: $1) })
    instant = scheduler.now
    return end
  }

  private func publisher(
    of program: Program, on scheduler: some RunnableScheduler
  ) -> AnyPublisher<Value, StreamFailure> {
    program.publisher(
      on: scheduler, inputs: inputs.session, taps: outputs.taps { scheduler.stop() },
      hasClockAlone: true)
  }

  private func receive(_ value: Value, at instant: Instant) -> Bool {
    outputs.printer.print(Timeline.Event(instant: instant, kind: .value(value))) && !isInterrupted
  }

  private func receive(
    _ completion: Subscribers.Completion<StreamFailure>, of program: Program, at instant: Instant
  ) {
    switch completion {
    case .finished: _ = outputs.printer.print(Timeline.Event(instant: instant, kind: .finished))
    case .failure(let failure):
      let report = FailureReport(failure, of: program)
      outputs.printer.print(report, at: instant)
      self.failure = (instant, report)
    }
  }
}
