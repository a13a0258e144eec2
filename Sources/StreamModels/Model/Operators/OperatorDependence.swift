/// The other values of a stream, their times, or the stream's end, if an operator's results depend
/// on them. An operator without a dependence treats each value independently.
package struct OperatorDependence: Sendable {
  /// The other values, as the end of a sentence: "the value before it".
  package let subject: String
  /// Whether it emits only values that it has received, unchanged.
  package let emitsReceived: Bool

  package static func on(_ subject: String, emitsReceived: Bool = false) -> OperatorDependence {
    OperatorDependence(subject: subject, emitsReceived: emitsReceived)
  }
}
