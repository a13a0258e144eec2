/// One value of a `stream`, with the operators that it goes through by itself.
public struct StreamItem<Element> {
  public var value: Element
  public var operators: [Operator]

  public init(_ value: Element, operators: [Operator] = []) {
    self.value = value
    self.operators = operators
  }

  public init(_ value: Element, _ operators: Operator...) {
    self.init(value, operators: operators)
  }
}

extension StreamItem: Equatable where Element: Equatable {}
extension StreamItem: Hashable where Element: Hashable {}
extension StreamItem: Sendable where Element: Sendable {}
