/// Elements in an order, each found by its identity at once.
///
///     var todos: IdentifiedArrayOf<Todo> = [milk, bread]
///     todos[id: bread.id]?.isDone = true
///
/// An identity stands in it once. To look up, change and append take the same time however many there
/// are; to insert and remove take time with the number of those behind, as in an array.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in their order.
  public private(set) var elements: [Element]
  private var places: [ID: Int]
  /// A key path and not a closure, so that the array can cross from one isolation to another.
  let idPath: any KeyPath<Element, ID> & Sendable

  /// Makes an empty one, in which an element's identity is what `id` says.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    elements = []
    places = [:]
    idPath = id
  }

  /// Makes one of elements whose identities differ; that two are equal is a mistake in the program.
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

  /// The identities in the order of their elements.
  public var ids: [ID] { elements.map(idOf) }

  /// Where the element with an identity stands.
  public func index(id: ID) -> Int? {
    places[id]
  }

  /// The element with an identity.
  ///
  /// To set it where there is none appends; to set nil removes. An element may not be given another
  /// identity in its place: that is a mistake in the program.
  public subscript(id id: ID) -> Element? {
    get { places[id].map { elements[$0] } }
    _modify {
      guard let place = places[id] else {
        var added: Element?
        yield &added
        if let added { insertUnderOwn(added, id) }
        return
      }
      // The element moves out and back, so that what it holds is not copied when it changes.
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

  /// Adds an element at the end. If its identity is there already nothing changes, and the place
  /// where it stands comes back.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.count)
  }

  /// Adds an element at a place. If its identity is there already nothing changes, and the place
  /// where it stands comes back.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = idOf(element)
    if let place = places[id] { return (false, place) }
    elements.insert(element, at: index)
    number(from: index)
    return (true, index)
  }

  /// Puts an element in the place of the one with its identity, which comes back, or at the end.
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

  /// Changes the element with an identity in place. Nil, and nothing is done, if there is none.
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

  /// Takes out the element with an identity.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Takes out the element at a place.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    places[idOf(element)] = nil
    number(from: index)
    return element
  }

  /// Takes out the elements of which the closure says so.
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: isGone)
    places.removeAll(keepingCapacity: true)
    number(from: 0)
  }

  /// Takes out all elements.
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

  /// Brings the elements into an order; which of two comes first, `areInOrder` says.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { number(from: 0) }
    try elements.sort(by: areInOrder)
  }

  /// Takes the same elements in another order.
  mutating func arrange(_ elements: [Element]) {
    self.elements = elements
    number(from: 0)
  }

  // MARK: -

  func idOf(_ element: Element) -> ID { element[keyPath: idPath] }

  private mutating func number(from start: Int) {
    for place in start..<elements.count { places[idOf(elements[place])] = place }
  }

  /// Puts back at its place what was taken out for a change, or closes the gap if it is gone.
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
