public import Values

/// The parameters of one operator, in the order in which they are written.
struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  struct Entry: Hashable, Sendable {
    let name: String
    let value: ParameterValue
  }

  private(set) var entries: [Entry] = []

  init() {}

  /// Creates parameters, leaving out those that are nil.
  init(dictionaryLiteral elements: (String, ParameterValue?)...) {
    for (name, value) in elements {
      if let value { set(name, value) }
    }
  }

  mutating func set(_ name: String, _ value: ParameterValue) {
    entries.append(Entry(name: name, value: value))
  }

  /// Whether one of them is an expression.
  var hasExpression: Bool {
    entries.contains { if case .expression = $0.value { true } else { false } }
  }

  /// Whether a value is given by a parameter of the model.
  var hasReferences: Bool {
    entries.contains { if case .reference = $0.value { true } else { false } }
  }

  /// Removes a parameter, and returns it; nil, with nothing removed, if it is missing or given by a
  /// parameter of the model.
  mutating func take<P: ParameterConvertible>(_ name: String) -> P? {
    guard let index = entries.firstIndex(where: { $0.name == name }),
      let value = P(parameter: entries[index].value)
    else { return nil }
    entries.remove(at: index)
    return value
  }

  func contains(_ name: String) -> Bool {
    entries.contains { $0.name == name }
  }

  /// A required parameter. Its presence and its kind have been checked against the spec.
  subscript<P: ParameterConvertible>(name: String) -> P {
    guard let value: P = self[optional: name] else {
      preconditionFailure("parameter '\(name)' is not what its spec says")
    }
    return value
  }

  subscript<P: ParameterConvertible>(optional name: String) -> P? {
    for entry in entries where entry.name == name { return P(parameter: entry.value) }
    return nil
  }
}

/// The value of a parameter, as it is written in a file.
enum ParameterValue: Hashable, Sendable {
  case duration(Seconds)
  case expression(String)
  case value(Value)
  case count(Int)
  case flag(Bool)
  /// A `text` or a `word`.
  case text(String)
  case durations(Durations)
  case interval(JoinInterval)
  case streams([StreamInput])
  case stream(StreamInput)
  case operators([Operator])
  case errorPolicy(ErrorPolicy)
  /// A value in which parameters of the model replace parts: strings such as `$name`.
  case reference(Value)

  /// The numbers of streams and of custom operators in the value.
  var span: ReferenceSpan {
    switch self {
    case .streams(let inputs): ReferenceSpan(inputs: inputs.count)
    case .stream: ReferenceSpan(inputs: 1)
    case .operators(let operators):
      operators.reduce(ReferenceSpan()) { $0 + $1.definition.span }
    default: ReferenceSpan()
    }
  }
}

/// The number of streams that operators take, and the number of custom operators among them.
/// Streams and operators in the bodies of custom operators are not counted.
struct ReferenceSpan: Hashable, Sendable {
  var inputs = 0
  var ownOperators = 0

  var isEmpty: Bool { inputs == 0 && ownOperators == 0 }

  static func + (left: ReferenceSpan, right: ReferenceSpan) -> ReferenceSpan {
    ReferenceSpan(
      inputs: left.inputs + right.inputs, ownOperators: left.ownOperators + right.ownOperators)
  }
}

extension OperatorDefinition {
  /// The numbers of streams and of custom operators that it uses.
  var span: ReferenceSpan {
    if self is OwnOperator { return ReferenceSpan(ownOperators: 1) }
    return parameters.entries.reduce(ReferenceSpan()) { $0 + $1.value.span }
  }
}

/// Durations as they are written in a file: a single one, or a list.
struct Durations: Hashable, Sendable {
  var list: [Seconds]
  /// Whether it is a single duration instead of a list with one element.
  var isSingle: Bool

  /// Creates durations from a list. A single element is written without brackets. Returns nil for
  /// an empty list.
  init?(_ list: [Seconds]) {
    guard !list.isEmpty else { return nil }
    self.init(list: list, isSingle: list.count == 1)
  }

  init(list: [Seconds], isSingle: Bool) {
    self.list = list
    self.isSingle = isSingle
  }

  var durations: [Duration] { list.map(\.duration) }
}

/// A type to which the value of a parameter can be converted.
protocol ParameterConvertible {
  init?(parameter: ParameterValue)
}

extension Seconds: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .duration(let seconds) = parameter else { return nil }
    self = seconds
  }
}

extension String: ParameterConvertible {
  init?(parameter: ParameterValue) {
    switch parameter {
    case .expression(let text), .text(let text): self = text
    default: return nil
    }
  }
}

extension Value: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .value(let value) = parameter else { return nil }
    self = value
  }
}

extension Int: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .count(let count) = parameter else { return nil }
    self = count
  }
}

extension Bool: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .flag(let flag) = parameter else { return nil }
    self = flag
  }
}

extension Durations: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .durations(let durations) = parameter else { return nil }
    self = durations
  }
}

extension ErrorPolicy: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .errorPolicy(let policy) = parameter else { return nil }
    self = policy
  }
}

extension JoinInterval: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .interval(let interval) = parameter else { return nil }
    self = interval
  }
}

extension StreamInput: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .stream(let input) = parameter else { return nil }
    self = input
  }
}

/// A type of the elements in a parameter that is a list.
protocol ParameterElement {
  static func list(of parameter: ParameterValue) -> [Self]?
}

extension Array: ParameterConvertible where Element: ParameterElement {
  init?(parameter: ParameterValue) {
    guard let list = Element.list(of: parameter) else { return nil }
    self = list
  }
}

extension StreamInput: ParameterElement {
  static func list(of parameter: ParameterValue) -> [StreamInput]? {
    if case .streams(let inputs) = parameter { inputs } else { nil }
  }
}

extension Operator: ParameterElement {
  static func list(of parameter: ParameterValue) -> [Operator]? {
    if case .operators(let operators) = parameter { operators } else { nil }
  }
}
