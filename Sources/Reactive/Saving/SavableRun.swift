/// A run whose state can be saved, and restored in another run of the same chain.
///
/// Between two instants a playback is at rest, and all later work is queued. The states of its runs
/// at that point, together with the queue, are all that a new playback of the same chain needs to
/// continue as if nothing had happened. A run returns its state and the runs it is subscribed to
/// (`SavedRuns`). Its stage reads a state back when it subscribes (`Stage.resume`).
@usableFromInline
package protocol SavableRun: Subscription {
  /// The state of a run. It is a value, `Codable` where the values of the stream are, or `Void`.
  associatedtype State

  /// Returns the current state of the run. `line` contains the tickets of its queued work.
  func state(in line: PendingTickets) -> State

  /// The runs that this one is subscribed to, in the order in which a restored stage subscribes to
  /// them; nil for a run that has ended.
  var upstreams: [(any Subscription)?] { get }
}

/// A run without a state, which forwards to another run for as long as that lasts.
@usableFromInline
package protocol PassingRun: Subscription {
  var subscription: (any Subscription)? { get }
}

/// The tickets of a scheduler's queued work, by booking.
@usableFromInline
package struct PendingTickets {
  let tickets: [Booking: Ticket]

  @usableFromInline
  package subscript(booking: Booking?) -> Ticket? {
    booking.flatMap { tickets[$0] }
  }
}

/// Calls a closure with each run of a chain, the last stage first, and then as the stages subscribe.
/// The closure receives what it has returned for the run downstream, such as its operator.
package func forEachRun<Context>(
  from root: (any Subscription)?, in context: Context,
  _ visit: (any Subscription, Context) throws -> Context
) rethrows {
  // This is a loop, because a chain may be longer than the stack is deep.
  var stack = [(root, context)]
  while let (next, outer) = stack.popLast() {
    guard let next else { continue }
    let inner = try visit(next, outer)
    switch next {
    case let run as any SavableRun: stack += run.upstreams.reversed().map { ($0, inner) }
    case let run as any PassingRun: stack.append((run.subscription, inner))
    default: break
    }
  }
}
