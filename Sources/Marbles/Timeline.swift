public import Reactive

/// What came out of a playback, and when.
///
/// The one shape of a result: printing, diagrams, expectations and assertions all start from it.
/// A timeline without a completion was still waiting when the playback stopped.
public struct Timeline<Output> {
  /// The events, in their order.
  public var events: [Event]

  /// Creates a timeline of events.
  public init(_ events: [Event] = []) {
    self.events = events
  }

  /// Something that came, at one instant.
  public struct Event {
    /// When it happens.
    public var instant: Instant
    /// What happens.
    public var kind: Kind

    /// Creates an event at an instant.
    public init(instant: Instant, kind: Kind) {
      self.instant = instant
      self.kind = kind
    }

    /// When it came, counted from the start of the playback.
    public var time: Duration { Instant.zero.duration(to: instant) }

    /// A value that is emitted at a time.
    public static func value(_ value: Output, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .value(value))
    }

    /// The end of the stream at a time.
    public static func finished(at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .finished)
    }

    /// A failure of the stream at a time.
    public static func failure(_ message: String, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .failure(message))
    }
  }

  /// What happens at an instant.
  public enum Kind {
    /// A value is emitted.
    case value(Output)
    /// The stream finishes.
    case finished
    /// The stream failed, with this message.
    case failure(String)
  }

  /// The values, in order, without their times.
  public var values: [Output] {
    events.compactMap { event in
      guard case .value(let value) = event.kind else { return nil }
      return value
    }
  }

  /// How the stream ended; nil if it was still waiting.
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
