import Reactive

/// The places in line of sources whose rows are played together.
///
/// Each takes its next place when its event is over, as it would if it played by itself, so that what
/// else is due at one instant comes before or after it as it should.
final class LeafPlaces {
  struct Place: Codable {
    /// That of the event that was played last.
    var held: Ticket
    /// That which was taken after it.
    var taken: Ticket
  }

  private let count: Int
  private let scheduler: any Scheduler
  private(set) var places: [Place] = []

  /// Leaves of which the first have places already.
  init(_ count: Int, of scheduler: any Scheduler, _ places: [Place] = []) {
    self.count = count
    self.scheduler = scheduler
    self.places = places
  }

  /// Takes the first places of the leaves before one: what they give at once has come.
  func takeFirst(before leaf: Int32) {
    while places.count < min(Int(leaf), count) {
      let ticket = take()
      places.append(Place(held: ticket, taken: ticket))
    }
  }

  /// Takes a leaf's next place.
  func takeNext(for leaf: Int32) {
    places[Int(leaf)].taken = take()
  }

  /// Where in line a row is.
  func ticket(of columns: RowBatch.Columns, _ row: Int) -> Ticket {
    let leaf = unsafe Int(columns.leaves[row])
    if unsafe !columns.kinds[row].contains(.earlier) { places[leaf].held = places[leaf].taken }
    return unsafe places[leaf].held.moved(to: Instant(nanoseconds: columns.times[row]))
  }

  private func take() -> Ticket { scheduler.takeTicket(due: scheduler.now) }
}
