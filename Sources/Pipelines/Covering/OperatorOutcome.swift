/// Something that an operator may do to its stream, and that some test should have seen it do.
package struct OperatorOutcome: Sendable, Hashable {
  /// By what it is recognized.
  enum Event: String, Sendable, Hashable {
    /// A value came out.
    case pass
    /// A value went in that did not come out.
    case drop
    /// The end came out, and had not gone in.
    case end
    /// A failure came out, and had not gone in.
    case fail
    /// A failure went in.
    case `catch`
    /// The stream before it was subscribed to more often than it was itself.
    case again
    /// A null went in.
    case null
    /// A value came out that had not gone in.
    case fill
  }

  let event: Event
  /// What is said of an operator that never did it, behind its name.
  let absence: String

  private init(_ event: Event, _ absence: String) {
    self.event = event
    self.absence = absence
  }

  /// Values come through.
  static let pass = OperatorOutcome(.pass, "let nothing through")
  /// Values are held back, by an operator that decides about each.
  static let drop = OperatorOutcome(.drop, "let everything through")
  /// The operator ends its stream before that ends by itself.
  static let end = OperatorOutcome(.end, "never ended the stream before its own end")
  static let `catch` = OperatorOutcome(.catch, "never caught a failure")
  static let null = OperatorOutcome(.null, "never got a null")
  static let fill = OperatorOutcome(.fill, "never got a stream without a value")

  /// Values are held back, by an operator that has another purpose.
  static func drop(_ absence: String) -> OperatorOutcome { OperatorOutcome(.drop, absence) }
  static func end(_ absence: String) -> OperatorOutcome { OperatorOutcome(.end, absence) }
  static func fail(_ absence: String) -> OperatorOutcome { OperatorOutcome(.fail, absence) }
  static func again(_ absence: String) -> OperatorOutcome { OperatorOutcome(.again, absence) }
}
