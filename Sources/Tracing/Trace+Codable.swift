import Marbles
import Reactive
import Values

// There is one form for `Codable` and for the lines of a file, so that an event is the same in
// both. Empty parts and zeros are left out.

extension Trace: Codable {
  private enum Key: String, CodingKey {
    case stages, events, ends, cancellations
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      stages: try container.decode([Stage].self, forKey: .stages),
      events: try container.decode([Event].self, forKey: .events),
      ends: try container.decode([End].self, forKey: .ends),
      cancellations: try container.decodeIfPresent([Cancellation].self, forKey: .cancellations)
        ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(stages, forKey: .stages)
    try container.encode(events, forKey: .events)
    try container.encode(ends, forKey: .ends)
    if !cancellations.isEmpty { try container.encode(cancellations, forKey: .cancellations) }
  }
}

extension Trace.Stage: Codable {
  private enum Key: String, CodingKey {
    case stage, role, name, parameters, emits, remedies, inputs, inner, definition, file, line,
      column, path
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .stage)
    role = try container.decode(Role.self, forKey: .role)
    name = try container.decode(String.self, forKey: .name)
    parameters = try container.decodeIfPresent(String.self, forKey: .parameters) ?? ""
    emission = try container.decodeIfPresent(Emission.self, forKey: .emits) ?? .made
    let remedies = try container.decodeIfPresent([String: String].self, forKey: .remedies) ?? [:]
    self.remedies = [:]
    for (reason, remedy) in remedies {
      if let reason = Trace.Reason(rawValue: reason) { self.remedies[reason] = remedy }
    }
    inputs = try container.decodeIfPresent([Int].self, forKey: .inputs) ?? []
    inner = try container.decodeIfPresent([Int].self, forKey: .inner) ?? []
    definition = try container.decodeIfPresent(String.self, forKey: .definition)
    path = try container.decodeIfPresent(String.self, forKey: .path) ?? ""
    place = try container.decodeIfPresent(String.self, forKey: .file).map { file in
      Trace.FilePlace(
        file: file,
        place: Place(
          line: try container.decode(Int.self, forKey: .line),
          column: try container.decode(Int.self, forKey: .column)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .stage)
    try container.encode(role, forKey: .role)
    try container.encode(name, forKey: .name)
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    if emission != .made { try container.encode(emission, forKey: .emits) }
    if !remedies.isEmpty {
      let named = remedies.map { ($0.key.rawValue, $0.value) }
      try container.encode(Dictionary(uniqueKeysWithValues: named), forKey: .remedies)
    }
    if !inputs.isEmpty { try container.encode(inputs, forKey: .inputs) }
    if !inner.isEmpty { try container.encode(inner, forKey: .inner) }
    try container.encodeIfPresent(definition, forKey: .definition)
    if let place {
      try container.encode(place.file, forKey: .file)
      try container.encode(place.place.line, forKey: .line)
      try container.encode(place.place.column, forKey: .column)
    }
    if !path.isEmpty { try container.encode(path, forKey: .path) }
  }
}

extension Trace.Event: Codable {
  private enum Key: String, CodingKey {
    case event, stage, run, time, nanoseconds, value, completion, error, causes, record,
      owner, because
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .event)
    stage = try container.decode(Int.self, forKey: .stage)
    run = try container.decodeIfPresent(Int.self, forKey: .run) ?? 0
    let event = try Timeline<Value>.Event(from: decoder)
    instant = event.instant
    kind = event.kind
    causes = try container.decodeIfPresent([Int].self, forKey: .causes) ?? []
    record = try container.decodeIfPresent(Trace.Record.self, forKey: .record)
    // The owner itself may be null.
    owner = container.contains(.owner) ? try container.decode(Value.self, forKey: .owner) : nil
    because = try container.decodeIfPresent(String.self, forKey: .because)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .event)
    try container.encode(stage, forKey: .stage)
    if run != 0 { try container.encode(run, forKey: .run) }
    try container.encode(instant, forTime: .time, orNanoseconds: .nanoseconds)
    switch kind {
    case .value(let value): try container.encode(value, forKey: .value)
    case .finished: try container.encode("finished", forKey: .completion)
    case .failure(let message):
      try container.encode("failure", forKey: .completion)
      try container.encode(message, forKey: .error)
    }
    if !causes.isEmpty { try container.encode(causes, forKey: .causes) }
    try container.encodeIfPresent(record, forKey: .record)
    if let owner { try container.encode(owner, forKey: .owner) }
    try container.encodeIfPresent(because, forKey: .because)
  }
}

extension Trace.End: Codable {
  private enum Key: String, CodingKey {
    case end, stage, run, time, nanoseconds, reason, by, due, dueNanoseconds, text
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    event = try container.decode(Int.self, forKey: .end)
    stage = try container.decode(Int.self, forKey: .stage)
    run = try container.decodeIfPresent(Int.self, forKey: .run) ?? 0
    instant = try container.decodeInstant(forTime: .time, orNanoseconds: .nanoseconds)
    reason = try container.decode(Trace.Reason.self, forKey: .reason)
    by = try container.decodeIfPresent(Int.self, forKey: .by)
    due =
      container.contains(.due) || container.contains(.dueNanoseconds)
      ? try container.decodeInstant(forTime: .due, orNanoseconds: .dueNanoseconds) : nil
    text = try container.decode(String.self, forKey: .text)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(event, forKey: .end)
    try container.encode(stage, forKey: .stage)
    if run != 0 { try container.encode(run, forKey: .run) }
    try container.encode(instant, forTime: .time, orNanoseconds: .nanoseconds)
    try container.encode(reason, forKey: .reason)
    try container.encodeIfPresent(by, forKey: .by)
    if let due { try container.encode(due, forTime: .due, orNanoseconds: .dueNanoseconds) }
    try container.encode(text, forKey: .text)
  }
}

extension Trace.Cancellation: Codable {
  private enum Key: String, CodingKey {
    case cancelled, run, time, nanoseconds
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    stage = try container.decode(Int.self, forKey: .cancelled)
    run = try container.decodeIfPresent(Int.self, forKey: .run) ?? 0
    instant = try container.decodeInstant(forTime: .time, orNanoseconds: .nanoseconds)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(stage, forKey: .cancelled)
    if run != 0 { try container.encode(run, forKey: .run) }
    try container.encode(instant, forTime: .time, orNanoseconds: .nanoseconds)
  }
}

extension KeyedEncodingContainer {
  /// Encodes an instant as seconds or, if no `Double` represents it to the nanosecond, as whole
  /// nanoseconds.
  fileprivate mutating func encode(
    _ instant: Instant, forTime time: Key, orNanoseconds nanoseconds: Key
  ) throws {
    let seconds = Double(instant.nanoseconds) / 1e9
    if Instant(exactSeconds: seconds) == instant {
      try encode(seconds, forKey: time)
    } else {
      try encode(instant.nanoseconds, forKey: nanoseconds)
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeInstant(
    forTime time: Key, orNanoseconds nanoseconds: Key
  ) throws -> Instant {
    if let exact = try decodeIfPresent(Int64.self, forKey: nanoseconds) {
      return Instant(nanoseconds: exact)
    }
    let seconds = try decode(Double.self, forKey: time)
    guard let instant = Instant(exactSeconds: seconds) else {
      throw DecodingError.dataCorruptedError(
        forKey: time, in: self,
        debugDescription: "\(seconds) seconds are beyond the end of time")
    }
    return instant
  }
}
