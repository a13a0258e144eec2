import Marbles
import Pipelines
import Reactive
import Values

/// One playback for people to watch: every event goes to the printer, until the stream has ended,
/// nobody reads any more, or the process is interrupted.
final class Show {
  let playback: Playback
  let printer: any EventPrinter
  /// How the stream failed, if it did.
  private(set) var failure: (instant: Instant, message: String)?
  /// Where the clock stood in the end.
  private(set) var instant = Instant.zero

  init(playback: Playback, printer: any EventPrinter) {
    self.playback = playback
    self.printer = printer
  }

  func play(_ program: Program, on scheduler: VirtualScheduler) -> PlaybackEnd {
    Interruption.expect(stopping: nil)
    let end = playback.play(
      program.publisher(on: scheduler), on: scheduler, isCancelled: { Interruption.hasCome },
      receiveCompletion: { self.receive($0, at: $1) }, receiveValue: { self.receive($0, at: $1) })
    instant = scheduler.now
    return end
  }

  func play(_ program: Program, on scheduler: WallClockScheduler) -> PlaybackEnd {
    Interruption.expect(stopping: scheduler.remote)
    let end = playback.play(
      program.publisher(on: scheduler), on: scheduler,
      receiveCompletion: { self.receive($0, at: $1) }, receiveValue: { self.receive($0, at: $1) })
    instant = scheduler.now
    return end
  }

  private func receive(_ value: Value, at instant: Instant) -> Bool {
    printer.print(Timeline.Event(instant: instant, kind: .value(value))) && !Interruption.hasCome
  }

  private func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    let event = Timeline<Value>.Event(instant: instant, kind: Timeline.Kind(completion))
    _ = printer.print(event)
    if case .failure(let message) = event.kind { failure = (instant, message) }
  }
}
