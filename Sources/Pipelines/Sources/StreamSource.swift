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
  /// Records from outside.
  case input(InputSource)
  /// The instants of a calendar.
  case cron(CronSource)
  /// A model without a source, which is an operator: it is applied to the stream that uses it.
  case upstream
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
  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    if case .stream(let items) = self { return try items.encode(to: &container) }
    try mapItems { _ in StreamItems<Value>() }.definition.encode(to: &container)
  }
}

extension StreamSource: Equatable where Element: Equatable {}
extension StreamSource: Hashable where Element: Hashable {}
extension StreamSource: Sendable where Element: Sendable {}
