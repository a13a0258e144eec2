prefix operator /

/// A path into one case of an enum and out of it again. For enums, it is the counterpart of a key
/// path.
///
///     let path = /Action.child
///     path.embed(.tapped)            // Action.child(.tapped)
///     path.extract(from: .child(…))  // the payload; nil from any other case
///
/// It can be used from any isolation, so its closures are `Sendable`. The root and the value need
/// not be.
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extraction: @Sendable (Root) -> Value?
  /// The case that the path leads to, if reflection finds it.
  @usableFromInline let knowledge: CaseKnowledge?

  /// Whether the case still has to be learned from the values that the path extracts.
  @usableFromInline let learns: Bool

  /// Creates a path from two functions that are the inverse of each other.
  ///
  /// A store learns the case from the first action that fits, if no other case contains a value of
  /// the same type. From then on the path is skipped for actions of other cases, like a path made
  /// by `/`. If several cases contain the same type, the functions are called for each action: they
  /// may inspect the value to make their decision, so the result for one value says nothing about
  /// the next. In benchmark S1 that takes 480 to 540 ns per action, compared to 195 ns for paths
  /// made by `/`.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(
      embed: embed, extract: extract, knowledge: CaseKnowledge(layoutOf: Root.self), learns: true)
  }

  @inlinable
  init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?, knowledge: CaseKnowledge?, learns: Bool = false
  ) {
    embedding = embed
    extraction = extract
    self.knowledge = knowledge
    self.learns = learns
  }

  /// Wraps a value in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// Returns the value in the case; nil if `root` is another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    let value = extraction(root)
    if learns, value != nil, let knowledge, knowledge.isOpen { learnCase(of: root, knowledge) }
    return value
  }

  @usableFromInline
  func learnCase(of root: Root, _ knowledge: CaseKnowledge) {
    unsafe withUnsafePointer(to: root) {
      unsafe knowledge.learn(from: UnsafeRawPointer($0), holding: Value.self)
    }
  }

  /// Changes the value in the case in place. Returns false, and changes nothing, if `root` is
  /// another case.
  @inlinable
  @discardableResult
  public func modify(_ root: inout Root, _ change: (inout Value) -> Void) -> Bool {
    guard var value = extraction(root) else { return false }
    change(&value)
    root = embedding(value)
    return true
  }

  /// Returns the path through this case and then through a case of its value.
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    CasePath<Root, Leaf>(
      embed: { embed(path.embed($0)) },
      extract: { root in extract(from: root).flatMap(path.extract(from:)) },
      // A value that does not belong to the first case does not belong to the second either.
      knowledge: knowledge)
  }
}

extension CasePath where Root == Value {
  /// The path from a type to itself.
  public static var `self`: CasePath {
    CasePath(embed: { $0 }, extract: { $0 }, knowledge: nil)
  }
}

extension CasePath where Value == Void {
  /// This is separate from its operator, because a closure that may run anywhere cannot use the
  /// conformance of `Root` to `Equatable`.
  fileprivate init(constant root: @escaping @Sendable () -> Root) {
    self.init(
      embed: root, extract: { CaseReflection.isSame($0, root()) ? () : nil }, knowledge: nil)
  }
}

/// Returns the path to a case with a value: `/Action.child`.
///
/// The case is found by reflection. It is learned from the first value that fits, and stored in the
/// path. From then on another case costs only one read of the tag. A case that contains a function
/// or a metatype is rejected with a message, because reflection cannot know their layout in memory.
@inlinable
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  let reflection = CaseReflection(embed: embed)
  return CasePath(
    embed: embed, extract: { reflection.extract(from: $0) }, knowledge: reflection.knowledge)
}

/// Does the same in Swift 5, where the function that makes a case does not count as `Sendable`.
///
/// It captures nothing, so it is safe to send. The Swift 6 compiler knows that, so this overload is
/// not available there. The parameter is consumed so that the symbol differs from that of the
/// operator above.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: consuming @escaping (Value) -> Root
) -> CasePath<Root, Value> {
  let sendable = unsafe unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self)
  let reflection = CaseReflection(embed: sendable)
  return CasePath(
    embed: sendable, extract: { reflection.extract(from: $0) }, knowledge: reflection.knowledge)
}

/// Returns the path to a case without a value: `/Action.tapped`.
///
/// Swift represents such a case as a value instead of a function. It is recognized by its tag.
public prefix func / <Root: Equatable>(
  root: @autoclosure @escaping @Sendable () -> Root
) -> CasePath<Root, Void> {
  CasePath(constant: root)
}

/// Returns the path from a type to itself: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> CasePath<Root, Root> {
  .self
}

/// Whether a value belongs to the case, in patterns such as `case /Action.child`.
public func ~= <Root, Value>(path: CasePath<Root, Value>, root: Root) -> Bool {
  path.extract(from: root) != nil
}
