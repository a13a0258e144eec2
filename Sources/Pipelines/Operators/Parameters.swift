import Values

/// The parameters of one operator, in the order in which they are written.
struct Parameters: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let value: ParameterValue
  }

  private(set) var entries: [Entry] = []

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

  /// Removes the treatment of values on which an expression fails, and returns it; nil, with nothing
  /// removed, if it is missing or given by a parameter of the model.
  mutating func takeErrorPolicy() -> ErrorPolicy? {
    guard let index = entries.firstIndex(where: { $0.name == ParameterSpec.onError.name }),
      case .errorPolicy(let policy) = entries[index].value
    else { return nil }
    entries.remove(at: index)
    return policy
  }

  /// The value of a parameter; nil if it is absent.
  func value(of name: String) -> ParameterValue? {
    entries.first { $0.name == name }?.value
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
      operators.reduce(ReferenceSpan()) { $0 + $1.span }
    default: ReferenceSpan()
    }
  }
}

/// The number of streams that operators take, and the number of custom operators among them.
/// Streams and operators in the bodies of custom operators are not counted.
struct ReferenceSpan: Hashable, Sendable {
  var inputs = 0
  var customOperators = 0

  var isEmpty: Bool { inputs == 0 && customOperators == 0 }

  static func + (left: ReferenceSpan, right: ReferenceSpan) -> ReferenceSpan {
    ReferenceSpan(
      inputs: left.inputs + right.inputs,
      customOperators: left.customOperators + right.customOperators)
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
