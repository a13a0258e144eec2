package import Expressions
package import Marbles
import Reactive
public import Values

/// A marble diagram with the values of its symbols.
public struct MarbleSource: Hashable, Sendable {
  /// The diagram, in RxJS's notation.
  public var text: String
  /// The values of the symbols. Without an entry, a digit means that int, and any other symbol
  /// means that string.
  public var values: [Member]
  /// The time of one character; nil means a second.
  public var frame: Seconds?
  /// The string of the failure `#`; nil means "error".
  public var error: String?
  /// Whether the diagram runs from the start of the playback, whether or not there is a subscriber.
  /// Nil means false.
  public var isHot: Bool?

  /// Creates a source from a marble diagram.
  public init(
    _ text: String, values: [Member] = [], frame: Seconds? = nil, error: String? = nil,
    isHot: Bool? = nil
  ) {
    self.text = text
    self.values = values
    self.frame = frame
    self.error = error
    self.isHot = isHot
  }
}

extension MarbleSource {
  package static let spec = SourceSpec(
    .marbles, "diagram", "a diagram in a string, where each character is a second",
    "Plays a marble diagram.", calledInMessages: "a diagram",
    details: [
      .init(
        .values, "an object",
        "The values of the symbols; by default, a digit is that int, and any other symbol is a "
          + "string."),
      .init(.frame, "a duration, more than 0", "The time of a character; 1 by default."),
      .init(.error, "a string", "The message of the failure '#'; 'error' by default."),
      .init(
        .hot, "true or false",
        "Whether to run from the start of the playback, even without a subscriber; false by "
          + "default."),
    ],
    examples: [
      .init(
        #"{"marbles": "a-b-|", "values": {"a": 1, "b": 2}, "frame": 2}"#, result: "1---2---|"),
      .init(#"{"marbles": "-1-#"}"#, result: "-1-#"),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(self)
    if let isHot { try container.encode(isHot, named: "hot") }
  }
}

extension KeyedEncodingContainer<NamedKey> {
  /// Writes a diagram with the values of its symbols.
  mutating func encode(_ marbles: MarbleSource) throws {
    try encode(marbles.text, named: "marbles")
    if !marbles.values.isEmpty { try encode(Value.object(Object(marbles.values)), named: "values") }
    if let frame = marbles.frame { try encode(frame.encoded, named: "frame") }
    if let error = marbles.error { try encode(error, named: "error") }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the value of a detail of a diagram.
  mutating func readMarbleDetail(
    _ key: ModelKey, into marbles: inout MarbleSource
  ) throws(ReadError) {
    switch key {
    case .values:
      guard try expect(.object, "an object with the values of the symbols") else { return }
      if case .object(let object) = try reader.readValue() {
        marbles.values = object.members
        checkSymbols(of: marbles.values)
      }
    case .frame:
      _ = try reader.peek()
      let start = reader.offset
      let least = "1 nanosecond (1e-9)"
      guard let frame = try readDuration(named: "frame", least: least) else { return }
      if frame.nanoseconds == 0 {
        report(
          .invalidValue, "'frame' is 0, expected \(least) or more", at: start)
      } else {
        marbles.frame = frame
      }
    case .error:
      marbles.error = try readString("the message of the failure in a string")
    default:
      if try expect(.bool, "true or false") { marbles.isHot = try reader.readBool() }
    }
  }
}

extension MarblePlan {
  package init(_ source: MarbleSource) throws(MarbleErrors) {
    /// A symbol after a wait. Events with the same one share a step.
    struct Sign: Hashable {
      let wait: Int64
      let kind: MarbleDiagram.Kind
    }
    isHot = source.isHot ?? false
    let values = Dictionary(
      source.values.map { ($0.key.string, $0.value) }, uniquingKeysWith: { first, _ in first })
    var steps: [Sign: UInt32] = [:]
    var events = MarbleEvents(
      capacity: source.text.utf8.count { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") })
    let start = try MarbleDiagram.read(
      source.text, frame: (source.frame ?? 1).duration, allowsStart: isHot
    ) { event in
      let time = event.instant.nanoseconds
      let sign = Sign(wait: events.wait(until: time), kind: event.kind)
      if let step = steps[sign] { return events.append(step, at: time) }
      let kind: Kind =
        switch event.kind {
        case .value(let symbol): .value(values[symbol] ?? Self.value(of: symbol))
        case .finished: .finished
        case .failure: .failure(StreamFailure(source.error ?? "error"))
        }
      steps[sign] = events.append(Event(time: time, kind: kind))
    }
    if let start { events.count(start.eventCount, from: start.time) }
    self.events = events
  }

  /// The type of the values.
  package var type: ValueType {
    var type: ValueType?
    for case .value(let value) in events.kinds {
      let own = ValueType.of(value)
      type = type?.joined(with: own) ?? own
    }
    return type ?? .dyn
  }

  /// Returns the default value of a symbol: an int for a digit, or else a string.
  static func value(of symbol: String) -> Value {
    guard let byte = symbol.utf8.first, symbol.utf8.count == 1, (0x30...0x39).contains(byte) else {
      return .string(Text(symbol))
    }
    return .int(Int64(byte - 0x30))
  }
}

extension Diagnostics {
  /// Creates diagnostics for the mistakes in a diagram at a path.
  package init(_ errors: MarbleErrors, at path: DocumentPath) {
    self.init(
      errors.items.map { mistake in
        Diagnostic(
          .marbles, mistake.message, hint: mistake.hint, at: path, rangeInString: mistake.range)
      })
    countOmitted(errors.omittedCount)
  }
}
