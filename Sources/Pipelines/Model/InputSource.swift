public import Values

/// Records from outside: what they are called, and when each of them comes.
public struct InputSource: Hashable, Sendable {
  /// From where the times of records count.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// From the earliest first record of all inputs.
    case first
    /// They are seconds since 1970, and the playback starts at the earliest first record.
    case epoch
  }

  /// What becomes of a record that is earlier than the one before it, which else is a failure.
  public enum Lateness: Hashable, Sendable {
    /// It is dropped, and counted.
    case drop
    /// It comes at once.
    case now
    /// Records are held for so long, to put them in order.
    case reorder(Seconds)
  }

  /// The name that is bound to a file or to something else when the document is played.
  public var name: String
  /// The expression that gives a record's time.
  public var time: String?
  /// Where the time of the records begins.
  public var origin: Origin?
  /// What happens to a record that arrives late.
  public var late: Lateness?
  /// Without `time`: how much later than the one before each record comes.
  public var every: Seconds?
  /// What the object of `reorder` carries under keys that begin with `$`.
  public var lateAnnotations: [Member] = []

  /// Creates a source that reads the records of an input.
  public init(
    _ name: String, time: String? = nil, origin: Origin? = nil, late: Lateness? = nil,
    every: Seconds? = nil
  ) {
    self.name = name
    self.time = time
    self.origin = origin
    self.late = late
    self.every = every
  }
}
