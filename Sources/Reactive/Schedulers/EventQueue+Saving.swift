/// A ticket is encoded as its instant, in nanoseconds, and its place among the tickets of a queue,
/// the first of which is 0. Early tickets have places below -2^61, and late ones below those.
extension Ticket: Codable {
  private enum CodingKeys: CodingKey {
    case due, order
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    due = Instant(nanoseconds: try container.decode(Int64.self, forKey: .due))
    order = Self.firstOrder &+ UInt64(bitPattern: try container.decode(Int64.self, forKey: .order))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(due.nanoseconds, forKey: .due)
    try container.encode(Int64(bitPattern: order &- Self.firstOrder), forKey: .order)
  }
}

extension EventQueue {
  /// The tickets of all queued work, while none is running.
  var pendingTickets: PendingTickets {
    var entries = UncheckedArray<Entry>()
    for index in 0..<heap.count { entries.append(heap[index]) }
    wheel.copyAll(to: &entries)
    var tickets: [Booking: Ticket] = [:]
    for index in 0..<entries.count where slots.isCurrent(entries[index].key) {
      let entry = entries[index]
      tickets[Booking(key: entry.key, queue: number)] = Ticket(
        due: Instant(nanoseconds: entry.due), order: entry.order)
    }
    return PendingTickets(tickets: tickets)
  }
}

extension VirtualScheduler {
  /// The state of a scheduler between two instants, without the queued work, which is saved with
  /// the runs that scheduled it.
  package struct State: Codable {
    package let now: Instant
    /// The order of the next ticket.
    let nextOrder: UInt64

    /// Creates the state of a scheduler, by default of one that has not run.
    package init(now: Instant, nextOrder: UInt64 = Ticket.firstOrder) {
      (self.now, self.nextOrder) = (now, nextOrder)
    }
  }

  /// The state of the scheduler while it is not running.
  package var state: State { unsafe State(now: now, nextOrder: queue.nextOrder) }

  /// Creates a scheduler that continues where another one stopped, with an empty queue.
  package convenience init(_ state: State) {
    self.init(now: state.now)
    unsafe queue.nextOrder = state.nextOrder
  }

  /// The tickets of all pending work.
  package var pendingTickets: PendingTickets {
    precondition(!isRunning, "a scheduler is saved while it runs")
    return unsafe queue.pendingTickets
  }
}

extension WallClockScheduler {
  package var state: VirtualScheduler.State { line.state }
}
