package import Values

/// The parameters of one operator, in the order in which they are written.
package struct Parameters: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let name: String
    package let value: ParameterValue
  }

  package private(set) var entries: [Entry] = []

  package init(entries: [Entry] = []) {
    self.entries = entries
  }

  package mutating func set(_ name: String, _ value: ParameterValue) {
    entries.append(Entry(name: name, value: value))
  }

  /// Whether one of them is an expression.
  package var hasExpression: Bool {
    entries.contains { entry in
      switch entry.value {
      case .expression: true
      case .groups(let groups): groups.contains(where: \.parameters.hasExpression)
      default: false
      }
    }
  }

  /// Whether a value is given by a parameter of the model.
  package var hasReferences: Bool {
    entries.contains { entry in
      switch entry.value {
      case .reference: true
      case .groups(let groups): groups.contains(where: \.parameters.hasReferences)
      default: false
      }
    }
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
  package func value(of name: String) -> ParameterValue? {
    entries.first { $0.name == name }?.value
  }
}

/// The value of a parameter, as it is written in a file.
package enum ParameterValue: Hashable, Sendable {
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
  case groups([ParameterGroup])
  case repetition(Repetition)
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
package struct ReferenceSpan: Hashable, Sendable {
  package var inputs = 0
  package var customOperators = 0

  package init(inputs: Int = 0, customOperators: Int = 0) {
    self.inputs = inputs
    self.customOperators = customOperators
  }

  package var isEmpty: Bool { inputs == 0 && customOperators == 0 }

  package static func + (left: ReferenceSpan, right: ReferenceSpan) -> ReferenceSpan {
    ReferenceSpan(
      inputs: left.inputs + right.inputs,
      customOperators: left.customOperators + right.customOperators)
  }
}

/// Durations as they are written in a file: a single one, or a list.
package struct Durations: Hashable, Sendable {
  package var list: [Seconds]
  /// Whether it is a single duration instead of a list with one element.
  var isSingle: Bool

  /// Creates durations from a list. A single element is written without brackets. Returns nil for
  /// an empty list.
  package init?(_ list: [Seconds]) {
    guard !list.isEmpty else { return nil }
    self.init(list: list, isSingle: list.count == 1)
  }

  package init(list: [Seconds], isSingle: Bool) {
    self.list = list
    self.isSingle = isSingle
  }

  package var durations: [Duration] { list.map(\.duration) }
}
