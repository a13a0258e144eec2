import Expressions
import Values

/// A rule that combines several streams into one. It is both an operator, which combines its
/// upstream with other streams, and a source, which only combines the given streams.
protocol CombiningOperator: OperatorDefinition {
  /// The streams in addition to the upstream.
  var streams: [StreamInput] { get }
  /// The spec of the source; its key is the name of the operator.
  static var sourceSpec: SourceSpec { get }
  /// The minimum number of streams of the source.
  static var leastCount: Int { get }

  /// The publisher of `Reactive` that does the same with a list of publishers, and whether its
  /// values are Swift arrays.
  static var swiftPublisher: (name: String, emitsArrays: Bool) { get }

  /// Returns the case of `StreamSource` with these streams.
  static func streamSource<Element>(_ streams: [StreamInput]) -> StreamSource<Element>

  /// Warns of streams that are unlikely to be meant to be combined, each with its place.
  static func lint(_ streams: [Upstream], at places: [DocumentPath], in step: CheckStep)

  /// Returns what the combined stream emits.
  static func combined(_ streams: [Upstream]) -> Emission

  /// Adds the combined stream of several nodes to a plan, and returns its node.
  static func build(_ streams: [Int], in step: PlanStep) -> Int
}

extension CombiningOperator {
  static var leastCount: Int { 0 }

  static func lint(_ streams: [Upstream], at places: [DocumentPath], in step: CheckStep) {}

  func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
    let parts = [step.upstream] + step.takeStreams(streams.count)
    if step.lints {
      let places = streams.indices.map { step.place(of: "streams").appending($0) }
      Self.lint(parts, at: [step.place.path] + places, in: step)
    }
    return Self.combined(parts)
  }

  func build(_ step: PlanStep) -> Int {
    Self.build([step.upstream] + step.streams, in: step)
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.join(Self.swiftPublisher.name) { upstream throws(Diagnostics) in
      [upstream] + (try swift.streams(streams.count))
    }
    if Self.swiftPublisher.emitsArrays { swift.call("map", .atom("Value.array")) }
  }

  static func source(_ streams: [StreamInput]) -> CombinedSource<Self> {
    CombinedSource(streams: streams)
  }

  fileprivate static var source: any SourceDefinition.Type { CombinedSource<Self>.self }
}

/// The source that combines streams by the rule of an operator.
struct CombinedSource<Rule: CombiningOperator>: SourceDefinition {
  var streams: [StreamInput]

  static var spec: SourceSpec { Rule.sourceSpec }

  var references: [Reference] {
    streams.references(below: [.key(Text(Self.spec.name))])
  }

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(streams, named: Self.spec.name)
  }

  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    let parts = step.takeStreams(streams.count)
    if step.lints {
      let key = step.place(of: Text(Self.spec.name))
      Rule.lint(parts, at: parts.indices.map { key.appending($0) }, in: step)
    }
    step.noteEncounter(parts, in: Self.spec.name)
    let emission = Rule.combined(parts)
    let combined = step.add(
      .combined(Rule.self), emitting: emission.type, lasting: emission.extent)
    return step.originated(combined, from: parts, in: Self.spec.name)
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard !streams.isEmpty else { return swift.start(.atom("Empty<Value, EvaluationError>()")) }
    let codes = try swift.streams(streams.count)
    swift.start(.call(Rule.swiftPublisher.name, [.array(codes)]))
    if Rule.swiftPublisher.emitsArrays { swift.call("map", .atom("Value.array")) }
  }
}

/// The operators that are also sources.
enum CombiningRules {
  static let all: [any CombiningOperator.Type] = [
    Operator.Append.self, Operator.Merge.self, Operator.Zip.self, Operator.CombineLatest.self,
  ]

  /// The sources of the rules, in the same order.
  static let sources: [any SourceDefinition.Type] = all.map { $0.source }

  private static let rulesByKey: [(any CombiningOperator.Type)?] = ModelKey.allCases.map { key in
    all.first { $0.sourceSpec.key == key }
  }

  /// Returns the rule for the key of a source; nil if the key belongs to another source.
  static func rule(of key: ModelKey) -> (any CombiningOperator.Type)? { rulesByKey[key.rawValue] }
}
