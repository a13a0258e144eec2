import Checking
package import Reactive
package import Records
import StreamModels

extension InputReading {
  /// The state that all subscribers of a reading share.
  struct State: Codable {
    let records: RecordLookahead.State
    /// The ticket with which all records are scheduled.
    let ticket: Ticket?
    let standing: Ticket?
    /// The ticket of the next record, if it is scheduled.
    let pending: Ticket?
    let isHolding: Bool
    /// The end of the input, if it has ended.
    let end: SavedEnd?
  }

  func state(in line: PendingTickets) -> State {
    let pending = isQueued ? line[booking] : nil
    if records.isAtEndOfPast, let end = records.end.instant {
      records.forget(from: clock.time(of: end))
    }
    return unsafe State(
      records: records.state(isNextScheduled: isQueued), ticket: ticket, standing: standing,
      pending: pending,
      isHolding: isHolding,
      end: subject.end.map(SavedEnd.init))
  }

  /// Continues where another reading of the same input stopped; returns false if there are fewer
  /// records. Subscribers arrive later, and take their places.
  func restore(_ state: State) -> Bool {
    guard let scheduler, records.restore(state.records) else { return false }
    (ticket, standing) = (state.ticket, state.standing)
    unsafe isHolding = state.isHolding
    if let end = state.end { unsafe subject.send(completion: end.completion) }
    if let pending = state.pending { enterQueue(at: pending, on: scheduler) }
    return true
  }
}

extension InputReading {
  /// Whether a playback that continues has subscribers that nothing would reach.
  var awaitsBeginning: Bool { unsafe subject.hasSubscribers && (!wasRead || hasEnded) }

  /// Begins for the subscribers that are new in a playback that continues.
  func beginLate() {
    if hasEnded { unsafe subject.completeRestored() } else { wake() }
  }
}

extension InputSession {
  /// The positions at which another session can continue.
  package var positions: InputPositions {
    InputPositions(
      start: start, calendarZero: calendarZero,
      instant: usedReadings.first?.scheduler?.now ?? start,
      inputs: usedReadings.map { reading in
        InputPositions.Input(
          name: reading.records.plan.source.name,
          position: reading.records.position(isNextScheduled: reading.isQueued))
      })
  }

  /// Moves an input to a position of an earlier session. Adds a note for people if records may be
  /// missing.
  func move(
    _ records: RecordLookahead, to positions: InputPositions
  ) throws(InputError) {
    let name = records.plan.source.name
    guard let saved = positions.inputs.first(where: { $0.name == name }) else { return }
    records.isPositioned = true
    if let past = positions.past {
      // If the past ended at an instant, the times of records tell where it did.
      return past.end == nil ? try move(records, past: saved.position) : ()
    }
    guard let reader = records.reader as? any PositionedReader, let position = saved.position
    else {
      let repeated =
        records.mark == nil
        ? "records that were sent before are missing, unless their sender repeats them"
        : "those that its sender repeats are skipped"
      return notes.append("input '\(name)' continues with the next record; \(repeated)")
    }
    do throws(InputError) {
      guard let note = try reader.move(to: position) else { return }
      notes.append("input '\(name)': \(note)")
    } catch {
      throw InputError(error.kind, "the input '\(name)' cannot be continued: \(error.message)")
    }
  }

  /// Moves an input past the records that were its past, if they came from the same file.
  private func move(
    _ records: RecordLookahead, past position: ReadingPosition?
  ) throws(InputError) {
    guard let reader = records.reader as? any PositionedReader, let position,
      position.file != nil
    else { return }
    do throws(InputError) {
      _ = try reader.move(to: position)
    } catch {
      guard error.kind == .changed else { throw error }
    }
  }

  /// Whether the past of all inputs that are read has been read.
  package var isAtEndOfPast: Bool {
    usedReadings.contains(where: \.records.isAtEndOfPast)
      && usedReadings.allSatisfy { !$0.isBeingRead || $0.records.isAtEndOfPast }
  }

  /// Returns the positions of a playback of the past, for one that has other inputs.
  ///
  /// - Parameter end: The instant up to which the past was played; nil if its end determined that.
  package func positions(endingPastAt end: Instant?) -> InputPositions {
    var positions = positions
    positions.past = InputPositions.Past(end: end.map(clock.time))
    return positions
  }

  /// Reads on where nothing could be read, which blocks the thread of a playback in virtual time.
  package func readOn() {
    for reading in usedReadings where reading.isReading && reading.records.isWaiting {
      reading.readOn()
    }
  }

  /// The state of the inputs of a playback.
  struct State: Codable {
    let clock: InputClock.State
    /// The states of the readings, in document order; nil for an input that is new to the playback.
    let readings: [InputReading.State?]
  }

  func state(in line: PendingTickets) -> State {
    State(clock: clock.state, readings: usedReadings.map { $0.state(in: line) })
  }

  /// Continues where another session with the same inputs stopped; returns false if the inputs are
  /// not the same.
  func restore(_ state: State) -> Bool {
    clock.state = state.clock
    return state.readings.count == usedReadings.count
      && zip(usedReadings, state.readings).allSatisfy { reading, state in
        state.map(reading.restore) ?? true
      }
  }

  /// Begins to read the inputs that are new to a playback that continues, and completes new
  /// subscribers of those that have ended, as soon as the scheduler runs. Inputs that were held open
  /// end in turn.
  func beginNew(on scheduler: any Scheduler) {
    endHeldInTurn()
    let waiting = usedReadings.filter { $0.awaitsBeginning }
    guard !waiting.isEmpty else { return }
    let booking = scheduler.book { _ in
      for reading in waiting { reading.beginLate() }
      return .never
    }
    scheduler.enqueue(booking, at: scheduler.takeTicket(due: scheduler.now))
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
