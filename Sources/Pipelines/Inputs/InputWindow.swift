public import Reactive

/// The part of the inputs that a playback reads, whichever records they have.
///
/// Without it, times count from the first record, and an input finishes with its last one. A part of
/// a longer log then differs from the same part of the whole: its windows begin elsewhere, and what
/// is pending at its end comes too early.
public struct InputWindow: Hashable, Sendable {
  /// The time of records from which the times of the playback count, or, if these count from 1970,
  /// at which the playback starts; nil for that of the earliest first record. Records before it are
  /// dropped, and counted.
  public var origin: Instant?
  /// The instant of the playback at which its inputs finish; nil for the time of their last records.
  /// Of records at or after it nothing is played.
  public var end: Instant?

  /// Creates the part between two times; nil for the times of the records.
  public init(origin: Instant? = nil, end: Instant? = nil) {
    self.origin = origin
    self.end = end
  }
}
