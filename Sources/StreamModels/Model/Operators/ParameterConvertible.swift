import Reactive
import Values

/// A type of a parameter's value.
package protocol ParameterConvertible: Sendable {
  /// The kind of parameters with such values.
  static var parameterKind: ParameterKind { get }
  /// The possible words; empty unless the kind is `word`.
  static var parameterWords: [String] { get }
  /// The parameters of its objects; empty unless it has objects.
  static var parameterMembers: [ParameterSpec] { get }

  init?(parameter: ParameterValue)

  /// Returns the value of a parameter of a kind.
  func parameter(of kind: ParameterKind) -> ParameterValue
}

extension ParameterConvertible {
  package static var parameterWords: [String] { [] }
  package static var parameterMembers: [ParameterSpec] { [] }
}

extension Seconds: ParameterConvertible {
  package static let parameterKind = ParameterKind.duration

  package init?(parameter: ParameterValue) {
    guard case .duration(let seconds) = parameter else { return nil }
    self = seconds
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .duration(self) }
}

/// A string is an expression, unless it is declared as text.
extension String: ParameterConvertible {
  package static let parameterKind = ParameterKind.expression

  package init?(parameter: ParameterValue) {
    switch parameter {
    case .expression(let text), .text(let text): self = text
    default: return nil
    }
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue {
    kind == .expression || kind == .selection ? .expression(self) : .text(self)
  }
}

extension Value: ParameterConvertible {
  static let parameterKind = ParameterKind.value

  package init?(parameter: ParameterValue) {
    guard case .value(let value) = parameter else { return nil }
    self = value
  }

  func parameter(of kind: ParameterKind) -> ParameterValue { .value(self) }
}

extension Int: ParameterConvertible {
  package static let parameterKind = ParameterKind.count

  package init?(parameter: ParameterValue) {
    guard case .count(let count) = parameter else { return nil }
    self = count
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .count(self) }
}

extension Bool: ParameterConvertible {
  package static let parameterKind = ParameterKind.flag

  package init?(parameter: ParameterValue) {
    guard case .flag(let flag) = parameter else { return nil }
    self = flag
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .flag(self) }
}

extension Durations: ParameterConvertible {
  package static let parameterKind = ParameterKind.durations

  package init?(parameter: ParameterValue) {
    guard case .durations(let durations) = parameter else { return nil }
    self = durations
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .durations(self) }
}

extension ErrorPolicy: ParameterConvertible {
  package static let parameterKind = ParameterKind.errorPolicy

  package init?(parameter: ParameterValue) {
    guard case .errorPolicy(let policy) = parameter else { return nil }
    self = policy
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .errorPolicy(self) }
}

extension JoinInterval: ParameterConvertible {
  package static let parameterKind = ParameterKind.interval

  package init?(parameter: ParameterValue) {
    guard case .interval(let interval) = parameter else { return nil }
    self = interval
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .interval(self) }
}

extension Repetition: ParameterConvertible {
  package static let parameterKind = ParameterKind.repetition

  package init?(parameter: ParameterValue) {
    guard case .repetition(let repetition) = parameter else { return nil }
    self = repetition
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .repetition(self) }
}

extension StreamInput: ParameterConvertible {
  package static let parameterKind = ParameterKind.stream

  package init?(parameter: ParameterValue) {
    guard case .stream(let input) = parameter else { return nil }
    self = input
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .stream(self) }
}

/// A type of the elements in a parameter that is a list.
package protocol ParameterElement: Sendable {
  static var listKind: ParameterKind { get }
  /// The parameters of its objects; empty unless it is an object.
  static var listMembers: [ParameterSpec] { get }
  static func list(of parameter: ParameterValue) -> [Self]?
  static func parameter(_ list: [Self]) -> ParameterValue
}

extension ParameterElement {
  package static var listMembers: [ParameterSpec] { [] }
}

extension Array: ParameterConvertible where Element: ParameterElement {
  package static var parameterKind: ParameterKind { Element.listKind }
  package static var parameterMembers: [ParameterSpec] { Element.listMembers }

  package init?(parameter: ParameterValue) {
    guard let list = Element.list(of: parameter) else { return nil }
    self = list
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { Element.parameter(self) }
}

extension StreamInput: ParameterElement {
  package static let listKind = ParameterKind.streams

  package static func list(of parameter: ParameterValue) -> [StreamInput]? {
    if case .streams(let inputs) = parameter { inputs } else { nil }
  }

  package static func parameter(_ list: [StreamInput]) -> ParameterValue { .streams(list) }
}

extension Operator: ParameterElement {
  package static let listKind = ParameterKind.operators

  package static func list(of parameter: ParameterValue) -> [Operator]? {
    if case .operators(let operators) = parameter { operators } else { nil }
  }

  package static func parameter(_ list: [Operator]) -> ParameterValue { .operators(list) }
}

/// One of a few words, which are the raw values of its cases.
package protocol ParameterWord: ParameterConvertible, CaseIterable, RawRepresentable<String> {}

extension ParameterWord {
  package static var parameterKind: ParameterKind { .word }
  package static var parameterWords: [String] { allCases.map(\.rawValue) }

  package init?(parameter: ParameterValue) {
    guard case .text(let text) = parameter else { return nil }
    self.init(rawValue: text)
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue { .text(rawValue) }
}

extension Publishers.JoinKind: ParameterWord {}
extension Publishers.PendingAtEnd: ParameterWord {}
