public import Composable
public import Reactive
import Values

extension Store where Action: Encodable {
  /// From now on, writes each action to a file, with its time. It is a stream file that can be
  /// played, edited, and replayed.
  ///
  ///     let recording = try store.record(to: "session.json")
  ///
  /// Actions that effects send are marked as such. An existing file is replaced, and the file is
  /// complete after each action: a program that is killed leaves a session up to that point. A
  /// later failure, such as a full disk, ends the recording and is reported. The recorded part
  /// remains.
  ///
  /// Times count from now, on `scheduler` or, without one, in milliseconds of real time. Members of
  /// objects are written in the order of their keys, so that the same actions result in the same
  /// bytes. A `Set` is written in the order in which it encodes itself.
  ///
  /// Throws `RecordingError` if the file cannot be written, or if this is the store of a part of a
  /// state, because its actions belong to the whole.
  @discardableResult
  public func record(
    to path: String, named name: String? = nil, on scheduler: (any Scheduler)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws(RecordingError) -> SessionRecording {
    withState(isolation: isolation) { _ in }
    return try record(path, name, scheduler, initialState: nil, encodeState: nil)
  }

  fileprivate func record(
    _ path: String, _ name: String?, _ scheduler: (any Scheduler)?, initialState: Value?,
    encodeState: ((State) throws -> Value)?
  ) throws(RecordingError) -> SessionRecording {
    guard let taps else {
      throw RecordingError(
        "a scoped store cannot be recorded; record the store that it was scoped from")
    }
    let head = try SessionHead(name: name, action: Action.self, state: initialState).text
    let recording = SessionRecording(
      try SessionFile(path: path, head: head),
      clock: scheduler.map { SessionClock($0) } ?? SessionClock())
    begin(recording, in: taps, encodeState)
    return recording
  }

  /// Adds the actions from now on to a recording.
  func begin(
    _ recording: SessionRecording, in taps: StoreTaps<State, Action>,
    _ encodeState: ((State) throws -> Value)?
  ) {
    let encoder = ValueEncoder()
    let tap = taps.add { action, source, state in
      recording.add(
        source, action: { try encoder.encode(action) },
        state: encodeState.map { encode in { try encode(state) } })
    }
    recording.onStop { [weak taps] in taps?.remove(tap) }
  }
}

extension Store where Action: Encodable, State: Encodable {
  /// Records actions, the initial state, and the state after each action. A replay then reports the
  /// first action after which the state differs. The file grows by the size of the state with each
  /// action.
  @discardableResult
  public func record(
    to path: String, states: Bool, named name: String? = nil,
    on scheduler: (any Scheduler)? = nil, isolation: isolated (any Actor)? = #isolation
  ) throws(RecordingError) -> SessionRecording {
    guard states else {
      return try record(to: path, named: name, on: scheduler, isolation: isolation)
    }
    let encoder = ValueEncoder()
    let initial: Value
    do {
      initial = try withState(isolation: isolation) { state in
        Result { try encoder.encode(state) }
      }.get()
    } catch {
      throw RecordingError("the state cannot be recorded: \(SessionRecording.words(error))")
    }
    return try record(path, name, scheduler, initialState: initial) { try encoder.encode($0) }
  }
}

/// The part of a session's file before its actions.
private struct SessionHead {
  let text: [UInt8]

  init(name: String?, action: Any.Type, state: Value?) throws(RecordingError) {
    var writer = JSONWriter()
    writer.buffer.append("{\n  \"$session\": { \"actions\": ")
    writer.buffer.appendJSON(Text(TypeName.of(action)))
    if let state {
      writer.buffer.append(", \"state\": ")
      writer.write(try state.written())
    }
    writer.buffer.append(" },\n")
    if let name {
      writer.buffer.append("  \"name\": ")
      writer.buffer.appendJSON(Text(name))
      writer.buffer.append(",\n")
    }
    writer.buffer.append("  \"stream\": [")
    text = writer.buffer.bytes
  }
}
