import Synchronization
import Values

/// The place in an expression that looks up a field; it remembers where it found it last.
///
/// Objects of one stream mostly have the same keys in the same order. The memory is a hint: what
/// stands there is compared to the key each time.
final class FieldSite: Sendable {
  let key: Text
  private let hint = Atomic(0)

  init(_ key: Text) {
    self.key = key
  }

  @inline(__always)
  func value(in object: Object) -> Value? {
    let members = object.members
    let index = hint.load(ordering: .relaxed)
    if index < members.count, members[index].key == key { return members[index].value }
    return search(members)
  }

  @inline(never)
  private func search(_ members: [Member]) -> Value? {
    for index in members.indices where members[index].key == key {
      hint.store(index, ordering: .relaxed)
      return members[index].value
    }
    return nil
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
    let base = try base.evaluate(first, second, &frame)
    guard case .object(let object) = base else { try refuse(base) }
    guard let value = site.value(in: object) else {
      try EvaluationFailure.noSuchKey(site.key).raise()
    }
    return value
  }

  @inline(never)
  private func refuse(_ base: Value) throws(EvaluationFailure) -> Never {
    throw .mismatch(found: base.kind, expectation: "a map with the field '\(site.key)'")
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
      throw .mismatch(found: base.kind, expectation: "a map in 'has'")
    }
    return site.value(in: object) != nil
  }
}
