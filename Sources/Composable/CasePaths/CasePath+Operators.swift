precedencegroup CasePathCompositionPrecedence {
  associativity: left
}

infix operator .. : CasePathCompositionPrecedence

extension CasePath {
  /// The way through a case and on through a case of its value: `/Action.child .. /Child.Action.tapped`.
  public static func .. <Leaf>(
    left: CasePath, right: CasePath<Value, Leaf>
  ) -> CasePath<Root, Leaf> {
    left.appending(path: right)
  }

  /// The same, where the second case is named by its function: `/Action.child..Child.Action.tapped`.
  public static func .. <Leaf>(
    left: CasePath, right: @escaping @Sendable (Leaf) -> Value
  ) -> CasePath<Root, Leaf> {
    left.appending(path: /right)
  }
}

/// The path itself, so that `/.self` is the path from a type to itself.
public prefix func / <Root, Value>(path: CasePath<Root, Value>) -> CasePath<Root, Value> {
  path
}

/// The path to a case as a function that takes the value out: `actions.compactMap(/Action.child)`.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> (Root) -> Value? {
  let path: CasePath<Root, Value> = /embed
  return path.extract(from:)
}
