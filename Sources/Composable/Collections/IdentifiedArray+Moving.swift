extension IdentifiedArray {
  /// Takes out the elements at some places: the rows that were deleted in a list.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let gone = Set(offsets.map { idOf(elements[$0]) })
    let idPath = idPath
    removeAll { gone.contains($0[keyPath: idPath]) }
  }

  /// Moves the elements at some places, in their order, in front of the one at another place: the rows
  /// that were dragged in a list.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    let all = elements.enumerated().map { (place: $0.offset, element: $0.element) }
    let front = all.prefix(destination).filter { !moved.contains($0.place) }
    let middle = all.filter { moved.contains($0.place) }
    let back = all.dropFirst(destination).filter { !moved.contains($0.place) }
    arrange((front + middle + back).map(\.element))
  }

  /// Turns the order of the elements round.
  public mutating func reverse() {
    arrange(elements.reversed())
  }

  /// Puts the elements in a random order.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrange(elements.shuffled(using: &generator))
  }

  /// Puts the elements in a random order.
  public mutating func shuffle() {
    arrange(elements.shuffled())
  }

  /// Brings the elements of which the closure says so behind the others. Returns the place of the
  /// first of them.
  @discardableResult
  public mutating func partition(by isBehind: (Element) throws -> Bool) rethrows -> Int {
    var arranged = elements
    let place = try arranged.partition(by: isBehind)
    arrange(arranged)
    return place
  }

  /// Replaces the element that has the identity of this one, or adds it at a place.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = idOf(element)
    guard let place = self.index(id: id) else {
      return (nil, insert(element, at: index).index)
    }
    let original = elements[place]
    self[id: id] = element
    return (original, place)
  }
}
