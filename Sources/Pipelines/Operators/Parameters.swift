public import Values

/// The parameters of one operator, in the order in which they are written.
struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  struct Entry: Hashable, Sendable {
    let name: String
    let value: ParameterValue
  }

  private(set) var entries: [Entry] = []

  init() {}

  /// Leaves out what is nil.
  init(dictionaryLiteral elements: (String, ParameterValue?)...) {
    for (name, value) in elements {
      if let value { set(name, value) }
    }
  }

  mutating func set(_ name: String, _ value: ParameterValue) {
    entries.append(Entry(name: name, value: value))
  }

  func contains(_ name: String) -> Bool {
    entries.contains { $0.name == name }
  }

  /// A required parameter. That it is there, and of this kind, was checked against the spec.
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

/// One parameter as it is written in a file.
enum ParameterValue: Hashable, Sendable {
  case duration(Seconds)
  case expression(String)
  case value(Value)
  case count(Int)
  case streams([StreamInput])
}

/// A type that a parameter can be read as.
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
    guard case .expression(let text) = parameter else { return nil }
    self = text
  }
}

extension [StreamInput]: ParameterConvertible {
  init?(parameter: ParameterValue) {
    guard case .streams(let inputs) = parameter else { return nil }
    self = inputs
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
