import Values

/// The items of a `stream`, in columns: their values, and the number of each item's operator list.
///
/// Equal lists are stored once, so that a long stream takes a value and four bytes per item. The
/// collection behaves like an array of `StreamItem`.
public struct StreamItems<Element> {
  package private(set) var values: [Element] = []
  /// For each item, the index of its list in `lists`.
  package private(set) var listNumbers: [UInt32] = []
  package private(set) var lists: [[Operator]] = []
  private var numbers: [[Operator]: UInt32] = [:]
  /// The members of items whose keys begin with `$`, by the index of the item.
  private(set) var annotations: [Int: [Member]] = [:]

  /// The positions in the document of items that could not be read, with their lists. These items
  /// have been reported. A model with gaps never leaves the parser.
  private(set) var gaps: [(place: Int, listNumber: UInt32)] = []

  public init() {}

  /// Appends an item whose list was stored earlier.
  mutating func append(_ value: Element, listNumber: UInt32) {
    values.append(value)
    listNumbers.append(listNumber)
  }

  mutating func annotate(_ index: Int, with members: [Member]) {
    annotations[index] = members.isEmpty ? nil : members
  }

  /// Returns the same items with their values replaced.
  func mapValues<NewElement>(
    _ transform: (Int, Element) -> NewElement
  ) -> StreamItems<NewElement> {
    var items = StreamItems<NewElement>()
    items.values = values.enumerated().map { transform($0, $1) }
    items.listNumbers = listNumbers
    items.lists = lists
    items.numbers = numbers
    items.annotations = annotations
    items.gaps = gaps
    return items
  }

  mutating func noteGap(at place: Int, listNumber: UInt32) {
    gaps.append((place, listNumber))
  }

  /// The list of each item in the document, including gaps.
  package var listNumbersInDocument: [UInt32] {
    guard !gaps.isEmpty else { return listNumbers }
    var numbers: [UInt32] = []
    numbers.reserveCapacity(listNumbers.count + gaps.count)
    var rest = listNumbers[...]
    for gap in gaps {
      let before = rest.prefix(gap.place - numbers.count)
      numbers += before
      rest = rest.dropFirst(before.count)
      numbers.append(gap.listNumber)
    }
    return numbers + rest
  }

  /// Returns the number of a list. Stores the list if there is no equal one yet.
  mutating func number(of list: [Operator]) -> UInt32 {
    if let number = numbers[list] { return number }
    let number = UInt32(lists.count)
    lists.append(list)
    numbers[list] = number
    return number
  }
}

extension StreamItems: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { values.count }

  public subscript(position: Int) -> StreamItem<Element> {
    get {
      var item = StreamItem(values[position], operators: lists[Int(listNumbers[position])])
      if !annotations.isEmpty { item.annotations = annotations[position] ?? [] }
      return item
    }
    set {
      values[position] = newValue.value
      listNumbers[position] = number(of: newValue.operators)
      annotate(position, with: newValue.annotations)
    }
  }

  public mutating func append(_ item: StreamItem<Element>) {
    append(item.value, listNumber: number(of: item.operators))
    if !item.annotations.isEmpty { annotate(count - 1, with: item.annotations) }
  }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<StreamItem<Element>>
  ) {
    let newNumbers = items.map { number(of: $0.operators) }
    moveAnnotations(replacing: range, with: items.map(\.annotations))
    values.replaceSubrange(range, with: items.map(\.value))
    listNumbers.replaceSubrange(range, with: newNumbers)
  }

  /// Moves the annotations of items to the items' new indices.
  private mutating func moveAnnotations(replacing range: Range<Int>, with new: [[Member]]) {
    guard !annotations.isEmpty || new.contains(where: { !$0.isEmpty }) else { return }
    var moved: [Int: [Member]] = [:]
    for (index, members) in annotations where !range.contains(index) {
      moved[index < range.lowerBound ? index : index - range.count + new.count] = members
    }
    for (position, members) in new.enumerated() where !members.isEmpty {
      moved[range.lowerBound + position] = members
    }
    annotations = moved
  }
}

extension StreamItems: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: StreamItem<Element>...) {
    self.init(elements)
  }
}

extension StreamItems: Equatable where Element: Equatable {
  public static func == (left: StreamItems, right: StreamItems) -> Bool {
    left.elementsEqual(right)
  }
}

extension StreamItems: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}

extension StreamItems: Sendable where Element: Sendable {}
