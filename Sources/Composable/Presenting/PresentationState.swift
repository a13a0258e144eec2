/// The optional state of a feature that another one presents.
///
///     struct State: Equatable {
///       @PresentationState var sheet: Sheet.State?
///     }
///
/// It is stored in a box, so that a feature may present a feature of its own type.
@propertyWrapper
public struct PresentationState<State> {
  /// Empty, or an array of one element.
  private var box: [State]

  /// Creates a property with the initial state of the child; nil if it is not presented.
  public init(wrappedValue: State?) {
    box = wrappedValue.map { [$0] } ?? []
  }

  /// The state of the child; nil if it is not presented.
  public var wrappedValue: State? {
    get { box.first }
    _modify {
      var value = box.popLast()
      defer { if let value { box = [value] } else { box = [] } }
      yield &value
    }
  }

  /// The wrapper itself, used by the key path in `ifLet(\.$sheet, action:)`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}
extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
