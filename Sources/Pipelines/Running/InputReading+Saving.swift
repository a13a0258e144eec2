import Reactive
import Values

extension InputReading {
  /// The state of a reading that all of a playback share.
  struct State: Codable {
    let records: RecordLookahead.State
    /// That which all records count as scheduled with.
    let ticket: Ticket?
    /// Where the next record is in line, if somebody listens.
    let pending: Ticket?
    let isHolding: Bool
    /// How all of it has ended, if it has.
    let end: SavedEnd?
  }

  func state(in line: PendingTickets) -> State {
    let pending = isInLine ? line[booking] : nil
    return unsafe State(
      records: records.state(), ticket: ticket, pending: pending, isHolding: isHolding,
      end: subject.end.map(SavedEnd.init))
  }

  /// Goes on where another reading of the same input has come to. False if there are fewer records.
  /// Subscribers come later, and take their places.
  func restore(_ state: State) -> Bool {
    guard let scheduler, records.restore(state.records) else { return false }
    ticket = state.ticket
    unsafe isHolding = state.isHolding
    if let end = state.end { unsafe subject.send(completion: end.completion) }
    if let pending = state.pending { enterLine(at: pending, on: scheduler) }
    return true
  }
}

extension InputSession {
  /// The state of the inputs of a playback.
  struct State: Codable {
    let clock: InputClock.State
    /// In the order of the document.
    let readings: [InputReading.State]
  }

  func state(in line: PendingTickets) -> State {
    State(clock: clock.state, readings: usedReadings.map { $0.state(in: line) })
  }

  /// Goes on where another session with the same inputs has come to. False if they are not the same.
  func restore(_ state: State) -> Bool {
    clock.state = state.clock
    return state.readings.count == usedReadings.count
      && zip(usedReadings, state.readings).allSatisfy { $0.restore($1) }
  }
}

/// How a stream has ended, as it is saved.
enum SavedEnd: Codable {
  case finished
  case failure(StreamFailure)

  init(_ completion: Subscribers.Completion<StreamFailure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let failure): self = .failure(failure)
    }
  }

  var completion: Subscribers.Completion<StreamFailure> {
    switch self {
    case .finished: .finished
    case .failure(let failure): .failure(failure)
    }
  }
}
