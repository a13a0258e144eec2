public import Reactive

/// The part of the inputs that a playback reads, regardless of their records.
///
/// Without it, times count from the first record, and an input completes with its last one. A part
/// of a longer log then plays differently from the same part of the whole log: its windows begin at
/// other times, and values that are pending at its end are emitted too early.
///
/// A log can be split in two ways. By time, as a day out of a year: the records from ``origin`` to
/// ``end``. Or by key, as the records of some hosts out of all: then ``ends`` specifies when the
/// inputs of the whole log have their last records.
public struct InputWindow: Hashable, Sendable {
  /// The time of records from which the times of the playback count or, if times count from 1970,
  /// at which the playback starts; nil for the time of the earliest first record. Records before it
  /// are dropped and counted.
  public var origin: Instant?
  /// The instant of the playback at which its inputs complete; nil for the time of their last
  /// records. Records at or after it are not played.
  public var end: Instant?
  /// For a playback of some keys of a whole log: the instants of the inputs' last records in the
  /// whole log, by the names of the inputs, for every input that is read; nil for a playback of all
  /// keys.
  ///
  /// An input completes at its instant, after the records of that instant, as in the whole log. Its
  /// records must be sorted by time, even if the stream file allows late ones. A record before the
  /// origin, after the end of its input or earlier than the previous one makes the input fail: such
  /// a record belongs to no part, and would be lost silently if it was dropped. ``end`` has no
  /// effect.
  public var ends: [String: Instant]?
  /// The last instant of the playback, to which schedules continue at least; nil if only the
  /// streams determine it.
  package var until: Instant?

  /// Creates the part between two times; nil for the times of the records.
  public init(origin: Instant? = nil, end: Instant? = nil) {
    self.origin = origin
    self.end = end
  }

  /// Creates the part that has some keys of a whole log, whose first record is at `origin`, and
  /// whose inputs have their last records at `ends`.
  public init(ofKeysFrom origin: Instant, ends: [String: Instant]) {
    self.origin = origin
    self.ends = ends
  }
}

/// The instant at which an input completes, regardless of its records in a playback.
package enum InputEnd {
  /// The instant of its last record.
  case lastRecord
  /// A given instant. Records at or after it are not played.
  case before(Instant)
  /// A given instant, after the records of that instant. Later ones are a failure.
  case behind(Instant)

  /// Creates the end of an input in a window.
  package init(of name: String, in window: InputWindow) {
    if let ends = window.ends {
      self = ends[name].map(InputEnd.behind) ?? .lastRecord
    } else {
      self = window.end.map(InputEnd.before) ?? .lastRecord
    }
  }

  /// The instant, unless it depends on records.
  package var instant: Instant? {
    switch self {
    case .lastRecord: nil
    case .before(let end), .behind(let end): end
    }
  }

  /// The last instant at which a record can be played, in nanoseconds.
  package var lastRecord: Int64 {
    switch self {
    case .lastRecord: .max
    case .before(let end): end.advanced(byNanoseconds: -1).nanoseconds
    case .behind(let end): end.nanoseconds
    }
  }
}
