public import Marbles
public import Playing
import Reactive
public import Records
import StreamModels
public import Values

extension Playback {
  /// Plays a program on its own virtual clock, and saves it at the end of the playback.
  ///
  /// Without the events after this one, `Program.resume(from:)` continues as if the playback had
  /// never stopped. The inputs do not end with the playback, unless their records do. Throws an
  /// ``InputError`` if an input cannot be read, and other errors if a state cannot be saved. It
  /// blocks the thread while it waits for records.
  ///
  /// - Returns: The events, and the state; nil for the state if the stream has ended or the limit of
  ///   values is reached.
  public func checkpoint(
    of program: Program, inputs bindings: InputBindings = [:]
  ) throws -> (timeline: Timeline<Value>, checkpoint: PlaybackCheckpoint?) {
    try part(of: program, bindings, from: nil)
  }

  fileprivate func part(
    of program: Program, _ bindings: InputBindings, from checkpoint: PlaybackCheckpoint?
  ) throws -> (timeline: Timeline<Value>, checkpoint: PlaybackCheckpoint?) {
    var bindings = bindings.lasting(until: until)
    bindings.resumed = checkpoint?.head.inputs
    let session = try InputSession(program, bindings)
    let scheduler = VirtualScheduler(
      checkpoint?.head.clock ?? VirtualScheduler.State(now: session.start))
    var events: [Timeline<Value>.Event] = []
    var saved: PlaybackCheckpoint?
    _ = try play(
      program.publisher(on: scheduler, inputs: session), on: scheduler, reading: session,
      resuming: checkpoint,
      PlaybackSaving(
        isDue: { false }, isWoken: { false }, isInterrupted: { false },
        save: { snapshot in
          saved = try snapshot.encoded()
          return true
        }),
      pausedBy: nil,
      receiveCompletion: { completion, instant in
        switch completion {
        case .finished: events.append(.init(instant: instant, kind: .finished))
        case .failure(let failure):
          events.append(.init(instant: instant, kind: .failure(failure.message)))
        }
      },
      receiveValue: { value, instant in
        events.append(.init(instant: instant, kind: .value(value)))
        return true
      })
    return (Timeline(events), saved)
  }
}

extension Program {
  /// Continues a saved playback of the same program, whose inputs have the same records, and saves
  /// it again at its end.
  ///
  /// Throws an ``InputError`` if the records have changed, and a `DecodingError` if the state
  /// belongs to another program. It blocks the thread while it waits for records.
  ///
  /// - Parameters:
  ///   - playback: The end of the playback. Its limit counts the values since the beginning.
  ///   - bindings: The inputs, from their beginning.
  /// - Returns: The events after the checkpoint, and the state; nil for the state if the stream has
  ///   ended or the limit of values is reached.
  public func resume(
    from checkpoint: PlaybackCheckpoint, _ playback: Playback = Playback(),
    inputs bindings: InputBindings = [:]
  ) throws -> (timeline: Timeline<Value>, checkpoint: PlaybackCheckpoint?) {
    try playback.part(of: self, bindings, from: checkpoint)
  }
}
