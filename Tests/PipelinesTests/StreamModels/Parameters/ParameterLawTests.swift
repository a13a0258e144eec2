import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// A document plays the same events when its values are written as parameters, and its operators as
/// custom operators.
@Suite struct ParameterLawTests {
  @Test func `any pipeline plays the same with parameters and custom operators`() throws {
    let (seed, cases) = (freshSeed(), RandomCampaign.cases ?? 200)
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var lifted = 0
    for number in 0..<cases {
      let document = pipelines.document()
      var lifting = Lifting(random: SplitMix64(seed: seed &+ UInt64(number)))
      let changed = lifting.lift(document)
      let (plain, other) = (play(document), play(changed))
      #expect(
        plain == other, "seed \(seed), pipeline \(number): \(document)\n\(changed)")
      guard plain == other else { return }
      lifted += lifting.count
    }
    #expect(lifted > cases / 4, "seed \(seed): little was lifted")
  }

  private func play(_ document: Value) -> String {
    outcome {
      let source = SourceText(name: "t.json", "\(document)")
      return try Program(source).play(
        Playback(until: Instant(nanoseconds: 60_000_000_000), limit: 200)
      ).brief
    }
  }
}

/// Writes values of a document as parameters.
private struct Lifting {
  /// Operators that provide a variable to the expressions and streams inside them. An expression or
  /// a stream given from outside cannot read it.
  private static let providing: Set<String> = [
    "catch", "concatMap", "exhaustMap", "flatMap", "groupBy", "switchMap",
  ]

  var random: SplitMix64
  /// The number of values that were lifted.
  private(set) var count = 0
  /// The parameters of the document itself.
  private var parameters: [Member] = []
  /// The definitions of the created operators.
  private var definitions: [Member] = []

  init(random: SplitMix64) {
    self.random = random
  }

  /// Returns a document with some of its operators in separate definitions. Their parameters are
  /// set to the original values, directly or through parameters of the document.
  mutating func lift(_ document: Value) -> Value {
    guard case .object(let object) = document, case .array(let steps)? = object["operators"] else {
      return document
    }
    let operators = steps.map { lift(step: $0) }
    var members = object.members.filter { $0.key != "operators" && $0.key != "definitions" }
    var all = definitions
    if case .object(let own)? = object["definitions"] { all = own.members + definitions }
    members.insert(Member(key: "definitions", value: .object(Object(all))), at: 0)
    members.append(Member(key: "operators", value: .array(operators)))
    members.append(Member(key: "parameters", value: .object(Object(parameters))))
    return .object(Object(members))
  }

  /// Returns the use of a new operator that does the same as a step.
  private mutating func lift(step: Value) -> Value {
    // Hot diagrams are in document order, which lifting would change.
    guard !"\(step)".contains(#""hot":true"#), case .object(let object) = step,
      let member = object.members.first, case .object(let values) = member.value,
      let spec = Operator.specs.first(where: { $0.name == member.key.string })
    else { return step }
    var declared: [Member] = []
    var arguments: [Member] = []
    var inside: [Member] = []
    for value in values.members {
      guard let kind = spec.parameters.first(where: { $0.name == value.key.string })?.kind,
        let type = type(of: kind, in: spec, value.value)
      else {
        inside.append(value)
        continue
      }
      count += 1
      let name = Text("p\(declared.count)")
      declared.append(
        Member(key: name, value: .object(Object([Member(key: "type", value: .string(type))]))))
      inside.append(Member(key: value.key, value: .string(Text("$\(name)"))))
      arguments.append(Member(key: name, value: passed(value.value, as: type)))
    }
    let name = Text("own\(definitions.count)")
    let body = Value.object(Object([Member(key: member.key, value: .object(Object(inside)))]))
    definitions.append(
      Member(
        key: name,
        value: .object(
          Object([
            Member(key: "operators", value: .array([body])),
            Member(key: "parameters", value: .object(Object(declared))),
          ]))))
    return .object(Object([Member(key: name, value: .object(Object(arguments)))]))
  }

  /// Returns the type of a parameter that can replace a value; nil if there is none.
  private func type(of kind: ParameterKind, in spec: OperatorSpec, _ value: Value) -> Text? {
    switch kind {
    case .duration: "duration"
    case .count: "int"
    case .flag: "bool"
    case .word, .text: "string"
    // Variables inside these would be those of the operator.
    case .expression:
      Self.providing.contains(spec.name) && spec.name != "groupBy" ? nil : "expression"
    case .stream: Self.providing.contains(spec.name) ? nil : "stream"
    default: nil
    }
  }

  /// Returns a value, or a parameter of the document with that value.
  private mutating func passed(_ value: Value, as type: Text) -> Value {
    // Streams and expressions are passed on unchanged, because their names belong to their places.
    guard type != "stream", type != "expression", random.oneIn(2) else { return value }
    let name = Text("d\(parameters.count)")
    var members = [Member(key: "value", value: value)]
    if random.oneIn(2) { members.append(Member(key: "type", value: .string(type))) }
    parameters.append(
      Member(
        key: name,
        value: type == "string"
          ? .object(
            Object([
              Member(key: "type", value: "string"), Member(key: "value", value: value),
            ])) : .object(Object(members))))
    return .string(Text("$\(name)"))
  }
}
