public import Reactive

/// The times of a join, and the values that it emits.
@usableFromInline
package struct JoinPlan: Sendable {
  /// How much earlier than a value its partner may arrive, inclusive, in nanoseconds.
  @usableFromInline let before: Int64
  /// How much later than a value its partner may arrive, exclusive; at least 1 if values of one
  /// instant are pairs.
  @usableFromInline let after: Int64
  /// How long a value of the first publisher waits for a partner.
  @usableFromInline let patience: Int64
  /// Whether values of one instant are pairs, whichever comes first, so that nothing is decided
  /// before the end of an instant.
  @usableFromInline let pairsInstant: Bool
  /// Whether values of the first and of the second publisher are emitted without a partner.
  @usableFromInline let emitsFirst: Bool
  @usableFromInline let emitsSecond: Bool
  @usableFromInline let takesFirstMatch: Bool

  /// Creates a plan from the times before and after a value. A full join, and one in which a value
  /// takes only its first partner, pairs the values of one instant.
  @usableFromInline
  package init(
    before: Duration, after: Duration, emitsFirst: Bool, emitsSecond: Bool,
    matches: Publishers.JoinMatches, instant: Bool
  ) {
    precondition(before >= .zero && after >= .zero, "a negative time between two values")
    self.before = before.wholeNanoseconds
    patience = after.wholeNanoseconds
    pairsInstant =
      instant || emitsSecond || matches == .first || before == .zero && after == .zero
    self.after = pairsInstant ? max(1, patience) : patience
    self.emitsFirst = emitsFirst
    self.emitsSecond = emitsSecond
    takesFirstMatch = matches == .first
  }

  @usableFromInline var bound: StateBound {
    // Centuries are meant to have no end.
    max(before, after) > .max / 2
      ? .unbounded(by: "the values of both streams")
      : .valuesWithin(.nanoseconds(max(before, after)))
  }
}

/// The closures of a join.
@usableFromInline
package struct JoinClosures<Key: Hashable, First, Second, Failure: Error> {
  @usableFromInline let key: (First) throws(Failure) -> Key
  @usableFromInline let otherKey: (Second) throws(Failure) -> Key
  /// Return the instant from which a value can no longer be paired; nil means never. They are nil
  /// if values do not expire.
  @usableFromInline package var expires: ((First) throws(Failure) -> Instant?)?
  @usableFromInline package var otherExpires: ((Second) throws(Failure) -> Instant?)?
  /// Receive a value that is dropped because it has found no partner, with the instant at which it
  /// arrived.
  @usableFromInline package var unmatched: ((First, Instant) -> Void)?
  @usableFromInline package var unmatchedOther: ((Second, Instant) -> Void)?
  /// Receive a value on which a closure has failed, and which is then dropped. If this is nil, the
  /// failure fails the stream.
  @usableFromInline package var ignores: ((First, Failure) -> Void)?
  @usableFromInline package var ignoresOther: ((Second, Failure) -> Void)?

  /// The number of values that are kept at the most, and the failure beyond it; nil if there is no
  /// limit.
  @usableFromInline package var limit: (count: Int, failure: () -> Failure)?

  @inlinable
  package init(
    key: @escaping (First) throws(Failure) -> Key,
    otherKey: @escaping (Second) throws(Failure) -> Key
  ) {
    self.key = key
    self.otherKey = otherKey
  }

  @inlinable var hasOwnEnds: Bool { expires != nil || otherExpires != nil }
}

/// Values that a join no longer keeps. The run releases them, because that may run foreign code.
@usableFromInline
package struct DroppedFromJoin<First, Second> {
  /// A value with the instant at which it arrived, which is nil for a value that has had a partner.
  @usableFromInline typealias Dropped<Value> = (value: Value, unmatchedAt: Instant?)

  @usableFromInline var firsts = ShortList<Dropped<First>>()
  @usableFromInline var seconds = ShortList<Dropped<Second>>()

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { firsts.first == nil && seconds.first == nil }
}

/// A list that needs no allocation for one element, because most events have none or one.
@usableFromInline
struct ShortList<Element> {
  @usableFromInline var first: Element?
  @usableFromInline var others: [Element] = []

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  @inlinable
  func visit(_ body: (Element) -> Void) {
    guard let first else { return }
    body(first)
    for element in others { body(element) }
  }
}
