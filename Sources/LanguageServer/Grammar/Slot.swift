import Pipelines

/// The meaning of a place in a stream file, which determines the values that are possible there.
indirect enum Slot: Sendable {
  /// A model: the document, a definition, or a model written in place.
  case model
  /// An object with a model for each name.
  case definitions
  /// An array of streams.
  case streams
  /// A name, a file, or a model written in place.
  case stream
  case operators
  /// An object with one key, the name of the operator.
  case operatorUse
  /// The parameters of a built-in operator.
  case arguments(BuiltInOperator)
  /// The parameters of a custom operator.
  case ownArguments(name: String)
  case items
  case item
  /// The parameters that a model declares.
  case declarations
  case declaration
  /// Values for the parameters of the stream that is named next to it.
  case with
  /// Streams that replace inputs and definitions.
  case replacements
  case outputs
  case output
  case tests
  case test
  case cases
  case testOutputs
  /// A timeline: a diagram, or a list of events.
  case expectation
  case event
  /// The meanings of the symbols of a diagram.
  case symbols
  case records
  case table
  case lateness
  case errorPolicy([String])
  case interval
  case repetition
  /// An array of objects with the parameters of the operator, or an object of them by name.
  case groups(ParameterSpec)
  /// One of these objects.
  case group([String: Slot], spec: ParameterSpec)
  case durations
  case path
  case leaf(Leaf)

  /// A value without an inner structure.
  enum Leaf: Sendable {
    /// Any JSON value, which is data.
    case data
    /// An expression. Its role decides what it can read.
    case expression(ExpressionRole)
    /// An array, or an expression that creates one.
    case sequence
    case marbles
    case duration, count, flag, text, cron, zone
    case words([String])
    case inputName
    /// The name of a hot stream.
    case outputName
  }

  /// The slot of a member of an object; nil if the object has no such key.
  func child(_ key: String) -> Slot? {
    if key.hasPrefix("$"), !takesNames { return .leaf(.data) }
    switch self {
    case .model: return Self.ofModel[key]
    case .stream: return Self.ofModel[key]
    case .definitions: return .model
    case .operatorUse:
      return Self.builtIn[key] ?? .ownArguments(name: key)
    case .arguments(let builtIn): return builtIn.slots[key]
    case .ownArguments, .with: return .leaf(.data)
    case .item: return key == "value" ? .leaf(.data) : key == "operators" ? .operators : nil
    case .declarations: return .declaration
    case .declaration: return Self.ofDeclaration[key]
    case .replacements: return .stream
    case .outputs: return .output
    case .output: return Self.ofOutput[key]
    case .test: return Self.ofTest[key]
    case .testOutputs: return .expectation
    case .expectation: return Self.ofExpectation[key]
    case .event: return Self.ofEvent[key]
    case .symbols: return .leaf(.data)
    case .records:
      switch key {
      case "csv", "tsv": return .table
      case "lines": return .leaf(.text)
      default: return nil
      }
    case .table: return Self.ofTable[key]
    case .lateness:
      switch key {
      case "output": return .leaf(.outputName)
      case "reorder": return .leaf(.duration)
      case "then": return .lateness
      default: return nil
      }
    case .errorPolicy: return key == "output" ? .leaf(.outputName) : nil
    case .interval: return ["before", "after"].contains(key) ? .leaf(.duration) : nil
    case .repetition: return ["minimum", "maximum"].contains(key) ? .leaf(.count) : nil
    case .groups(let spec): return spec.kind == .namedObjects ? Slot(objectOf: spec) : nil
    case .group(let slots, _): return slots[key]
    case .leaf(.data): return .leaf(.data)
    case .streams, .operators, .items, .tests, .cases, .durations, .path, .leaf: return nil
    }
  }

  /// Whether the keys of the object are names that the author of a file chooses.
  private var takesNames: Bool {
    if case .symbols = self { true } else { false }
  }

  /// The slot of an element of an array; nil if there is no array here.
  var element: Slot? {
    switch self {
    case .streams: .stream
    case .operators: .operatorUse
    case .items: .item
    case .tests: .test
    case .cases: .test
    // A test can specify a stream as a list of events.
    case .expectation, .stream: .event
    case .durations: .leaf(.duration)
    case .groups(let spec) where spec.kind == .objects: Slot(objectOf: spec)
    case .path: .path
    case .leaf(.data), .leaf(.sequence): .leaf(.data)
    default: nil
    }
  }

  /// The slot of one of the objects in a parameter.
  private init(objectOf parameter: ParameterSpec) {
    let slots = parameter.members.map { ($0.name, Slot($0)) }
    self = .group(Dictionary(slots, uniquingKeysWith: { first, _ in first }), spec: parameter)
  }

  init(_ parameter: ParameterSpec) {
    switch parameter.kind {
    case .duration: self = .leaf(.duration)
    case .expression, .selection: self = .leaf(.expression(parameter.role))
    case .value, .number: self = .leaf(.data)
    case .count: self = .leaf(.count)
    case .flag: self = .leaf(.flag)
    case .text: self = .leaf(.text)
    case .word: self = .leaf(.words(parameter.words))
    case .durations: self = .durations
    case .interval: self = .interval
    case .repetition: self = .repetition
    case .objects, .namedObjects: self = .groups(parameter)
    case .streams: self = .streams
    case .stream: self = .stream
    case .operators: self = .operators
    case .errorPolicy: self = .errorPolicy(parameter.words)
    }
  }
}

/// A built-in operator, with the slots of its parameters by name.
final class BuiltInOperator: Sendable {
  let spec: OperatorSpec
  let slots: [String: Slot]

  fileprivate init(_ spec: OperatorSpec) {
    self.spec = spec
    slots = Dictionary(
      spec.parameters.map { ($0.name, Slot($0)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Slot {
  /// The slots of the parameters of the built-in operators, by the names of the operators.
  static let builtIn: [String: Slot] = Dictionary(
    Operator.specs.map { ($0.name, .arguments(BuiltInOperator($0))) },
    uniquingKeysWith: { first, _ in first })

  private static let ofModel: [String: Slot] = [
    "stream": .items, "sequence": .leaf(.sequence), "append": .streams, "merge": .streams,
    "zip": .streams, "combineLatest": .streams, "from": .stream, "marbles": .leaf(.marbles),
    "cron": .leaf(.cron), "input": .leaf(.inputName), "operators": .operators,
    "parameters": .declarations, "definitions": .definitions, "outputs": .outputs,
    "expect": .expectation, "tests": .tests, "format": .leaf(.count), "id": .leaf(.text),
    "name": .leaf(.text), "description": .leaf(.text), "latest": .leaf(.flag),
    "isDefault": .leaf(.flag),
    "values": .symbols, "frame": .leaf(.duration), "error": .leaf(.text), "hot": .leaf(.flag),
    "zone": .leaf(.zone), "twice": .leaf(.words(["both", "once"])),
    "initial": .leaf(.flag),
    "time": .leaf(.expression(.duration)),
    "unit": .leaf(.words(InputSource.TimeUnit.allCases.map(\.rawValue))),
    "origin": .leaf(.words(["first", "epoch"])), "late": .lateness, "every": .leaf(.duration),
    "end": .leaf(.duration), "malformed": .errorPolicy(["fail", "skip"]),
    "require": .leaf(.expression(.condition)),
    "priority": .leaf(.count), "path": .path, "records": .records, "with": .with,
    "inputs": .replacements,
  ]

  private static let ofDeclaration: [String: Slot] = [
    "value": .leaf(.data),
    "type": .leaf(.words(ParameterDeclaration.Kind.allCases.map(\.rawValue))),
    "minimum": .leaf(.data), "maximum": .leaf(.data), "oneOf": .leaf(.data),
    "description": .leaf(.text),
  ]

  private static let ofOutput: [String: Slot] = [
    "from": .stream, "with": .with, "inputs": .replacements, "path": .path, "records": .records,
  ]

  private static let ofTest: [String: Slot] = [
    "name": .leaf(.text), "skip": .leaf(.text), "with": .with, "inputs": .replacements,
    "values": .symbols, "until": .leaf(.duration), "match": .leaf(.words(["exact", "partial"])),
    "tolerance": .leaf(.data), "expect": .expectation, "outputs": .testOutputs, "cases": .cases,
  ]

  private static let ofExpectation: [String: Slot] = [
    "marbles": .leaf(.marbles), "values": .symbols, "frame": .leaf(.duration),
    "error": .leaf(.text), "path": .path,
  ]

  private static let ofEvent: [String: Slot] = [
    "time": .leaf(.duration), "value": .leaf(.data),
    "completion": .leaf(.words(["finished", "failure"])), "error": .leaf(.text),
    "cause": .leaf(.data),
  ]

  private static let ofTable: [String: Slot] = [
    "delimiter": .leaf(.text), "header": .leaf(.data), "types": .leaf(.data),
  ]
}
