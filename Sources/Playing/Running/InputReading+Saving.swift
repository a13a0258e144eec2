import Reactive
import StreamModels

extension InputReading {
  /// The state that all subscribers of a reading share.
  struct State: Codable {
    let records: RecordLookahead.State
    /// The ticket with which all records are scheduled.
    let ticket: Ticket?
    /// The ticket of the next record, if it is scheduled.
    let pending: Ticket?
    let isHolding: Bool
    /// The end of the input, if it has ended.
    let end: SavedEnd?
  }

  func state(in line: PendingTickets) -> State {
    let pending = isQueued ? line[booking] : nil
    return unsafe State(
      records: records.state(), ticket: ticket, pending: pending, isHolding: isHolding,
      end: subject.end.map(SavedEnd.init))
  }

  /// Continues where another reading of the same input stopped; returns false if there are fewer
  /// records. Subscribers arrive later, and take their places.
  func restore(_ state: State) -> Bool {
    guard let scheduler, records.restore(state.records) else { return false }
    ticket = state.ticket
    unsafe isHolding = state.isHolding
    if let end = state.end { unsafe subject.send(completion: end.completion) }
    if let pending = state.pending { enterQueue(at: pending, on: scheduler) }
    return true
  }
}

extension InputSession {
  /// The state of the inputs of a playback.
  struct State: Codable {
    let clock: InputClock.State
    /// The states of the readings, in document order.
    let readings: [InputReading.State]
  }

  func state(in line: PendingTickets) -> State {
    State(clock: clock.state, readings: usedReadings.map { $0.state(in: line) })
  }

  /// Continues where another session with the same inputs stopped; returns false if the inputs are
  /// not the same.
  func restore(_ state: State) -> Bool {
    clock.state = state.clock
    return state.readings.count == usedReadings.count
      && zip(usedReadings, state.readings).allSatisfy { $0.restore($1) }
  }
}

/// The end of a stream, in its saved form.
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
