import Reactive

/// The tickets of sources whose rows are played together.
///
/// Each source takes its next ticket when its event has been processed, as it would if it played
/// alone, so that other work at the same instant runs before or after it in the right order.
final class SourceTickets {
  struct Place: Codable {
    /// The ticket of the event that was played last.
    var held: Ticket
    /// The ticket that was taken after it.
    var taken: Ticket
  }

  private let count: Int
  private let scheduler: any Scheduler
  private(set) var places: [Place] = []

  /// Creates the tickets of sources. The first sources may already have theirs.
  init(_ count: Int, of scheduler: any Scheduler, _ places: [Place] = []) {
    self.count = count
    self.scheduler = scheduler
    self.places = places
  }

  /// Takes the first tickets of the sources before the given one, after the values that they emit
  /// at once have been sent.
  func takeFirst(before source: Int32) {
    while places.count < min(Int(source), count) {
      let ticket = take()
      places.append(Place(held: ticket, taken: ticket))
    }
  }

  /// Takes the next ticket of a source.
  func takeNext(for source: Int32) {
    places[Int(source)].taken = take()
  }

  /// Returns the ticket of a row.
  func ticket(of columns: RowBatch.Columns, _ row: Int) -> Ticket {
    let source = unsafe Int(columns.sources[row])
    if unsafe !columns.kinds[row].contains(.earlier) { places[source].held = places[source].taken }
    return unsafe places[source].held.moved(to: Instant(nanoseconds: columns.times[row]))
  }

  private func take() -> Ticket { scheduler.takeTicket(due: scheduler.now) }
}
