package import Tracing

extension OperatorSpec {
  /// Whether the values that it emits are some of those that it receives, unchanged.
  package var choosesValues: Bool {
    dependence?.emitsReceived ?? (category == .filtering || category == .timing)
  }

  /// The origin of the values that it emits, for explanations.
  package var emission: Trace.Stage.Emission {
    if let ownEmission { return ownEmission }
    if summarizes { return .summary }
    switch category {
    case .failing, .repeating, .watching: return .received
    default: return choosesValues ? .received : .made
    }
  }
}
