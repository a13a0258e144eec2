public import Reactive

/// The result of a playback: its events and their times.
///
/// This is the only form of a result: printing, diagrams, expectations and assertions all start
/// from it. A timeline without a completion was still waiting when the playback stopped.
public struct Timeline<Output> {
  /// The events, in order.
  public var events: [Event]

  /// Creates a timeline of events.
  public init(_ events: [Event] = []) {
    self.events = events
  }

  /// An event at one instant.
  public struct Event {
    /// The instant of the event.
    public var instant: Instant
    /// The kind of the event.
    public var kind: Kind

    /// Creates an event at an instant.
    public init(instant: Instant, kind: Kind) {
      self.instant = instant
      self.kind = kind
    }

    /// The time of the event, counted from the start of the playback.
    public var time: Duration { Instant.zero.duration(to: instant) }

    /// Returns the event of a value at a time.
    public static func value(_ value: Output, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .value(value))
    }

    /// Returns the completion of the stream at a time.
    public static func finished(at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .finished)
    }

    /// Returns a failure of the stream at a time.
    public static func failure(_ message: String, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .failure(message))
    }
  }

  /// The kind of an event.
  public enum Kind {
    /// A value is emitted.
    case value(Output)
    /// The stream completes.
    case finished
    /// The stream fails, with this message.
    case failure(String)
  }

  /// The values, in order, without their times.
  public var values: [Output] {
    events.compactMap { event in
      guard case .value(let value) = event.kind else { return nil }
      return value
    }
  }

  /// The completion of the stream; nil if it was still waiting.
  public var completion: Event? {
    guard let last = events.last else { return nil }
    if case .value = last.kind { return nil }
    return last
  }
}

extension Timeline: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Event...) {
    self.init(elements)
  }
}

extension Timeline.Kind: Equatable where Output: Equatable {}
extension Timeline.Event: Equatable where Output: Equatable {}
extension Timeline: Equatable where Output: Equatable {}
extension Timeline.Kind: Sendable where Output: Sendable {}
extension Timeline.Event: Sendable where Output: Sendable {}
extension Timeline: Sendable where Output: Sendable {}

extension Timeline where Output: Equatable {
  /// Returns the values of this timeline that another one does not have at the same instants, in
  /// order.
  ///
  /// If the values are hashable, this takes time proportional to the number of events.
  public func values(missingIn actual: Timeline) -> [Event] {
    var came = Dictionary(grouping: actual.events, by: \.group)
    return events.filter { event in
      guard case .value = event.kind else { return false }
      let group = event.group
      // If several events are equal, the last one is found at once.
      guard let index = came[group]?.lastIndex(of: event) else { return true }
      came[group]?.remove(at: index)
      return false
    }
  }
}

extension Timeline.Event {
  /// The properties that equal events share.
  private struct Group: Hashable {
    let instant: Instant
    let value: AnyHashable?
  }

  /// The group of the event, which is the same for all equal events.
  fileprivate var group: some Hashable {
    guard case .value(let value) = kind else { return Group(instant: instant, value: nil) }
    return Group(instant: instant, value: (value as? any Hashable).map { AnyHashable($0) })
  }
}
