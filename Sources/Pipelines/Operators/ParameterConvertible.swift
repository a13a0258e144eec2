import Reactive
import Values

/// A type of a parameter's value.
protocol ParameterConvertible: Sendable {
  /// The kind of parameters with such values.
  static var parameterKind: ParameterKind { get }
  /// The possible words; empty unless the kind is `word`.
  static var parameterWords: [String] { get }

  init?(parameter: ParameterValue)

  /// Returns the value of a parameter of a kind.
  func parameter(of kind: ParameterKind) -> ParameterValue
}

extension ParameterConvertible {
  static var parameterWords: [String] { [] }
}

extension Seconds: ParameterConvertible {
  static let parameterKind = ParameterKind.duration

  init?(parameter: ParameterValue) {
    guard case .duration(let seconds) = parameter else { return nil }
    self = seconds
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .duration(self) }
}

/// A string is an expression, unless it is declared as text.
extension String: ParameterConvertible {
  static let parameterKind = ParameterKind.expression

  init?(parameter: ParameterValue) {
    switch parameter {
    case .expression(let text), .text(let text): self = text
    default: return nil
    }
  }

  func parameter(of kind: ParameterKind) -> ParameterValue {
    kind == .expression ? .expression(self) : .text(self)
  }
}

extension Value: ParameterConvertible {
  static let parameterKind = ParameterKind.value

  init?(parameter: ParameterValue) {
    guard case .value(let value) = parameter else { return nil }
    self = value
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .value(self) }
}

extension Int: ParameterConvertible {
  static let parameterKind = ParameterKind.count

  init?(parameter: ParameterValue) {
    guard case .count(let count) = parameter else { return nil }
    self = count
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .count(self) }
}

extension Bool: ParameterConvertible {
  static let parameterKind = ParameterKind.flag

  init?(parameter: ParameterValue) {
    guard case .flag(let flag) = parameter else { return nil }
    self = flag
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .flag(self) }
}

extension Durations: ParameterConvertible {
  static let parameterKind = ParameterKind.durations

  init?(parameter: ParameterValue) {
    guard case .durations(let durations) = parameter else { return nil }
    self = durations
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .durations(self) }
}

extension ErrorPolicy: ParameterConvertible {
  static let parameterKind = ParameterKind.errorPolicy

  init?(parameter: ParameterValue) {
    guard case .errorPolicy(let policy) = parameter else { return nil }
    self = policy
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .errorPolicy(self) }
}

extension JoinInterval: ParameterConvertible {
  static let parameterKind = ParameterKind.interval

  init?(parameter: ParameterValue) {
    guard case .interval(let interval) = parameter else { return nil }
    self = interval
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .interval(self) }
}

extension StreamInput: ParameterConvertible {
  static let parameterKind = ParameterKind.stream

  init?(parameter: ParameterValue) {
    guard case .stream(let input) = parameter else { return nil }
    self = input
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .stream(self) }
}

/// A type of the elements in a parameter that is a list.
protocol ParameterElement: Sendable {
  static var listKind: ParameterKind { get }
  static func list(of parameter: ParameterValue) -> [Self]?
  static func parameter(_ list: [Self]) -> ParameterValue
}

extension Array: ParameterConvertible where Element: ParameterElement {
  static var parameterKind: ParameterKind { Element.listKind }

  init?(parameter: ParameterValue) {
    guard let list = Element.list(of: parameter) else { return nil }
    self = list
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { Element.parameter(self) }
}

extension StreamInput: ParameterElement {
  static let listKind = ParameterKind.streams

  static func list(of parameter: ParameterValue) -> [StreamInput]? {
    if case .streams(let inputs) = parameter { inputs } else { nil }
  }

  static func parameter(_ list: [StreamInput]) -> ParameterValue { .streams(list) }
}

extension Operator: ParameterElement {
  static let listKind = ParameterKind.operators

  static func list(of parameter: ParameterValue) -> [Operator]? {
    if case .operators(let operators) = parameter { operators } else { nil }
  }

  static func parameter(_ list: [Operator]) -> ParameterValue { .operators(list) }
}

/// One of a few words, which are the raw values of its cases.
protocol ParameterWord: ParameterConvertible, CaseIterable, RawRepresentable<String> {}

extension ParameterWord {
  static var parameterKind: ParameterKind { .word }
  static var parameterWords: [String] { allCases.map(\.rawValue) }

  init?(parameter: ParameterValue) {
    guard case .text(let text) = parameter else { return nil }
    self.init(rawValue: text)
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .text(rawValue) }
}

extension Publishers.JoinKind: ParameterWord {}
extension Publishers.PendingAtEnd: ParameterWord {}
extension Operator.RateOverflow: ParameterWord {}
