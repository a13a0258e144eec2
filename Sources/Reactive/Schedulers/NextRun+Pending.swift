extension NextRun {
  /// When the work is in line again, for whoever keeps a list of what is pending beside the queue.
  package enum Place {
    case due(Instant)
    /// Booked, and not in line for now.
    case parked
    /// Let go.
    case never
  }

  package var place: Place {
    if isInLine { return .due(due) }
    return isParked ? .parked : .never
  }
}
