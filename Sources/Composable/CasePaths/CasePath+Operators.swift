precedencegroup CasePathCompositionPrecedence {
  associativity: left
}

infix operator .. : CasePathCompositionPrecedence

extension CasePath {
  /// Returns the path through a case and then through a case of its value:
  /// `/Action.child .. /Child.Action.tapped`.
  public static func .. <Leaf>(
    left: CasePath, right: CasePath<Value, Leaf>
  ) -> CasePath<Root, Leaf> {
    left.appending(path: right)
  }

  /// Does the same, with the second case given by its function:
  /// `/Action.child..Child.Action.tapped`.
  public static func .. <Leaf>(
    left: CasePath, right: @escaping @Sendable (Leaf) -> Value
  ) -> CasePath<Root, Leaf> {
    left.appending(path: /right)
  }
}

/// Returns the path itself, so that `/.self` is the path from a type to itself.
public prefix func / <Root, Value>(path: CasePath<Root, Value>) -> CasePath<Root, Value> {
  path
}

/// Returns the path to a case as a function that extracts the value:
/// `actions.compactMap(/Action.child)`.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> (Root) -> Value? {
  let path: CasePath<Root, Value> = /embed
  return path.extract(from:)
}

/// Returns the path to a case of an optional enum, for a value that may be nil: `/State.detail`
/// where the context requires the path of a `State?`.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root?
) -> CasePath<Root?, Value> {
  // A function that wraps its value in an optional is the case of the optional itself.
  if Root.self == Value.self {
    return CasePath(embed: embed, extract: { $0.flatMap { $0 as? Value } }, knowledge: nil)
  }
  let reflection = CaseReflection<Root, Value> { value in
    guard let root = embed(value) else {
      preconditionFailure("a path to a case of \(Root.self) made nil of a value")
    }
    return root
  }
  return CasePath(
    embed: embed, extract: { $0.flatMap(reflection.extract(from:)) }, knowledge: nil)
}

/// Does the same in Swift 5, where the function that makes a case does not count as `Sendable`.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: consuming @escaping (Value) -> Root?
) -> CasePath<Root?, Value> {
  // It captures nothing, just like the operand of the operator for an enum that is not optional.
  let sendable = unsafe unsafeBitCast(embed, to: (@Sendable (Value) -> Root?).self)
  return /sendable
}
