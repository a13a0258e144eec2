/// The other values of a stream on which an operator's results depend, or their times, or the
/// stream's end. An operator that has none treats each value by itself.
struct OperatorDependence: Sendable {
  /// The other values, as the end of a sentence: "the value before it".
  let subject: String
  /// Whether it emits only values that it has received, unchanged.
  let emitsReceived: Bool

  static func on(_ subject: String, emitsReceived: Bool = false) -> OperatorDependence {
    OperatorDependence(subject: subject, emitsReceived: emitsReceived)
  }
}
