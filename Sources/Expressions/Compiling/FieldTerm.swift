import Synchronization
import Values

/// A place in an expression that looks up a field. It remembers where the field was found last.
///
/// The objects of a stream mostly share their shape. The field is then in the same position as in
/// the previous object, and no key is compared.
final class FieldSite: Sendable {
  let key: Text
  private let memory = Atomic(MemberPlace.none.word)

  init(_ key: Text) {
    self.key = key
  }

  @inline(__always)
  func value(in object: Value) throws(EvaluationFailure) -> Value {
    let place = MemberPlace(word: memory.load(ordering: .relaxed))
    if let value = object.member(at: place) { return value }
    return try search(object)
  }

  @inline(never)
  private func search(_ value: Value) throws(EvaluationFailure) -> Value {
    guard case .object(let object) = value else {
      throw .mismatch(found: value.runtimeKind, expectation: "a map with the field '\(key)'")
    }
    if let found = search(object) { return found }
    return try Value.unusualElement(of: object, at: .string(key))
  }

  /// Searches the whole object, and remembers the position of the key.
  func search(_ object: Object) -> Value? {
    guard let position = object.position(of: key) else { return nil }
    memory.store(MemberPlace(position, in: object).word, ordering: .relaxed)
    return object[position]
  }
}

/// `a.b`.
struct FieldTerm<Base: Term>: Term where Base.Result == Value {
  let base: Base
  let site: FieldSite

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    try site.value(in: base.evaluate(first, second, &frame))
  }
}

/// `has(a.b)`.
struct PresenceTerm<Base: Term>: Term where Base.Result == Value {
  let base: Base
  let site: FieldSite

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    let base = try base.evaluate(first, second, &frame)
    guard case .object(let object) = base else {
      throw .mismatch(found: base.runtimeKind, expectation: "a map in 'has'")
    }
    if site.search(object) != nil { return true }
    return object.isEmpty ? try Value.unusualPresence(of: site.key, in: object) : false
  }
}

/// `a.?b`: an optional that has a value if the field exists.
struct OptionalFieldTerm: Term {
  let base: ValueRoutine
  let key: Text

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let base = try base.evaluate(first, second, &frame)
    guard case .object = base else {
      throw .mismatch(found: base.runtimeKind, expectation: "a map with the field '\(key)'")
    }
    return .optional(try Value.find(.string(key), in: base))
  }
}

/// `a[?b]`: an optional that has a value if the element or the key exists.
struct OptionalIndexTerm: Term {
  let container: ValueRoutine
  let index: ValueRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let container = try container.evaluate(first, second, &frame)
    let index = try index.evaluate(first, second, &frame)
    try frame.spend(onKey: index)
    return .optional(try Value.find(index, in: container))
  }
}
