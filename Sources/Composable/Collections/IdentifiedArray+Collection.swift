/// An identified array of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() {
    self.init(id: \Element.id)
  }

  /// Creates an array of elements with distinct ids. Two equal ids are a programming error.
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

  /// The element at a position. It may change, but its id may not.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { self[id: idOf(elements[position])] = newValue }
  }
}

extension IdentifiedArray {
  /// Returns the elements for which the closure returns true, in order. They can still be found by
  /// id.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(uniqueElements: try elements.filter(isIncluded), id: idPath)
  }

  /// Appends elements. An element whose id is already present is left out.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Removes the element with the same id as this one.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: idOf(element))
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements by their own order.
  public mutating func sort() {
    sort(by: <)
  }
}

// Two arrays are equal when their elements are equal and in the same order. How ids are read does
// not matter.

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
  /// Throws if two elements have the same id.
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
