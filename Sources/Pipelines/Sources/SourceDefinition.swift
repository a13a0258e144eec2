import Values

/// One source of the format: the content of its key in a stream model, its spec, and how it is
/// checked.
///
/// Help, reference, checks of keys and suggestions are all derived from the `spec`. Reading starts
/// in `ModelParser.readSource`, because keys can be in any order, and may continue in an extension
/// of the parser next to the definition.
protocol SourceDefinition: Sendable {
  static var spec: SourceSpec { get }

  /// The input streams of the source, with their places in the model.
  var references: [Reference] { get }

  /// Writes the source's own key and the keys of its details.
  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws

  /// Checks the source, and adds its step to the model.
  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream

  /// Begins a chain of publishers in Swift that emits the same values.
  func writeSwift(to swift: SwiftStep) throws(Diagnostics)
}

extension SourceDefinition {
  var references: [Reference] { [] }

  /// The key of the source.
  var name: String { Self.spec.name }
}

extension SourceSpec {
  /// All sources, in the order of the reference. Put a new one into a file next to the others, and
  /// list it here, in `StreamSource` and in `ModelKey`.
  private static let definitions: [any SourceDefinition.Type] =
    [StreamItems<Value>.self, ElementList.self] + CombiningRules.sources
    + [FromSource.self, MarbleSource.self, CronSource.self, InputSource.self]

  /// The specs of all sources, in the order of the reference.
  public static let all: [SourceSpec] = definitions.map { $0.spec }
}

extension StreamSource<Value> {
  /// The definition of the source in this case.
  var definition: any SourceDefinition {
    switch self {
    case .stream(let items): items
    case .sequence(let list): list
    case .append(let inputs): Operator.Append.source(inputs)
    case .merge(let inputs): Operator.Merge.source(inputs)
    case .zip(let inputs): Operator.Zip.source(inputs)
    case .combineLatest(let inputs): Operator.CombineLatest.source(inputs)
    case .from(let from): from
    case .marbles(let marbles): marbles
    case .input(let input): input
    case .cron(let cron): cron
    case .upstream: UpstreamSource()
    }
  }
}
