/// A run that holds values until a later instant.
package protocol WaitingRun: Subscription {
  /// Returns the values that are lost if time stops once upstream has finished, at most `limit` of
  /// them as examples; `line` holds the tickets of the queued work.
  func waiting(in line: PendingTickets, limit: Int) -> UndeliveredValues
}

/// The values that wait in a run.
@usableFromInline
package struct UndeliveredValues {
  /// The number of values.
  package let count: Int
  /// The first of them, with the instants at which they are due.
  package let first: [(due: Instant, value: Any)]
}

extension Publishers.DelayRun: WaitingRun {
  func waiting(in line: PendingTickets, limit: Int) -> UndeliveredValues {
    guard let value = unsafe first.optional else { return UndeliveredValues(count: 0, first: []) }
    let head = unsafe line[booking].map { [(due: $0.due, value: value as Any)] } ?? []
    let rest = unsafe others.elements.prefix(limit).compactMap { next in
      next.value.optional.map { (due: next.ticket.due, value: $0 as Any) }
    }
    return unsafe UndeliveredValues(
      count: 1 + others.count, first: Array((head + rest).prefix(limit)))
  }
}
