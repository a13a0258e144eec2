import Marbles
import Pipelines
import Playing
import Reactive
import StreamModels
import Values

/// A playback on its own virtual clock that is advanced a part at a time, so that several can be
/// played side by side.
final class SteppedPlayback {
  typealias Event = Timeline<Value>.Event

  /// The number of pieces of work in a part. A piece of a log is a batch of records.
  private static let steps = 32

  private let until: Instant
  private let scheduler: VirtualScheduler
  private let audience: PlaybackAudience<ValueReceiver, VirtualScheduler>
  private(set) var end: PlaybackEnd?

  /// Creates and begins a playback.
  ///
  /// - Parameters:
  ///   - side: The program and its inputs, which have been opened.
  ///   - receive: Receives the events of each output, by its number; the stream is the first.
  init(
    _ side: PlayedSide, _ playback: Playback, receive: @escaping (Int, Event) -> Void
  ) {
    until = playback.until
    scheduler = VirtualScheduler(now: side.inputs?.start ?? side.start)
    audience = PlaybackAudience(
      ValueReceiver { receive(0, $0) }, on: scheduler, limit: playback.limit)
    let program = side.program
    let count = program.sideOutputs.count
    let taps = program.sideOutputs.enumerated().map { number, name -> Program.Tap in
      (name, Self.receiver(of: number + 1, receive))
    }
    let receivers = program.outputs.indices.map { Self.receiver(of: $0 + count + 1, receive) }
    end = audience.listen(
      to: program.publisher(
        on: scheduler, inputs: side.inputs, taps: taps, receivers: receivers,
        dropped: side.dropped, trace: nil))
  }

  private static func receiver(
    of output: Int, _ receive: @escaping (Int, Event) -> Void
  ) -> (PlaybackEvent, Instant) -> Void {
    { event, instant in
      let kind: Timeline<Value>.Kind =
        switch event {
        case .value(let value): .value(value)
        case .completion(let completion): .init(completion)
        }
      receive(output, Event(instant: instant, kind: kind))
    }
  }

  /// The instant before which all events have arrived.
  var reached: Instant { end == nil ? scheduler.now : .endOfTime }

  /// The instant of the clock.
  var now: Instant { scheduler.now }

  /// Plays a part.
  func advance() {
    guard end == nil else { return }
    let outcome = audience.run(until: until, steps: Self.steps)
    if let end = audience.end {
      self.end = end
    } else if outcome != .reachedSteps {
      end = audience.leave(after: outcome)
    }
  }

  /// Ends the playback early.
  func cancel() {
    audience.cancel()
    end = end ?? .stopped
  }
}
