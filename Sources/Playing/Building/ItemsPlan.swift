package import Expressions
import StreamModels
package import Values

/// The items of a `stream` in columns. Each operator list is compiled once.
package struct ItemsPlan: Sendable {
  var values: [Value]
  /// For each item, the index of its list in `lists`.
  var listNumbers: [UInt32]
  var lists: [ItemRoute]
  /// For each list that only delays an item, the delay in nanoseconds; -1 for any other list. They
  /// are stored here and not in each of the sources that the items may be split into, because there
  /// can be as many lists as sources.
  let delays: [Int64]
  /// The place of the items in the document.
  let place: ExpressionPlace

  package init(values: [Value], listNumbers: [UInt32], lists: [ItemRoute], place: ExpressionPlace) {
    (self.values, self.listNumbers, self.lists) = (values, listNumbers, lists)
    self.place = place
    delays = lists.map(\.onlyDelay)
  }

  /// Changes the place of a failure in the operators of an item to that item, because an operator
  /// list is compiled once, at its first occurrence.
  func failure(_ failure: StreamFailure, ofItem index: Int) -> StreamFailure {
    let start = place.path.components
    guard let cause = failure.cause, let place = cause.place, place.document == self.place.document,
      place.path.components.count > start.count, place.path.components.starts(with: start)
    else { return failure }
    var path = place.path
    path.components[start.count] = .index(index)
    return StreamFailure(
      failure.message, cause.moved(to: ExpressionPlace(document: place.document, path: path)))
  }

  /// A part of the list that forms a separate stream.
  enum Segment {
    /// Items whose operators only delay and change their values.
    case source(Range<Int>)
    /// An item with its own plan, because its operators do more than delay and change its value.
    case part(Int)
  }

  /// Whether no item has its own plan.
  var isOneSource: Bool { lists.allSatisfy { $0.part == nil } }

  /// The list, split before and after each item with its own plan.
  var segments: [Segment] {
    var segments: [Segment] = []
    var start = 0
    for (index, number) in listNumbers.enumerated() {
      guard lists[Int(number)].part != nil else { continue }
      if start < index { segments.append(.source(start..<index)) }
      segments.append(.part(index))
      start = index + 1
    }
    if start < values.count || values.isEmpty { segments.append(.source(start..<values.count)) }
    return segments
  }

  /// The nodes of the enclosing plan that are inputs of the items' operators.
  var inputs: [Int] {
    lists.flatMap { list -> [Int] in
      guard let nodes = list.part?.plan.nodes else { return [] }
      return nodes.compactMap { node in
        if case .outer(let number) = node { number } else { nil }
      }
    }
  }

  /// Whether operators of the items play inner streams.
  var hasInner: Bool {
    lists.contains { list in
      list.part?.plan.nodes.contains { !$0.inner.isEmpty } ?? false
    }
  }
}
