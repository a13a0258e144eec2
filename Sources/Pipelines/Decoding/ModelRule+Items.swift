import Values

extension ModelRule {
  mutating func readItems<Element: Decodable>(
    of element: Element.Type
  ) throws(ReadError) -> StreamItems<Element>? {
    guard try expect(.array, "an array of items") else { return nil }
    var items = StreamItems<Element>()
    let emptyList = items.number(of: [])
    // Items can stand in the operators of items: each stream numbers its own lists.
    let outerLists = recentLists
    recentLists = RecentLists()
    defer { recentLists = outerLists }
    try reader.beginArray()
    var index = 0
    while try reader.nextElement() {
      path.append(.index(index))
      let count = items.count
      try readItem(into: &items, emptyList: emptyList)
      if items.count == count { items.noteGap(at: index) }
      path.removeLast()
      index += 1
    }
    return items
  }

  private mutating func readItem<Element: Decodable>(
    into items: inout StreamItems<Element>, emptyList: UInt32
  ) throws(ReadError) {
    guard
      try expect(
        .object, "an item, which is an object with a 'value'",
        hint: #"write { "value": … }"#)
    else { return }
    let start = reader.offset
    var seen = KeySet()
    var annotations = Annotations()
    var value: Element?
    var list = emptyList
    try reader.beginObject()
    while let key: ItemKey = try nextKey(seen: &seen, annotations: &annotations) {
      switch key {
      case .value: value = try readElement()
      case .operators: list = try readList(into: &items) ?? emptyList
      }
    }
    if let value {
      items.append(value, listNumber: list)
      if !annotations.members.isEmpty {
        items.annotate(items.count - 1, with: annotations.members)
      }
    } else if !seen.contains(ItemKey.value), !seen.isMeant(ItemKey.value) {
      report(
        .missingKey, "an item without a 'value', expected one", hint: #"write { "value": … }"#,
        at: start)
    }
  }

  private mutating func readElement<Element: Decodable>() throws(ReadError) -> Element? {
    if Element.self == Value.self { return try reader.readValue() as? Element }
    _ = try reader.peek()
    let start = reader.offset
    do {
      return try reader.read(Element.self)
    } catch let error as ReadError {
      throw error
    } catch {
      path.append(.key("value"))
      report(.wrongType, Self.message(for: error, reading: Element.self), at: start)
      path.removeLast()
      return nil
    }
  }

  /// The number of an item's operator list, which is read only if its text is new.
  private mutating func readList<Element>(
    into items: inout StreamItems<Element>
  ) throws(ReadError) -> UInt32? {
    if let number = recentLists.number(where: { reader.skipsRepetition(of: $0) }) { return number }
    _ = try reader.peek()
    let start = reader.offset
    let mistakes = diagnostics.count
    let outerHasNotes = listHasNotes
    listHasNotes = false
    path.append(.key("operators"))
    defer {
      path.removeLast()
      listHasNotes = listHasNotes || outerHasNotes
    }
    guard let list = try readOperators() else { return nil }
    let number = items.number(of: list)
    // A list with a mistake is read again where it is repeated, so that each place is told.
    if diagnostics.count == mistakes, !listHasNotes {
      recentLists.insert(start..<reader.offset, number: number)
    }
    return number
  }

  private static func message(for error: any Error, reading type: Any.Type) -> String {
    let context: DecodingError.Context? =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        context
      default: nil
      }
    guard let context else { return "not a value of type \(type): \(error)" }
    // Decoders that are not ours speak in sentences.
    var reason = context.debugDescription
    if reason.hasSuffix(".") { reason.removeLast() }
    return "not a value of type \(type): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }
}

/// The texts of the operator lists read last, the latest first.
struct RecentLists {
  private static let limit = 4
  private var lists: [(range: Range<Int>, number: UInt32)] = []

  /// The number of the first list for whose text `matches` is true; it becomes the latest.
  mutating func number(where matches: (Range<Int>) -> Bool) -> UInt32? {
    for index in lists.indices where matches(lists[index].range) {
      let number = lists[index].number
      if index > 0 { lists.swapAt(0, index) }
      return number
    }
    return nil
  }

  mutating func insert(_ range: Range<Int>, number: UInt32) {
    if lists.count == Self.limit { lists.removeLast() }
    lists.insert((range, number), at: 0)
  }
}
