/// An ordered collection whose elements are found by id in constant time.
///
///     var todos: IdentifiedArrayOf<Todo> = [milk, bread]
///     todos[id: bread.id]?.isDone = true
///
/// An id occurs only once. Lookups, changes and appends take the same time for any number of
/// elements. Insertions and removals take time proportional to the number of elements after them,
/// as in an array.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements, in order.
  public private(set) var elements: [Element]
  private var places: [ID: Int]
  /// This is a key path instead of a closure, so that the array can cross from one isolation to
  /// another.
  let idPath: any KeyPath<Element, ID> & Sendable

  /// Creates an empty array whose elements are identified by the key path `id`.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    elements = []
    places = [:]
    idPath = id
  }

  /// Creates an array of elements with distinct ids. Two equal ids are a programming error.
  public init(uniqueElements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    append(unique: uniqueElements)
  }

  private mutating func append(unique elements: some Sequence<Element>) {
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "an identified array of two elements with the identity \(idOf(element))")
    }
  }

  /// The ids, in the order of their elements.
  public var ids: [ID] { elements.map(idOf) }

  /// Returns the index of the element with an id.
  public func index(id: ID) -> Int? {
    places[id]
  }

  /// The element with an id.
  ///
  /// Setting an absent element appends it. Setting nil removes the element. An element may not
  /// change its id in place: that is a programming error.
  public subscript(id id: ID) -> Element? {
    get { places[id].map { elements[$0] } }
    _modify {
      guard let place = places[id] else {
        var added: Element?
        yield &added
        if let added { insertUnderOwn(added, id) }
        return
      }
      // The element moves out and back, so that its storage is not copied when it changes.
      elements.swapAt(place, elements.count - 1)
      var element: Element? = elements.removeLast()
      defer { settle(element, id, at: place) }
      yield &element
    }
    set {
      guard let place = places[id] else {
        if let newValue { insertUnderOwn(newValue, id) }
        return
      }
      guard let newValue else {
        remove(at: place)
        return
      }
      precondition(idOf(newValue) == id, Self.changed(id, to: idOf(newValue)))
      elements[place] = newValue
    }
  }

  /// Appends an element. If its id is already present nothing changes, and the index of the
  /// existing element is returned.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.count)
  }

  /// Inserts an element. If its id is already present nothing changes, and the index of the
  /// existing element is returned.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = idOf(element)
    if let place = places[id] { return (false, place) }
    elements.insert(element, at: index)
    number(from: index)
    return (true, index)
  }

  /// Replaces the element with the same id and returns the old one, or appends the element.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let id = idOf(element)
    guard let place = places[id] else {
      append(element)
      return nil
    }
    defer { elements[place] = element }
    return elements[place]
  }

  /// Changes the element with an id in place. Returns nil, and changes nothing, if there is none.
  @discardableResult
  public mutating func change<Result>(
    id: ID, _ change: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let place = places[id] else { return nil }
    let result = try change(&elements[place])
    precondition(
      idOf(elements[place]) == id, Self.changed(id, to: idOf(elements[place])))
    return result
  }

  /// Removes the element with an id.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Removes the element at an index.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    places[idOf(element)] = nil
    number(from: index)
    return element
  }

  /// Removes the elements for which the closure returns true.
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: isGone)
    places.removeAll(keepingCapacity: true)
    number(from: 0)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    places.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Exchanges two elements.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    elements.swapAt(one, other)
    places[idOf(elements[one])] = one
    places[idOf(elements[other])] = other
  }

  /// Sorts the elements by a closure that returns whether the first one comes before the second.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { number(from: 0) }
    try elements.sort(by: areInOrder)
  }

  /// Stores the same elements in another order.
  mutating func arrange(_ elements: [Element]) {
    self.elements = elements
    number(from: 0)
  }

  // MARK: -

  func idOf(_ element: Element) -> ID { element[keyPath: idPath] }

  private mutating func number(from start: Int) {
    for place in start..<elements.count { places[idOf(elements[place])] = place }
  }

  /// Puts an element back that was taken out for a change, or closes the gap if it was removed.
  private mutating func settle(_ element: Element?, _ id: ID, at place: Int) {
    if let element {
      precondition(idOf(element) == id, Self.changed(id, to: idOf(element)))
      elements.append(element)
      elements.swapAt(place, elements.count - 1)
    } else {
      places[id] = nil
      guard place < elements.count else { return }
      let last = elements.remove(at: place)
      elements.append(last)
      number(from: place)
    }
  }

  private mutating func insertUnderOwn(_ element: Element, _ id: ID) {
    precondition(idOf(element) == id, Self.changed(id, to: idOf(element)))
    append(element)
  }

  private static func changed(_ id: ID, to other: ID) -> String {
    "the element of an identified array with the identity \(id) was set to one with \(other)"
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
