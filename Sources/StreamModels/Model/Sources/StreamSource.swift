import Values

/// The source of the values of a stream.
public enum StreamSource<Element> {
  /// The values of items, one after another.
  case stream(StreamItems<Element>)
  /// The elements of a list, emitted at once.
  case sequence(ElementList)
  /// The values of inputs, each played once the previous input has completed.
  case append([StreamInput])
  /// The values of all inputs, as they arrive.
  case merge([StreamInput])
  /// Arrays of the n-th values of two or more inputs.
  case zip([StreamInput])
  /// Arrays of the latest values of two or more inputs, once every input has emitted one.
  case combineLatest([StreamInput])
  /// The values of one input, so that operators can be applied to it.
  case from(FromSource)
  /// A marble diagram.
  case marbles(MarbleSource)
  /// Records from outside; indirect, because it is large, and models are nested deeply.
  indirect case input(InputSource)
  /// The instants of a calendar.
  case cron(CronSource)
  /// A model without a source, which is an operator: it is applied to the stream that uses it.
  case upstream
}

extension StreamSource {
  /// The spec of the source.
  package var spec: SourceSpec {
    switch self {
    case .stream: StreamItems<Element>.spec
    case .sequence: ElementList.spec
    case .append, .merge, .zip, .combineLatest: combination?.rule.spec ?? .upstream
    case .from: FromSource.spec
    case .marbles: MarbleSource.spec
    case .input: InputSource.spec
    case .cron: CronSource.spec
    case .upstream: .upstream
    }
  }
}

extension StreamSource {
  /// Returns the same source, with other items if it has items.
  func mapItems<Other>(
    _ transform: (StreamItems<Element>) -> StreamItems<Other>
  ) -> StreamSource<Other> {
    switch self {
    case .stream(let items): .stream(transform(items))
    case .sequence(let list): .sequence(list)
    case .append(let inputs): .append(inputs)
    case .merge(let inputs): .merge(inputs)
    case .zip(let inputs): .zip(inputs)
    case .combineLatest(let inputs): .combineLatest(inputs)
    case .from(let from): .from(from)
    case .marbles(let marbles): .marbles(marbles)
    case .input(let input): .input(input)
    case .cron(let cron): .cron(cron)
    case .upstream: .upstream
    }
  }
}

extension StreamSource where Element: Encodable {
  /// Writes the source's own key and the keys of its details.
  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    switch self {
    case .stream(let items): try items.encode(to: &container)
    case .sequence(let list): try list.encode(to: &container)
    case .append(let streams), .merge(let streams), .zip(let streams),
      .combineLatest(let streams):
      try container.encode(streams, named: spec.name)
    case .from(let from): try from.encode(to: &container)
    case .marbles(let marbles): try marbles.encode(to: &container)
    case .input(let input): try input.encode(to: &container)
    case .cron(let cron): try cron.encode(to: &container)
    case .upstream: break
    }
  }
}

extension SourceSpec {
  /// All sources, in the order of the reference. Put a new one into a file next to the others, and
  /// list it here, in `StreamSource` and in `ModelKey`.
  public static let all: [SourceSpec] =
    [StreamItems<Value>.spec, ElementList.spec] + CombiningRule.allCases.map(\.spec)
    + [FromSource.spec, MarbleSource.spec, CronSource.spec, InputSource.spec]

  /// The source of a model that is an operator: the stream to which the operator is applied.
  ///
  /// It has no key. It is the source of every model that has operators but no source key.
  fileprivate static let upstream = SourceSpec(
    .operators, "upstream", "", "Emits the values of the stream to which the operator is applied.",
    examples: [])
}

extension StreamSource: Equatable where Element: Equatable {}
extension StreamSource: Hashable where Element: Hashable {}
extension StreamSource: Sendable where Element: Sendable {}
