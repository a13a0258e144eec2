import Reactive

/// The tickets of sources (leaves) whose rows are played together.
///
/// Each takes its next ticket when its event has been processed, as it would if it played by
/// itself, so that other work at the same instant runs before or after it in the right order.
final class LeafPlaces {
  struct Place: Codable {
    /// The ticket of the event that was played last.
    var held: Ticket
    /// The ticket that was taken after it.
    var taken: Ticket
  }

  private let count: Int
  private let scheduler: any Scheduler
  private(set) var places: [Place] = []

  /// Creates the tickets of leaves, the first of which may have theirs already.
  init(_ count: Int, of scheduler: any Scheduler, _ places: [Place] = []) {
    self.count = count
    self.scheduler = scheduler
    self.places = places
  }

  /// Takes the first tickets of the leaves before one: the values that they emit at once have been
  /// sent.
  func takeFirst(before leaf: Int32) {
    while places.count < min(Int(leaf), count) {
      let ticket = take()
      places.append(Place(held: ticket, taken: ticket))
    }
  }

  /// Takes a leaf's next ticket.
  func takeNext(for leaf: Int32) {
    places[Int(leaf)].taken = take()
  }

  /// Returns the ticket of a row.
  func ticket(of columns: RowBatch.Columns, _ row: Int) -> Ticket {
    let leaf = unsafe Int(columns.leaves[row])
    if unsafe !columns.kinds[row].contains(.earlier) { places[leaf].held = places[leaf].taken }
    return unsafe places[leaf].held.moved(to: Instant(nanoseconds: columns.times[row]))
  }

  private func take() -> Ticket { scheduler.takeTicket(due: scheduler.now) }
}
