import Values

/// One source of the format: what a source key of a stream model can hold, its description, and how
/// it compiles.
///
/// Everything that is said about sources (help, reference, checks of keys, suggestions) is read from
/// the `spec`. `ModelParser.readSource` reads it, since keys can stand in any order, in one place or in
/// an extension of the parser beside the definition.
protocol SourceDefinition: Sendable {
  static var spec: SourceSpec { get }

  /// The streams that the source takes in, with their places in the model.
  var references: [Reference] { get }

  /// Writes the source's own key, and those that say more about it.
  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws

  /// Adds to the plan what the source emits.
  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream
}

extension SourceDefinition {
  var references: [Reference] { [] }
}

extension SourceSpec {
  /// Every source there is, in the order of the reference. A new one is written beside the others and
  /// named here, in `StreamSource` and in `ModelKey`.
  private static let definitions: [any SourceDefinition.Type] =
    [StreamItems<Value>.self, ElementList.self] + CombiningRules.sources
    + [FromSource.self, MarbleSource.self, InputSource.self]

  /// What there is to know about every source.
  public static let all: [SourceSpec] = definitions.map { $0.spec }
}

extension StreamSource<Value> {
  /// The case's definition.
  var definition: any SourceDefinition {
    switch self {
    case .stream(let items): items
    case .sequence(let list): list
    case .append(let inputs): Operator.Append.source(inputs)
    case .merge(let inputs): Operator.Merge.source(inputs)
    case .zip(let inputs): Operator.Zip.source(inputs)
    case .combineLatest(let inputs): Operator.CombineLatest.source(inputs)
    case .from(let input): FromSource(input: input)
    case .marbles(let marbles): marbles
    case .input(let input): input
    }
  }
}
