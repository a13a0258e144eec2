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

  init(streams: [StreamInput])

  /// Returns the case of `StreamSource` with these streams.
  static func streamSource<Element>(_ streams: [StreamInput]) -> StreamSource<Element>

  /// Warns of streams that are unlikely to be meant to be combined, each with its place.
  static func lint(
    _ streams: [Upstream], at places: [DocumentPath], in context: CompileContext)

  /// Adds the combined stream to the plan.
  static func combine(_ streams: [Upstream], in context: CompileContext) -> Upstream
}

extension CombiningOperator {
  static var leastCount: Int { 0 }

  static func lint(
    _ streams: [Upstream], at places: [DocumentPath], in context: CompileContext
  ) {}

  init(_ parameters: Parameters) {
    self.init(streams: parameters["streams"])
  }

  var parameters: Parameters { ["streams": .streams(streams)] }

  func apply(
    to upstream: Upstream, in context: CompileContext
  ) throws(Diagnostics) -> Upstream {
    let parts = [upstream] + context.takeInputs(streams.count)
    if context.lints {
      let places = streams.indices.map { context.place(of: "streams").appending($0) }
      Self.lint(parts, at: [context.here.path] + places, in: context)
    }
    return Self.combine(parts, in: context)
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

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    let parts = context.takeInputs(streams.count)
    if context.lints {
      let key = context.place(of: Text(Self.spec.name))
      Rule.lint(parts, at: parts.indices.map { key.appending($0) }, in: context)
    }
    context.noteEncounter(parts, in: Self.spec.name)
    return context.originated(Rule.combine(parts, in: context), from: parts, in: Self.spec.name)
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
