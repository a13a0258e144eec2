import Checkpoints
import Console
import Marbles
import Pipelines
import Reactive
import Values

/// A playback for people to watch. Every event goes to the printer, until the stream has ended, the
/// output is closed, or the process is interrupted.
final class Show {
  var playback: Playback
  let inputs: PlayInputs
  let outputs: PlayOutputs
  let times: EventTimes
  /// The values that operators lose.
  let dropped = DroppedValues()
  /// The trace that is written, if there is one.
  var trace: TraceFile?
  /// The checkpoints of the run, if there are any.
  var checkpoints: RunCheckpoints?
  /// The reason why the saved playback could not be continued.
  private(set) var trouble: String?
  /// The failure of the stream, if it failed.
  private(set) var failure: (instant: Instant, report: FailureReport)?
  /// Whether the stream completed.
  private(set) var hasFinished = false
  /// The time of the clock at the end.
  private(set) var instant = Instant.zero

  /// The number of values so far.
  @exclusivity(unchecked) private(set) var valueCount = 0

  init(playback: Playback, inputs: PlayInputs, outputs: PlayOutputs, times: EventTimes) {
    self.playback = playback
    self.inputs = inputs
    self.outputs = outputs
    self.times = times
  }

  func play(_ program: Program, on scheduler: VirtualScheduler) -> PlaybackEnd {
    Interruption.expect(
      stopping: nil, reading: inputs.session.map { _ in inputs.stop },
      isSaved: checkpoints?.isWritten == true)
    defer { Interruption.endPlaying() }
    ProgressLine.changePart(to: "playing")
    let showProgress = {
      ProgressLine.update { self.progress(at: scheduler.now, after: $0) }
      return false
    }
    checkpoints?.wake(nil, inputs.session.map { _ in inputs.stop })
    let end =
      trace.map { playTraced(program, on: scheduler, by: $0.recorder, isCancelled: showProgress) }
      ?? checkpoints.map { play(program, on: scheduler, savedBy: $0, showProgress) }
      ?? playback.play(
        publisher(of: program, on: scheduler), on: scheduler, isCancelled: showProgress,
        receiveCompletion: { self.receive($0, of: program, at: $1) },
        receiveValue: { self.receive($0, at: $1) })
    ProgressLine.end()
    instant = scheduler.now
    return end
  }

  /// Returns `1234567 records, 52.3 MB, at 86399.5 s; 1200000 records a second`, or, without
  /// inputs, `1234567 values, at 86399.5 s`.
  private func progress(at instant: Instant, after nanoseconds: Int64) -> String {
    let place = "at \(times.phrase(of: instant))"
    guard let reports = inputs.session?.reports else {
      return unsafe "\(valueCount) values, \(place)"
    }
    let records = reports.reduce(0) { $0 + $1.recordCount }
    let megabytes = Double(reports.reduce(0) { $0 + $1.byteCount }) / 1e6
    let rate = Int(Double(records) / max(Double(nanoseconds) / 1e9, 1e-9))
    return "\(records) records, \(megabytes.tenths) MB, \(place); \(rate) records a second"
  }

  func play(_ program: Program, on scheduler: WallClockScheduler) -> PlaybackEnd {
    Interruption.expect(
      stopping: scheduler.remote, reading: inputs.session.map { _ in inputs.stop },
      isSaved: checkpoints?.isWritten == true)
    defer { Interruption.endPlaying() }
    checkpoints?.wake(scheduler.remote, nil)
    let end =
      trace.map { playTraced(program, on: scheduler, by: $0.recorder, isCancelled: { false }) }
      ?? checkpoints.map { play(program, on: scheduler, savedBy: $0) { false } }
      ?? playback.play(
        publisher(of: program, on: scheduler), on: scheduler,
        receiveCompletion: { self.receive($0, of: program, at: $1) },
        receiveValue: { self.receive($0, at: $1) })
    instant = scheduler.now
    return end
  }

  private func play(
    _ program: Program, on scheduler: some SavableScheduler, savedBy checkpoints: RunCheckpoints,
    _ showProgress: @escaping () -> Bool
  ) -> PlaybackEnd {
    var saving = checkpoints.saving
    saving.isDue = { [isDue = saving.isDue] in showProgress() || isDue() }
    do {
      return try playback.play(
        publisher(of: program, on: scheduler), on: scheduler, reading: inputs.session,
        resuming: checkpoints.state, saving, pausedBy: inputs.stop,
        receiveCompletion: { self.receive($0, of: program, at: $1) },
        receiveValue: { self.receive($0, at: $1) })
    } catch {
      trouble = "the playback cannot be saved or continued: \(error)"
    }
    return .stopped
  }

  private func playTraced(
    _ program: Program, on scheduler: some RunnableScheduler, by recorder: TraceRecorder,
    isCancelled: () -> Bool
  ) -> PlaybackEnd {
    playback.play(
      publisher(of: program, on: scheduler), on: scheduler, tracedBy: recorder,
      isCancelled: isCancelled,
      receiveCompletion: { self.receive($0, of: program, at: $1) },
      receiveValue: { self.receive($0, at: $1) })
  }

  private func publisher(
    of program: Program, on scheduler: some RunnableScheduler
  ) -> AnyPublisher<Value, StreamFailure> {
    program.publisher(
      on: scheduler, inputs: inputs.session, taps: outputs.taps(of: program) { scheduler.stop() },
      receivers: outputs.folder?.receivers(
        of: program, times: times, time: outputs.time(ofValueAt:), stop: { scheduler.stop() })
        ?? [],
      dropped: dropped, trace: trace?.recorder)
  }

  private func receive(_ value: Value, at instant: Instant) -> Bool {
    guard let instant = outputs.time(ofValueAt: instant) else { return true }
    unsafe valueCount += 1
    return outputs.printer.print(Timeline.Event(instant: instant, kind: .value(value)))
  }

  private func receive(
    _ completion: Subscribers.Completion<StreamFailure>, of program: Program, at instant: Instant
  ) {
    if case .finished = completion { hasFinished = true }
    let instant = outputs.time(ofEndAt: instant)
    failure = outputs.printer.print(completion, of: program, at: instant).map { (instant, $0) }
  }
}

extension Double {
  /// The number, which must not be negative, with one decimal place.
  fileprivate var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
