import Testing
import Values

@testable import Checking
@testable import Pipelines
@testable import StreamModels

/// Operators do what the specs of their parameters state. Random pipelines and measurements rely on
/// that.
@Suite struct ParameterSpecTests {
  private static let streamKinds: Set<ParameterKind> = [.stream, .streams, .operators]

  @Test(arguments: Operator.specs.map(\.name))
  func `an expression has the role in its spec`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    for parameter in spec.parameters where parameter.kind == .expression {
      let readsTwo = [.accumulation, .comparison].contains(parameter.role)
      #expect(try takes("$1 == $1", as: parameter, of: spec) == readsTwo, "\(parameter.name)")
      let refusesLists = [.condition, .comparison, .duration].contains(parameter.role)
      #expect(try takes("[1]", as: parameter, of: spec) != refusesLists, "\(parameter.name)")
    }
  }

  @Test(arguments: Operator.specs.map(\.name))
  func `a stream reads the variables that the spec of its operator provides`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    for parameter in spec.parameters where Self.streamKinds.contains(parameter.kind) {
      for subject in ProvidedName.allCases {
        let value = Self.value(of: parameter.kind, reading: subject)
        let isProvided = parameter.provides.contains(subject)
        #expect(
          try takes(value, as: parameter, of: spec) == isProvided,
          "\(parameter.name), \(subject.name)")
      }
    }
  }

  /// Returns a stream or operators that cannot play where nothing provides a subject.
  private static func value(
    of kind: ParameterKind, reading subject: ProvidedName
  ) -> Value {
    let name = Value.string(Text(subject.name))
    let step: Value =
      subject == .group ? ["append": ["streams": [name]]] : ["map": ["expression": name]]
    let stream: Value = ["sequence": [1], "operators": [step]]
    return switch kind {
    case .operators: [step]
    case .streams: [stream]
    default: stream
    }
  }

  /// Returns whether an operator with this value for a parameter compiles. The other values are
  /// those of an example.
  private func takes(
    _ value: Value, as parameter: ParameterSpec, of spec: OperatorSpec
  ) throws -> Bool {
    let examples = try spec.examples.map {
      try JSONReader.value(of: SourceText(name: "example", $0.parameters)).value
    }
    let members = examples.lazy.compactMap { example -> [Member]? in
      guard case .object(let object) = example, object[Text(parameter.name)] != nil else {
        return nil
      }
      return object.members.filter { $0.key.string != parameter.name }
    }.first
    let others = try #require(members, "no example has '\(parameter.name)'")
    let parameters = Object(others + [Member(parameter.name, value)])
    let step = Value.object(Object([Member(spec.name, .object(parameters))]))
    let document: Value = ["sequence": [1, 2], "operators": [step]]
    return (try? program("\(document)")) != nil
  }
}
