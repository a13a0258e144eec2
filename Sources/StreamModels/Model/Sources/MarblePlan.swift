package import Values

/// A parsed marble diagram, with values in place of symbols.
package struct MarblePlan: Sendable {
  package enum Kind: Sendable {
    case value(Value)
    case finished
    case failure(StreamFailure)
  }

  package struct Event: Sendable {
    /// In nanoseconds from the subscription; for a hot diagram, from the start of the playback.
    package var time: Int64
    package var kind: Kind
  }

  /// The events in the order in which they happen.
  package var events: MarbleEvents
  package var isHot: Bool
}
