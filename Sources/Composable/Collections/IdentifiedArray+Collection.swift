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

extension IdentifiedArray {
  /// Those elements of which the closure says so, in their order and still found by identity.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(uniqueElements: try elements.filter(isIncluded), id: idPath)
  }

  /// Adds elements at the end. One whose identity is there already is left out.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Takes out the element that has the identity of this one.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: idOf(element))
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Brings the elements into their own order.
  public mutating func sort() {
    sort(by: <)
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
