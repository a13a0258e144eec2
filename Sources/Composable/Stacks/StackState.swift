/// The states of features that are shown on top of one another, each with its own identity.
///
/// It is an array whose elements have ids, which are generated on insertion: `path[id: id]`,
/// `path.append(…)`, `path.removeLast()`, `path.ids`.
public struct StackState<Element> {
  private var elements: [Element] = []
  /// The identifiers of the elements, in order.
  public private(set) var ids: [StackElementID] = []

  public init() {}

  /// The element with an id. Setting nil removes it, and setting an absent element puts it on top.
  public subscript(id id: StackElementID) -> Element? {
    get { ids.firstIndex(of: id).map { elements[$0] } }
    _modify {
      let index = ids.firstIndex(of: id)
      var element = index.map { elements[$0] }
      defer { put(element, at: index, id) }
      yield &element
    }
  }

  private mutating func put(_ element: Element?, at index: Int?, _ id: StackElementID) {
    switch (element, index) {
    case (let element?, let index?): elements[index] = element
    case (let element?, nil):
      elements.append(element)
      ids.append(id)
    case (nil, let index?):
      elements.remove(at: index)
      ids.remove(at: index)
    case (nil, nil): break
    }
  }

  /// Removes an element and all elements above it.
  public mutating func pop(from id: StackElementID) {
    guard let index = ids.firstIndex(of: id) else { return }
    removeSubrange(index...)
  }

  /// Removes all elements above the given one.
  public mutating func pop(to id: StackElementID) {
    guard let index = ids.firstIndex(of: id) else { return }
    removeSubrange((index + 1)...)
  }
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  public subscript(position: Int) -> Element {
    get { elements[position] }
    _modify { yield &elements[position] }
  }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    @Dependency(\.stackElementID) var nextID
    elements.replaceSubrange(range, with: newElements)
    ids.replaceSubrange(range, with: newElements.map { _ in nextID() })
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {}
extension StackState: Hashable where Element: Hashable {}
extension StackState: Sendable where Element: Sendable {}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: zip(ids, elements).map { id, element in
        Mirror.Child(label: id.description, value: element)
      }, displayStyle: .struct)
  }
}
