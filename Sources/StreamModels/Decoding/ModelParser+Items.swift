import Values

extension ModelParser where Reader: ~Copyable {
  mutating func readItems<Element: Decodable>(
    of element: Element.Type
  ) throws(ReadError) -> StreamItems<Element>? {
    guard try expect(.array, "an array of items") else { return nil }
    var items = StreamItems<Element>()
    let emptyList = items.number(of: [])
    // Items can be nested in the operators of items, so each stream numbers its own lists.
    var outerItems = RecentItems()
    swap(&outerItems, &recentItems)
    defer { swap(&outerItems, &recentItems) }
    try reader.beginArray()
    var index = 0
    while try reader.nextElement() {
      path.append(.index(index))
      let count = items.count
      let list = try readItem(into: &items, emptyList: emptyList)
      if items.count == count { items.noteGap(at: index, listNumber: list) }
      path.removeLast()
      index += 1
    }
    return items
  }

  /// Reads an item and returns the number of its list, even if the rest of the item cannot be read.
  private mutating func readItem<Element: Decodable>(
    into items: inout StreamItems<Element>, emptyList: UInt32
  ) throws(ReadError) -> UInt32 {
    guard
      try expect(
        .object, "an item, which is an object with a 'value'",
        hint: #"write { "value": … }"#)
    else { return emptyList }
    let start = reader.offset
    var item = ItemDraft<Element>(list: emptyList)
    var shape = ItemShape(start: start)
    if let known = recentItems.shape, reader.skipsBeginning(like: known.beginning) {
      shape = known
      (item.seen, item.list) = (shape.seen, shape.listInBeginning)
      item.value = try readElement()
      if reader.skipsEnd(like: shape.end) {
        item.list = shape.list
        finish(item, from: start, into: &items)
        return item.list
      }
      shape.leaveValue(at: reader.offset)
    } else {
      try reader.beginObject()
    }
    try readMembers(of: &item, shape, into: &items)
    finish(item, from: start, into: &items)
    return item.list
  }

  /// Reads the remaining members of an item, and stores its shape if it can be reused for the next
  /// one.
  private mutating func readMembers<Element: Decodable>(
    of item: inout ItemDraft<Element>, _ beginning: ItemShape,
    into items: inout StreamItems<Element>
  ) throws(ReadError) {
    let mistakes = diagnostics.count
    let emptyList = item.list
    var isRepeatable = true
    var shape = beginning
    while let key: ItemKey = try nextKey(seen: &item.seen, annotations: &item.annotations) {
      switch key {
      case .value:
        _ = try reader.peek()
        shape.reachValue(at: reader.offset, seen: item.seen, list: item.list)
        item.value = try readElement()
        shape.leaveValue(at: reader.offset)
      case .operators:
        item.list = try readList(into: &items, isRepeatable: &isRepeatable) ?? emptyList
      }
    }
    if isRepeatable, item.value != nil, item.annotations.members.isEmpty,
      diagnostics.count == mistakes
    {
      shape.finish(at: reader.offset, list: item.list)
      recentItems.shape = shape
    }
  }

  private mutating func finish<Element>(
    _ item: ItemDraft<Element>, from start: Int, into items: inout StreamItems<Element>
  ) {
    if let value = item.value {
      items.append(value, listNumber: item.list)
      if !item.annotations.members.isEmpty {
        items.annotate(items.count - 1, with: item.annotations.members)
      }
    } else if !item.seen.contains(ItemKey.value), !item.seen.isMeant(ItemKey.value) {
      report(
        .missingKey, "an item needs a 'value'", hint: #"write { "value": … }"#,
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

  /// Returns the number of an item's operator list, which is read only if its text is new. Sets
  /// `isRepeatable` to false if the list has to be read at each of its occurrences.
  private mutating func readList<Element>(
    into items: inout StreamItems<Element>, isRepeatable: inout Bool
  ) throws(ReadError) -> UInt32? {
    if let number = recentItems.number(where: { reader.skipsRepetition(of: $0) }) { return number }
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
    // A list with a mistake is read again at each repetition, so that each place is reported.
    if diagnostics.count == mistakes, !listHasNotes {
      recentItems.insert(start..<reader.offset, number: number)
    } else {
      isRepeatable = false
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
    // Foreign decoders report mistakes in whole sentences.
    var reason = context.debugDescription
    if reason.hasSuffix(".") { reason.removeLast() }
    return "not a value of type \(type): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }
}
