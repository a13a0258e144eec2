import Marbles
import Pipelines
package import Playing
import Reactive
package import Tracing
import Values

extension PlayedSide {
  /// Plays the program, which must be traced, and returns what happened in it up to an instant.
  ///
  /// - Parameters:
  ///   - mostEvents: The number of events after which the playback is stopped.
  package func trace(_ playback: Playback, mostEvents: Int) -> Trace {
    var trace = Trace(stages: program.tracedStages ?? [])
    let scheduler = VirtualScheduler(now: inputs?.start ?? start)
    guard let recorder = TraceRecorder(program, receive: { trace.append($0) }) else { return trace }
    let ignore: (PlaybackEvent, Instant) -> Void = { _, _ in }
    _ = playback.play(
      program.publisher(
        on: scheduler, inputs: inputs, taps: program.sideOutputs.map { ($0, ignore) },
        receivers: program.outputs.map { _ in ignore }, dropped: dropped, trace: recorder),
      on: scheduler, tracedBy: recorder,
      isCancelled: { trace.events.count >= mostEvents },
      receiveCompletion: { trace.append($0, at: $1) },
      receiveValue: { _, _ in trace.events.count < mostEvents })
    return trace
  }
}
