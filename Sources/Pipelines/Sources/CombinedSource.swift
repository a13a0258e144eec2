import Values

/// A rule that makes one stream of several: an operator, which combines its upstream with others, and a
/// source, which combines streams alone.
protocol CombiningOperator: OperatorDefinition {
  /// The streams beside the upstream.
  var streams: [StreamInput] { get }
  /// What there is to know about the source; its key has the name of the operator.
  static var sourceSpec: SourceSpec { get }
  /// How few streams the source takes.
  static var leastCount: Int { get }

  init(streams: [StreamInput])

  /// The case of `StreamSource` that holds the streams.
  static func streamSource<Element>(_ streams: [StreamInput]) -> StreamSource<Element>

  /// Adds to the plan what comes of the streams.
  static func combine(_ streams: [Upstream], in context: CompileContext) -> Upstream
}

extension CombiningOperator {
  static var leastCount: Int { 0 }

  init(_ parameters: Parameters) {
    self.init(streams: parameters["streams"])
  }

  var parameters: Parameters { ["streams": .streams(streams)] }

  func apply(
    to upstream: Upstream, in context: CompileContext
  ) throws(Diagnostics) -> Upstream {
    Self.combine([upstream] + context.takeInputs(streams.count), in: context)
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
    Rule.combine(context.takeInputs(streams.count), in: context)
  }
}

/// The operators whose rule is a source too.
enum CombiningRules {
  static let all: [any CombiningOperator.Type] = [
    Operator.Append.self, Operator.Merge.self, Operator.Zip.self, Operator.CombineLatest.self,
  ]

  /// Their sources.
  static let sources: [any SourceDefinition.Type] = all.map { $0.source }

  private static let rulesByKey: [(any CombiningOperator.Type)?] = ModelKey.allCases.map { key in
    all.first { $0.sourceSpec.key == key }
  }

  /// Returns the rule of a source key; nil if the key is not that of one.
  static func rule(of key: ModelKey) -> (any CombiningOperator.Type)? { rulesByKey[key.rawValue] }
}
