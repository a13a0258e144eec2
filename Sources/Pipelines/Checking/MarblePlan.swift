import Values

/// A parsed marble diagram, with values in place of symbols.
struct MarblePlan: Sendable {
  enum Kind: Sendable {
    case value(Value)
    case finished
    case failure(StreamFailure)
  }

  struct Event: Sendable {
    /// In nanoseconds from the subscription; for a hot diagram, from the start of the playback.
    var time: Int64
    var kind: Kind
  }

  /// The events in the order in which they happen.
  var events: MarbleEvents
  var isHot: Bool
}
