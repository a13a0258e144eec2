import Synchronization
package import Values

/// A value that passes through a traced playback. It has the number of the event with which a stage
/// emitted it, and the mark of the stage that has it now.
///
/// It is an object attached to a plain value, so the publishers of an ordinary playback handle it
/// without changes, whether they keep, drop or put their values into arrays. When a stage drops a
/// value, the value's mark is released. A trace can therefore find where events end without help
/// from any operator.
package final class TracedValue: ObjectExtension {
  /// The value itself.
  let value: Value
  /// The number of the event.
  let event: Int
  /// The mark of the stage that received it; nil between two stages.
  let mark: DeliveryMark?

  init(_ value: Value, event: Int, mark: DeliveryMark? = nil) {
    self.value = value
    self.event = event
    self.mark = mark
  }
}

extension Value {
  /// Creates a value that carries a traced value.
  package init(_ traced: TracedValue) {
    self = .object(Object(carrying: traced))
  }

  /// The traced value that this one carries; nil if it carries none.
  var traced: TracedValue? {
    guard case .object(let object) = self else { return nil }
    return object.objectExtension as? TracedValue
  }

  /// The value without its traces, both of the value itself and in the arrays and objects that
  /// operators create from the values they receive. `visit` is called with each traced value.
  package func withoutTraces(_ visit: (TracedValue) -> Void = { _ in }) -> Value {
    stripped(depth: 3, visit) ?? self
  }

  /// Returns the value without its traces; nil if it has none. An operator nests the values that it
  /// receives at most three levels deep: in an array, in an object, in another object.
  private func stripped(depth: Int, _ visit: (TracedValue) -> Void) -> Value? {
    switch self {
    case .null, .bool, .int, .double, .string: return nil
    case .object(let object):
      if let traced = object.objectExtension as? TracedValue {
        visit(traced)
        return traced.value
      }
      guard depth > 0 else { return nil }
      let values = (0..<object.count).map { object[$0].stripped(depth: depth - 1, visit) }
      guard values.contains(where: { $0 != nil }) else { return nil }
      return .object(
        Object(
          zip(object.members, values).map { Member(key: $0.key, value: $1 ?? $0.value) }))
    case .array(let elements):
      guard depth > 0 else { return nil }
      let values = elements.map { $0.stripped(depth: depth - 1, visit) }
      guard values.contains(where: { $0 != nil }) else { return nil }
      return .array(zip(elements, values).map { $1 ?? $0 })
    }
  }
}

/// The mark on a value that a stage has received. It exists as long as the stage keeps the value.
final class DeliveryMark: Sendable {
  let delivery: Int
  private let released: ReleasedDeliveries

  init(_ delivery: Int, reportingTo released: ReleasedDeliveries) {
    self.delivery = delivery
    self.released = released
  }

  deinit { released.add(delivery) }
}

/// The deliveries whose values have been released by their stages, until the recorder reads them.
///
/// A playback has one thread, so there is never contention for the lock. Values are `Sendable`, and
/// so must be all objects that they carry.
final class ReleasedDeliveries: Sendable {
  private let numbers = Mutex<[Int]>([])

  func add(_ delivery: Int) {
    numbers.withLock { $0.append(delivery) }
  }

  /// Returns the deliveries released since the last call, in order.
  func take() -> [Int] {
    numbers.withLock { numbers in
      if numbers.isEmpty { return [] }
      defer { numbers.removeAll(keepingCapacity: true) }
      return numbers
    }
  }
}
