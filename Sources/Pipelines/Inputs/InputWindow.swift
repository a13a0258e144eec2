public import Reactive

/// The part of the inputs that a playback reads, whichever records they have.
///
/// Without it, times count from the first record, and an input finishes with its last one. A part of
/// a longer log then differs from the same part of the whole: its windows begin elsewhere, and what
/// is pending at its end comes too early.
///
/// A log can be cut in two ways. By time, as a day out of a year: the records from ``origin`` to
/// ``end``. Or by key, as the records of some hosts out of those of all: then ``ends`` says when the
/// inputs of the whole have their last records.
public struct InputWindow: Hashable, Sendable {
  /// The time of records from which the times of the playback count, or, if these count from 1970,
  /// at which the playback starts; nil for that of the earliest first record. Records before it are
  /// dropped, and counted.
  public var origin: Instant?
  /// The instant of the playback at which its inputs finish; nil for the time of their last records.
  /// Of records at or after it nothing is played.
  public var end: Instant?
  /// For a playback of some keys of a whole: the instants of the last records that the inputs have in
  /// the whole, by the names of the inputs, for every input that is read; nil for a playback of all
  /// keys.
  ///
  /// An input finishes at its instant, behind the records of that instant, as in the whole. Its
  /// records must be sorted by time, whatever the stream file says about late ones. A record before
  /// the origin, after the end of its input or earlier than the one before it ends the input in
  /// failure: it belongs to no part, and dropped it would be lost silently. ``end`` has no effect.
  public var ends: [String: Instant]?
  /// The last instant of the playback, until which schedules go on at least; nil if only the streams
  /// determine it.
  package var until: Instant?

  /// Creates the part between two times; nil for the times of the records.
  public init(origin: Instant? = nil, end: Instant? = nil) {
    self.origin = origin
    self.end = end
  }

  /// Creates the part that has some keys of a whole, of which the first record comes at `origin`, and
  /// the last ones of its inputs at `ends`.
  public init(ofKeysFrom origin: Instant, ends: [String: Instant]) {
    self.origin = origin
    self.ends = ends
  }
}

/// The instant at which an input finishes, whatever records a playback has of it.
enum InputEnd {
  /// That of its last record.
  case lastRecord
  /// This one. Records at or after it are not played.
  case before(Instant)
  /// This one, behind the records that come at it. Later ones are a failure.
  case behind(Instant)

  /// The end of an input in a window.
  init(of name: String, in window: InputWindow) {
    if let ends = window.ends {
      self = ends[name].map(InputEnd.behind) ?? .lastRecord
    } else {
      self = window.end.map(InputEnd.before) ?? .lastRecord
    }
  }

  /// The instant, if it does not depend on records.
  var instant: Instant? {
    switch self {
    case .lastRecord: nil
    case .before(let end), .behind(let end): end
    }
  }

  /// The last instant at which a record can be played, in nanoseconds.
  var lastRecord: Int64 {
    switch self {
    case .lastRecord: .max
    case .before(let end): end.advanced(byNanoseconds: -1).nanoseconds
    case .behind(let end): end.nanoseconds
    }
  }
}

extension InputWindow {
  /// Returns the reason that an input has no end in the whole, or no place in it; nil if it has both.
  func mistake(in input: InputPlan) -> InputError? {
    guard let ends else { return nil }
    let name = "the input '\(input.source.name)'"
    if input.time == nil {
      return InputError(
        .unreadable, "\(name) has records without times, and cannot be played in parts by key")
    }
    if origin == nil || ends[input.source.name] == nil {
      return InputError(
        .unreadable,
        "\(name) is played as one part of several, and the times of the whole are missing")
    }
    return nil
  }
}
