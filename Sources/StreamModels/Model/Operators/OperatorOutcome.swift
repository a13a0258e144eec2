/// An effect that an operator may have on its stream, and that some test should have observed.
package struct OperatorOutcome: Sendable, Hashable {
  /// The event by which it is recognized.
  package enum Event: String, Sendable, Hashable {
    /// A value was emitted.
    case pass
    /// A value was received and not emitted.
    case drop
    /// The operator completed before its upstream did.
    case end
    /// The operator failed, although its upstream did not.
    case fail
    /// The upstream failed.
    case `catch`
    /// The operator subscribed to its upstream more often than it was subscribed to itself.
    case again
    /// A null was received.
    case null
    /// A value was emitted that had not been received.
    case fill
    /// A value was dropped because an expression failed on it.
    case tolerate
  }

  package let event: Event
  /// The predicate of a message about an operator without this outcome.
  package let absence: String

  private init(_ event: Event, _ absence: String) {
    self.event = event
    self.absence = absence
  }

  /// The operator emits values.
  package static let pass = OperatorOutcome(.pass, "dropped every value")
  /// The operator decides about each value, and drops some.
  package static let drop = OperatorOutcome(.drop, "passed every value")
  /// The operator completes before its upstream does.
  package static let end = OperatorOutcome(.end, "never ended the stream early")
  package static let `catch` = OperatorOutcome(.catch, "never caught a failure")
  package static let null = OperatorOutcome(.null, "never received a null")
  package static let fill = OperatorOutcome(.fill, "never received an empty stream")

  /// The operator tolerates errors, and drops a value because of one.
  package static let tolerate = OperatorOutcome(
    .tolerate, "never received a value on which its expression fails")

  /// The operator drops values, although that is not its purpose.
  package static func drop(_ absence: String) -> OperatorOutcome { OperatorOutcome(.drop, absence) }
  package static func end(_ absence: String) -> OperatorOutcome { OperatorOutcome(.end, absence) }
  package static func fail(_ absence: String) -> OperatorOutcome { OperatorOutcome(.fail, absence) }
  package static func again(_ absence: String) -> OperatorOutcome {
    OperatorOutcome(.again, absence)
  }
}
