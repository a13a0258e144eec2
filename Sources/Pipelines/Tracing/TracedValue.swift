import Synchronization
import Values

/// A value on its way through a playback that is traced: with the number of the event by which a
/// stage emitted it, and with the mark of the stage that has it now.
///
/// It travels as an object that carries it, so that the publishers of an ordinary playback carry it
/// too, whatever they do with their values: keep them, drop them, put them into arrays. A stage that
/// drops one releases its mark; so a trace knows where events end without a word from any operator.
final class TracedValue: ObjectExtension {
  /// The value itself.
  let value: Value
  /// The number of the event.
  let event: Int
  /// The mark of the stage that received it; nil on the way between two stages.
  let mark: DeliveryMark?

  init(_ value: Value, event: Int, mark: DeliveryMark? = nil) {
    self.value = value
    self.event = event
    self.mark = mark
  }
}

extension Value {
  /// Creates a value that is traced on its way.
  init(_ traced: TracedValue) {
    self = .object(Object(carrying: traced))
  }

  /// The traced value that this one carries, if it does.
  var traced: TracedValue? {
    guard case .object(let object) = self else { return nil }
    return object.objectExtension as? TracedValue
  }

  /// The value without what a trace adds to it, at the top and in the arrays and objects that
  /// operators make of the values they receive. `visit` is called with each traced value.
  func withoutTraces(_ visit: (TracedValue) -> Void = { _ in }) -> Value {
    stripped(depth: 2, visit) ?? self
  }

  /// Returns the value without its traces; nil if it has none. An operator puts the values that it
  /// receives at most two levels deep: into an array, in an object.
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

/// The mark on a value that a stage has received. It lives as long as the stage keeps the value.
final class DeliveryMark: Sendable {
  let delivery: Int
  private let released: ReleasedDeliveries

  init(_ delivery: Int, reportingTo released: ReleasedDeliveries) {
    self.delivery = delivery
    self.released = released
  }

  deinit { released.add(delivery) }
}

/// The deliveries whose values their stages have released, until the recorder reads them.
///
/// A playback has one thread, and the lock is never contended; values are `Sendable`, and so must be
/// whatever they carry.
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
