public import Marbles
public import Reactive
public import Values

/// The difference between an event of one playback and its counterpart in another.
public struct EventChange: Sendable, Equatable {
  /// The kinds of a change, in the order of a report.
  public enum Kind: String, Sendable, CaseIterable {
    /// The event is only in the new playback.
    case came
    /// The event is only in the old playback.
    case went
    /// The event has the same value at another time.
    case moved
    /// The event has another value, perhaps also at another time.
    case changed
  }

  /// The event of the old playback; nil if it has none.
  public let old: Timeline<Value>.Event?
  /// The event of the new playback; nil if it has none.
  public let new: Timeline<Value>.Event?

  private init(old: Timeline<Value>.Event?, new: Timeline<Value>.Event?) {
    (self.old, self.new) = (old, new)
  }

  static func came(_ event: Timeline<Value>.Event) -> EventChange {
    EventChange(old: nil, new: event)
  }

  static func went(_ event: Timeline<Value>.Event) -> EventChange {
    EventChange(old: event, new: nil)
  }

  static func changed(
    from old: Timeline<Value>.Event, to new: Timeline<Value>.Event
  ) -> EventChange {
    EventChange(old: old, new: new)
  }

  /// Its kind.
  public var kind: Kind {
    guard let old else { return .came }
    guard let new else { return .went }
    return old.kind == new.kind ? .moved : .changed
  }

  /// The first instant at which it shows.
  public var instant: Instant {
    [old?.instant, new?.instant].compactMap(\.self).min() ?? .zero
  }

  /// The time by which the event came later, in nanoseconds; nil if only one playback has it. It is
  /// negative for an event that came earlier.
  public var delay: Int64? {
    guard let old, let new else { return nil }
    return new.instant.nanoseconds - old.instant.nanoseconds
  }
}

/// The changes of one kind: how many there are, the first of them, and the greatest.
public struct EventChanges: Sendable, Equatable {
  /// The number of changes.
  public private(set) var count = 0
  /// The first changes, in the order of time.
  public private(set) var first: [EventChange] = []
  /// The greatest change; nil if none has a size.
  public private(set) var worst: EventChange?
  /// The time by which all of these events came later, in nanoseconds; nil if it is not the same for
  /// all.
  public private(set) var commonDelay: Int64?
  private var worstSize = -Double.infinity
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a change, whose size is nil if nothing says which of two is greater. Of changes of one
  /// size, the first one in time is the greatest.
  mutating func add(_ change: EventChange, size: Double?) {
    count += 1
    commonDelay = count == 1 || commonDelay == change.delay ? change.delay : nil
    if let size, size > worstSize || size == worstSize && isBefore(change, worst) {
      (worst, worstSize) = (change, size)
    }
    guard first.count < limit || isBefore(change, first.last) else { return }
    let index = first.firstIndex { isBefore(change, $0) } ?? first.count
    first.insert(change, at: index)
    if first.count > limit { first.removeLast() }
  }

  private func isBefore(_ change: EventChange, _ other: EventChange?) -> Bool {
    other.map { change.instant < $0.instant } ?? true
  }
}
