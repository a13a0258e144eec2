/// An action of a presented feature, or its dismissal.
public enum PresentationAction<Action> {
  /// Removes the state of the feature.
  case dismiss
  /// An action of the feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}
