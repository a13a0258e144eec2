/// An identified array of elements that say themselves who they are.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty one.
  public init() {
    self.init(id: \Element.id)
  }

  /// Makes one of elements whose identities differ; that two are equal is a mistake in the program.
  public init(uniqueElements: some Sequence<Element>) {
    self.init(uniqueElements: uniqueElements, id: \Element.id)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The element at a place. It may change, but not its identity.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { self[id: idOf(elements[position])] = newValue }
  }
}

// Two are equal when their elements are, in their order; how identities are found does not count.

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Refuses two elements with one identity.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init()
    for element in try container.decode([Element].self) {
      guard append(element).inserted else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "two elements with the identity \(element.id)")
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(elements)" }
  public var customMirror: Mirror { Mirror(reflecting: elements) }
}
