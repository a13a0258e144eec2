import Values

/// The parameters of an operator, and the scope at its place.
struct OracleParameters {
  let object: Object
  let scope: OracleScope

  subscript(name: Text) -> Value? { object[name] }

  func expression(_ name: Text = "expression") -> OracleExpression? {
    guard case .string(let text)? = object[name] else { return nil }
    return OracleExpression(text, scope, isTolerant: isTolerant)
  }

  /// Whether values on which an expression fails are dropped.
  var isTolerant: Bool {
    if let policy = object["onError"] { policy != "fail" } else { false }
  }

  /// Returns the stream without the values on which an expression fails, if these are dropped.
  func tolerated(
    _ stream: OracleStream,
    _ result: @escaping (Value, Moment) -> Result<Value, OracleExpression.Failure>
  ) -> OracleStream {
    guard isTolerant else { return stream }
    return stream.transforming { value, moment in result(value, moment).map { _ in [value] } }
  }

  /// Returns the same stream for one expression.
  func tolerated(_ stream: OracleStream, by name: Text) -> OracleStream {
    tolerated(stream) { value, moment in
      expression(name)?.result(value, at: moment) ?? .success(.null)
    }
  }

  func value(_ name: Text) -> Value { object[name] ?? .null }

  func count(_ name: Text = "count") -> Int? {
    if case .int(let count)? = object[name] { Int(count) } else { nil }
  }

  func flag(_ name: Text, default standard: Bool) -> Bool {
    if case .bool(let flag)? = object[name] { flag } else { standard }
  }

  func text(_ name: Text) -> String? {
    if case .string(let text)? = object[name] { text.string } else { nil }
  }

  /// Returns a parameter in seconds as nanoseconds.
  func time(_ name: Text) -> Int? { times(name).first }

  /// Returns a parameter that is a number or a list of numbers in seconds as nanoseconds.
  func times(_ name: Text) -> [Int] { Self.nanoseconds(value(name)) }

  /// Returns a result in seconds as nanoseconds.
  static func time(_ seconds: Value) -> Int { nanoseconds(seconds).first ?? 0 }

  private static func nanoseconds(_ seconds: Value) -> [Int] {
    switch seconds {
    case .int(let seconds): [Int(seconds) * 1_000_000_000]
    case .double(let seconds): [Int((seconds * 1_000_000_000).rounded())]
    case .array(let list): list.flatMap(nanoseconds)
    case .string(let text): [nanoseconds(ofText: text.string)]
    default: []
    }
  }

  /// Longer than any playback.
  static let forever = 1 << 60

  /// Returns the sum of the numbers in a string, each multiplied by its unit: `0m2s`.
  private static func nanoseconds(ofText text: String) -> Int {
    if text == "forever" { return forever }
    let units = ["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9]
    var (sum, rest) = (0.0, text[...])
    while !rest.isEmpty {
      let number = rest.prefix { !$0.isLetter }
      let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
      guard let count = Double(number), let length = units[String(unit)] else { return 0 }
      sum += count * length
      rest = rest.dropFirst(number.count + unit.count)
    }
    return Int(sum.rounded())
  }

  /// Returns the times before and after a value, in nanoseconds.
  func interval(_ name: Text) -> (before: Int, after: Int) {
    guard case .object(let sides)? = object[name] else {
      return (time(name) ?? 0, time(name) ?? 0)
    }
    return (Self.time(sides["before"] ?? 0), Self.time(sides["after"] ?? 0))
  }

  /// The streams that the operator takes.
  var streams: [OracleStream] {
    if case .array(let inputs)? = object["streams"] { inputs.map(scope.stream) } else { [] }
  }

  /// Returns the only stream that it takes, possibly with a variable bound.
  func stream(_ variable: String? = nil, _ value: Value = .null) -> OracleStream? {
    let inner = variable.map { scope.with($0, value) } ?? scope
    return object["stream"].map(inner.stream)
  }
}

/// The functions of the operators: what each does to a stream.
enum OracleOperator {
  typealias Function = @Sendable (OracleStream, OracleParameters) -> OracleStream

  static let all: [String: Function] = [
    timing, mapping, filtering, reducing, combining, inner, again, groups, rx, joins, patterns,
    aggregates,
  ]
  .reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }
}
