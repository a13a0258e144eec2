/// A run whose state can be saved, and restored in another run of the same chain.
///
/// A playback is at rest between two instants: whatever goes on later is in line. What its runs
/// remember then, with the queue, is all that a fresh playback of the same chain needs to go on as if
/// nothing had happened. A run says what it remembers, and which runs it is subscribed to
/// (`SavedRuns`); its stage takes a state back when it subscribes (`Stage.resume`).
@usableFromInline
package protocol SavableRun: Subscription {
  /// What the run remembers: a value, `Codable` where the values of the stream are, or `Void`.
  associatedtype State

  /// What the run remembers now, of whose work the queue says where it is in line.
  func state(in line: PendingTickets) -> State

  /// The runs that it is subscribed to, in the order in which a restored stage subscribes to them; nil
  /// for one that has ended.
  var upstreams: [(any Subscription)?] { get }
}

/// A run without a state that stands before another one for as long as it goes on.
@usableFromInline
package protocol PassingRun: Subscription {
  var subscription: (any Subscription)? { get }
}

/// The places in line of a scheduler's work, by its bookings.
@usableFromInline
package struct PendingTickets {
  let tickets: [Booking: Ticket]

  @usableFromInline
  package subscript(booking: Booking?) -> Ticket? {
    booking.flatMap { tickets[$0] }
  }
}
