import Reactive

/// Encodes the events as an unkeyed list, each in the form printed by `stream-run --format json`.
///
/// Times are seconds. A time that no `Double` can represent to the nanosecond is encoded as a whole
/// number of nanoseconds instead, so that the same timeline is decoded.
extension Timeline: Encodable where Output: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for event in events { try container.encode(event) }
  }
}

extension Timeline: Decodable where Output: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd { events.append(try container.decode(Event.self)) }
  }
}

private enum EventKey: String, CodingKey {
  case time, nanoseconds, value, completion, error
}

extension Timeline.Event: Encodable where Output: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EventKey.self)
    let seconds = Double(instant.nanoseconds) / 1e9
    if Instant(exactSeconds: seconds) == instant {
      try container.encode(seconds, forKey: .time)
    } else {
      try container.encode(instant.nanoseconds, forKey: .nanoseconds)
    }
    switch kind {
    case .value(let value): try container.encode(value, forKey: .value)
    case .finished: try container.encode("finished", forKey: .completion)
    case .failure(let message):
      try container.encode("failure", forKey: .completion)
      try container.encode(message, forKey: .error)
    }
  }
}

extension Timeline.Event: Decodable where Output: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EventKey.self)
    let instant: Instant
    if container.contains(.nanoseconds) {
      instant = Instant(nanoseconds: try container.decode(Int64.self, forKey: .nanoseconds))
    } else {
      let seconds = try container.decode(Double.self, forKey: .time)
      guard let exact = Instant(exactSeconds: seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: .time, in: container,
          debugDescription: "\(seconds) seconds are beyond the end of time")
      }
      instant = exact
    }
    self.init(instant: instant, kind: try Self.kind(in: container))
  }

  private static func kind(
    in container: KeyedDecodingContainer<EventKey>
  ) throws -> Timeline.Kind {
    guard container.contains(.completion) else {
      return .value(try container.decode(Output.self, forKey: .value))
    }
    switch try container.decode(String.self, forKey: .completion) {
    case "finished": return .finished
    case "failure":
      return .failure(try container.decodeIfPresent(String.self, forKey: .error) ?? "")
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .completion, in: container,
        debugDescription: "'\(other)' is not a completion, expected 'finished' or 'failure'")
    }
  }
}

extension Instant {
  /// Creates the instant of the nearest nanosecond; nil if it is beyond the end of time.
  package init?(exactSeconds seconds: Double) {
    guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
