import Reactive

/// Passes on every value, and emits the latest one again each time so long has passed without
/// another, unless its condition was false.
struct RemindRule<Value, Failure: Error>: AlarmRule {
  typealias Input = Value
  typealias Output = Value
  typealias State = RemindState<Value>
  /// Whether a value is emitted again.
  typealias Answer = Result<Bool, Failure>
  typealias Replaced = Value
  typealias Step = AlarmStep<Value, Failure>

  let nanoseconds: Int64
  /// The condition under which a value is emitted again; nil if it always is.
  let condition: ((Value) throws(Failure) -> Bool)?

  var bound: StateBound { .values(1) }

  func begin(at now: Instant) -> State { State() }

  func answer(_ input: Value, _ state: @autoclosure () -> State) -> Answer {
    Result { () throws(Failure) in try condition?(input) ?? true }
  }

  func receive(
    _ input: Value, _ answer: Answer, replacing replaced: inout Value?, _ state: inout State,
    _ turn: inout AlarmTurn
  ) -> Step {
    switch answer {
    case .failure(let failure): return .fail { failure }
    case .success(let isRepeated):
      replaced = exchange(&state.latest, with: isRepeated ? input : nil)
      turn.wait = nil
      if isRepeated { waitAgain(&turn) }
      return .emit(input)
    }
  }

  func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
    guard let latest = state.latest else { return .rest }
    waitAgain(&turn)
    return .emit(latest)
  }

  /// The wait is idle, because reminders alone must not keep a playback going.
  private func waitAgain(_ turn: inout AlarmTurn) {
    turn.isIdle = true
    turn.wait(nanoseconds: nanoseconds)
  }
}

/// The state of a run of `remind`.
struct RemindState<Value> {
  /// The latest value; nil if it is not emitted again.
  var latest: Value?
}

extension RemindState: Codable where Value: Codable {}
