import Values

/// Where the values of a stream come from.
public enum StreamSource<Element> {
  /// Items, appended one after the other.
  case stream(StreamItems<Element>)
  /// The elements of a list, at once.
  case sequence(ElementList)
  /// Inputs, one after the other: the next when the one before it has finished.
  case append([StreamInput])
  /// Inputs, all at once, as they come.
  case merge([StreamInput])
  /// Arrays of the n-th values of two or more inputs.
  case zip([StreamInput])
  /// Arrays of the latest values of two or more inputs, from when every one has given one.
  case combineLatest([StreamInput])
  /// One input, so that operators can be put on it.
  case from(StreamInput)
  /// A marble diagram.
  case marbles(MarbleSource)
  /// Records from outside.
  case input(InputSource)
}

extension StreamSource {
  /// The same source with other items, if it has items.
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
    case .from(let input): .from(input)
    case .marbles(let marbles): .marbles(marbles)
    case .input(let input): .input(input)
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
