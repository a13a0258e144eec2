import Tracing

extension OperatorSpec {
  /// Whether it emits values as they come, if any.
  var choosesValues: Bool {
    dependence?.emitsReceived ?? (category == .filtering || category == .timing)
  }

  /// The origin of the values that it emits, for explanations.
  var emission: Trace.Stage.Emission {
    if let ownEmission { return ownEmission }
    if summarizes { return .summary }
    switch category {
    case .failing, .repeating, .watching: return .received
    default: return choosesValues ? .received : .made
    }
  }
}
