/// The reason why an operator drops values that it was not asked to drop.
public enum DropReason: String, Sendable, CaseIterable {
  /// An expression failed on them.
  case failed
  /// They arrived faster than a rate limit allows.
  case suppressed
  /// They had no partner in the other stream.
  case unmatched
  /// They are values of the other stream, and had no partner.
  case unmatchedOther
  /// They arrived after their windows had closed.
  case late
  /// They are the keys of groups that have received no values for long enough.
  case forgotten
  /// They were not due when a live playback was stopped.
  case notDue
}
