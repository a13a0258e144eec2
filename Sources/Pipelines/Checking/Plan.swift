import Expressions
import Values

/// What a program does, as a list of nodes, each of which refers only to nodes before it.
///
/// A list and not a tree: a file may nest names a hundred thousand deep, and neither building nor
/// releasing a plan may follow that with the stack.
struct Plan: Sendable {
  enum Node: Sendable {
    /// The items of a `stream`.
    case items(ItemsPlan)
    /// Stands for the value of an item, in the plan of an operator list.
    case item
    /// Stands for a node of the plan around it, in the plan of an operator list.
    case outer(Int)
    /// The elements of a list, at once.
    case sequence([Value])
    /// The elements of the list that an expression gives when the stream is subscribed to.
    case evaluated(CheckedExpression, Evaluator)
    case marbles(MarblePlan)
    /// Records from outside: one of `inputs`, by its number.
    case input(Int)
    case append([Int])
    case merge([Int])
    case zip([Int])
    /// Moves everything later, by nanoseconds.
    case delay(input: Int, nanoseconds: Int64)
    /// Makes at most one value of each, without a clock.
    case transform(input: Int, Transform)
    /// The values of the group for which an inner stream plays.
    case group
    /// Does what a publisher of `Reactive` does; `inner` are streams that it subscribes to by itself,
    /// each time built anew.
    case stage(inputs: [Int], inner: [Int], StagePlan)
  }

  var nodes: [Node] = []
  /// The hot diagrams, in the order in which they stand in the document.
  var hotDiagrams: [Int] = []
  /// What is read from outside, each name once.
  var inputs: [InputPlan] = []
  /// Whether a playing has to count its subscriptions.
  var countsSubscriptions = false
  /// Whether a playing writes lines to standard error while it runs.
  var writesLines = false
  /// The nodes whose events are known beforehand, and can be played as rows.
  private(set) var known: [KnownStream?] = []

  /// Finds out which streams are known beforehand, when nothing more is added. The subscriptions to
  /// inner plans may be counted by the plan around them.
  mutating func findKnown(inside: Bool = false) {
    known = knownStreams(isCounted: inside || countsSubscriptions)
    for inner in nodes.flatMap(\.inner) {
      innerOrders[inner] = nodesToBuild(for: inner, joinsSources: true)
    }
  }

  /// What has to be built for inner streams, which are built again and again.
  private var innerOrders: [Int: [Int]] = [:]

  /// The nodes whose publishers are built for an output, in order.
  func order(for output: Int, joinsSources: Bool) -> [Int] {
    if nodes[output].inputs.isEmpty || joinsSources && known[output] != nil { return [output] }
    if joinsSources, let order = innerOrders[output] { return order }
    return nodesToBuild(for: output, joinsSources: joinsSources)
  }

  /// Whether each of these nodes takes its values from nothing but the one before it.
  func isLine(_ order: [Int]) -> Bool {
    zip(order, order.dropFirst()).allSatisfy { before, node in
      nodes[transforms(before: node).base].inputs.allSatisfy { input in
        transforms(before: input).base == before || input == before
      }
    }
  }

  /// The nodes whose publishers are built for an output, in order. A run of transforms is built where
  /// it ends, at the node that is used by what is no transform.
  ///
  /// What is played as rows is built in one piece.
  private func nodesToBuild(for output: Int, joinsSources: Bool) -> [Int] {
    var found: Set<Int> = [output]
    var waiting = [output]
    while let next = waiting.popLast() {
      if joinsSources, known[next] != nil { continue }
      for input in nodes[next].inputs where found.insert(input).inserted { waiting.append(input) }
    }
    return found.sorted().filter { index in
      if case .transform = nodes[index] { index == output } else { true }
    }
  }

  /// The numbers of the inputs that nodes of the plan read.
  var usedInputs: Set<Int> {
    Set(
      nodes.compactMap { node in
        if case .input(let number) = node { number } else { nil }
      })
  }

  /// Adds a node, and tells its place.
  mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

/// A marble diagram, its symbols looked up.
package struct MarblePlan: Sendable {
  enum Kind: Sendable {
    case value(Value)
    case finished
    case failure(StreamFailure)
  }

  struct Event: Sendable {
    /// In nanoseconds from the subscription, or of a hot diagram from the start.
    var time: Int64
    var kind: Kind
  }

  /// In order.
  var events: [Event]
  var isHot: Bool
}

/// An input: what it is called, and when its records come.
struct InputPlan: Sendable {
  let source: InputSource
  /// The number of the document in which it first stands.
  let document: Int
  /// Gives the time of a record.
  let time: CheckedExpression?

  /// How long records are held to put them in order, in nanoseconds.
  var hold: Int64? {
    if case .reorder(let seconds) = source.late { seconds.nanoseconds } else { nil }
  }
}

/// The items of a `stream` in columns, their operator lists compiled once each.
struct ItemsPlan: Sendable {
  var values: [Value]
  /// For each item, its list in `lists`.
  var listNumbers: [UInt32]
  var lists: [ItemRoute]
  /// For each list how long an item waits that does nothing else; else -1. Here and not in each of the
  /// sources that the items may be cut into: there can be as many lists as sources.
  let delays: [Int64]
  /// Where the items are written.
  let place: ExpressionPlace

  init(values: [Value], listNumbers: [UInt32], lists: [ItemRoute], place: ExpressionPlace) {
    (self.values, self.listNumbers, self.lists) = (values, listNumbers, lists)
    self.place = place
    delays = lists.map(\.onlyDelay)
  }

  /// A failure in the operators of an item, at that item: a list of operators is compiled once, where
  /// it first stands.
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

  /// A stretch of the list that is a stream of its own.
  enum Segment {
    /// Items that only wait and change their value.
    case source(Range<Int>)
    /// An item that takes in further streams, which is a plan of its own.
    case part(Int)
  }

  /// The list, cut before and behind each item that takes in further streams.
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

  /// The nodes of the plan around that operators of items take in.
  var inputs: [Int] {
    lists.flatMap { list -> [Int] in
      guard let nodes = list.part?.plan.nodes else { return [] }
      return nodes.compactMap { node in
        if case .outer(let number) = node { number } else { nil }
      }
    }
  }

  /// Whether operators of items play inner streams.
  var hasInner: Bool {
    lists.contains { list in
      list.part?.plan.nodes.contains { !$0.inner.isEmpty } ?? false
    }
  }
}
