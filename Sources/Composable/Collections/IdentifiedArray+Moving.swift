extension IdentifiedArray {
  /// Removes the elements at some offsets, such as the rows that were deleted in a list.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let gone = Set(offsets.map { idOf(elements[$0]) })
    let idPath = idPath
    removeAll { gone.contains($0[keyPath: idPath]) }
  }

  /// Moves the elements at some offsets, in order, in front of the element at another offset, such
  /// as the rows that were dragged in a list.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    let all = elements.enumerated().map { (place: $0.offset, element: $0.element) }
    let front = all.prefix(destination).filter { !moved.contains($0.place) }
    let middle = all.filter { moved.contains($0.place) }
    let back = all.dropFirst(destination).filter { !moved.contains($0.place) }
    arrange((front + middle + back).map(\.element))
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    arrange(elements.reversed())
  }

  /// Shuffles the elements.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrange(elements.shuffled(using: &generator))
  }

  /// Shuffles the elements.
  public mutating func shuffle() {
    arrange(elements.shuffled())
  }

  /// Moves the elements for which the closure returns true after the others. Returns the index of
  /// the first of them.
  @discardableResult
  public mutating func partition(by isBehind: (Element) throws -> Bool) rethrows -> Int {
    var arranged = elements
    let place = try arranged.partition(by: isBehind)
    arrange(arranged)
    return place
  }

  /// Replaces the element with the same id as this one, or inserts this one at an index.
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
