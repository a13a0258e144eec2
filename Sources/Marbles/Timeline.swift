public import Reactive

/// What came out of a playback, and when.
///
/// The one shape of a result: printing, diagrams, expectations and assertions all start from it.
/// A timeline without a completion was still waiting when the playback stopped.
public struct Timeline<Output> {
  public var events: [Event]

  public init(_ events: [Event] = []) {
    self.events = events
  }

  /// Something that came, at one instant.
  public struct Event {
    public var instant: Instant
    public var kind: Kind

    public init(instant: Instant, kind: Kind) {
      self.instant = instant
      self.kind = kind
    }

    /// When it came, counted from the start of the playback.
    public var time: Duration { Instant.zero.duration(to: instant) }

    public static func value(_ value: Output, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .value(value))
    }

    public static func finished(at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .finished)
    }

    public static func failure(_ message: String, at time: Duration) -> Event {
      Event(instant: .zero.advanced(by: time), kind: .failure(message))
    }
  }

  public enum Kind {
    case value(Output)
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
