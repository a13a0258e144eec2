public import Values

/// One value of a `stream`, with its own operators.
public struct StreamItem<Element> {
  /// The value that the item emits.
  public var value: Element
  /// The operators that the value passes through.
  public var operators: [Operator]
  /// The members of the item whose keys begin with `$`, for editors and people.
  public var annotations: [Member] = []

  /// Creates an item from a value and its operators.
  public init(_ value: Element, operators: [Operator] = []) {
    self.value = value
    self.operators = operators
  }

  /// Creates an item from a value and its operators.
  public init(value: Element, operators: [Operator] = []) {
    self.init(value, operators: operators)
  }

  /// Creates an item from a value and its operators.
  public init(_ value: Element, _ operators: Operator...) {
    self.init(value, operators: operators)
  }
}

extension StreamItem: Equatable where Element: Equatable {}
extension StreamItem: Hashable where Element: Hashable {}
extension StreamItem: Sendable where Element: Sendable {}
