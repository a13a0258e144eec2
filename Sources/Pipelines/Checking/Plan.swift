import Expressions
import Values

/// The streams of a program as a list of nodes, each of which refers only to earlier nodes.
///
/// It is a list and not a tree: names in a file may be nested a hundred thousand levels deep, and
/// neither building nor releasing a plan may recurse that deep.
struct Plan: Sendable {
  enum Node: Sendable {
    /// The items of a `stream`.
    case items(ItemsPlan)
    /// The value of an item, in the plan of an operator list.
    case item
    /// A node of the enclosing plan, in the plan of an operator list.
    case outer(Int)
    /// The elements of a list, emitted at once.
    case sequence(ListedValues)
    /// The elements of the list that an expression returns when the stream is subscribed to.
    case evaluated(CheckedExpression, Evaluator)
    case marbles(MarblePlan)
    /// Records from outside: an index in `inputs`.
    case input(Int)
    /// The values that operators and inputs send to a side output: an index in `sideOutputs`.
    case sideOutput(Int)
    case append([Int])
    case merge([Int])
    case zip([Int])
    /// Delays every event by a number of nanoseconds.
    case delay(input: Int, nanoseconds: Int64)
    /// Returns at most one value for each upstream value, without using a clock.
    case transform(input: Int, Transform)
    /// The values of the group for which an inner stream plays.
    case group
    /// A publisher of `Reactive`. `inner` are the streams that it subscribes to itself; each is
    /// built anew for every subscription.
    case stage(inputs: [Int], inner: [Int], StagePlan)
  }

  var nodes: [Node] = []
  /// The hot diagrams, in document order.
  var hotDiagrams: [Int] = []
  /// The inputs from outside, each name once.
  var inputs: [InputPlan] = []
  /// The hot streams that operators and inputs feed.
  var sideOutputs: [SideOutputPlan] = []
  /// The numbers of the side outputs that anything receives.
  var receivedOutputs: Set<Int> = []
  /// The operators that drop values, which are counted.
  var dropSites: [DropSite] = []
  /// For some nodes, the side outputs that are fed there or upstream and that nothing upstream of
  /// the node receives. They end once all subscriptions to such nodes have ended.
  var feeds: [Int: [Int]] = [:]
  /// The stages whose events are recorded; nil if playbacks cannot be traced.
  var trace: TracePlan?
  /// The places of the operators to which nodes that may hold values belong, in the order of the
  /// nodes. An array, because each item of a long stream has its own plan.
  private var places: [(node: Int, place: ExpressionPlace)] = []
  /// The uses of inputs, for warnings.
  var dataUses = DataUses()
  /// Whether a playback has to count its subscriptions.
  var countsSubscriptions = false
  /// Whether a playback writes lines to standard error while it runs.
  var writesLines = false
  /// Whether a stream follows the calendar, so that times count from 1970.
  var followsCalendar = false
  /// For each node, its events if they are known before the playback and can be played as rows.
  private(set) var known: [KnownStream?] = []

  /// Prepares a complete plan for playbacks of its outputs.
  mutating func prepare(for outputs: [Int], tracing trace: (Plan) -> TracePlan? = { _ in nil }) {
    trim(for: outputs)
    findFeeds(for: outputs)
    self.trace = trace(self)
    countsSubscriptions = outputs.contains(where: hasManySubscriptions)
    findKnown()
  }

  /// Finds the streams whose events are known before the playback. Call it once the plan is
  /// complete. Subscriptions to the plan of an operator list may be counted by the enclosing plan.
  mutating func findKnown(inside: Bool = false) {
    known = knownStreams(isCounted: inside || countsSubscriptions)
    for inner in nodes.flatMap(\.inner) {
      innerOrders[inner] = nodesToBuild(for: inner, joinsSources: true)
    }
  }

  /// The nodes to build for each inner stream, stored because inner streams are built repeatedly.
  private var innerOrders: [Int: [Int]] = [:]

  /// The nodes whose publishers are built for an output, in order.
  func order(for output: Int, joinsSources: Bool) -> [Int] {
    if nodes[output].inputs.isEmpty || joinsSources && known[output] != nil { return [output] }
    if joinsSources, let order = innerOrders[output] { return order }
    return nodesToBuild(for: output, joinsSources: joinsSources)
  }

  /// Whether each of these nodes has the previous one as its only upstream.
  func isLine(_ order: [Int]) -> Bool {
    zip(order, order.dropFirst()).allSatisfy { before, node in
      nodes[transforms(before: node).base].inputs.allSatisfy { input in
        transforms(before: input).base == before || input == before
      }
    }
  }

  /// The nodes whose publishers are built for an output, in order. The node after consecutive
  /// transforms builds them together with itself; transforms at the output are built by the output.
  ///
  /// A stream that is played as rows is built in one piece.
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

  /// The names of the inputs that nodes of the plan read.
  var namesOfUsedInputs: [String] {
    let used = usedInputs
    return inputs.indices.filter(used.contains).map { inputs[$0].source.name }
  }

  /// The place of the operator to which a node belongs, if it may hold values.
  func place(of node: Int) -> ExpressionPlace? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].node == node ? places[low].place : nil
  }

  /// Sets the place of the operator to which the last node belongs.
  mutating func setPlaceOfLast(_ place: ExpressionPlace) {
    places.append((nodes.count - 1, place))
  }

  /// Adds a node and returns its index.
  mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

/// A parsed marble diagram, with values in place of symbols.
package struct MarblePlan: Sendable {
  enum Kind: Sendable {
    case value(Value)
    case finished
    case failure(StreamFailure)
  }

  struct Event: Sendable {
    /// In nanoseconds from the subscription; for a hot diagram, from the start of the playback.
    var time: Int64
    var kind: Kind
  }

  /// The events in the order in which they happen.
  var events: [Event]
  var isHot: Bool
}

/// An input, with the expression that times its records.
struct InputPlan: Sendable {
  let source: InputSource
  /// The number of the document that reads it first.
  let document: Int
  /// Evaluates to the time of a record.
  let time: CheckedExpression?
  /// The path of the input's `path` in its document.
  let pathPlace: DocumentPath
  /// The number of the side output that receives late records; nil if none does.
  var lateOutput: Int?
  /// The records that a test states; nil for an input that is bound to other records.
  var stated: StatedRecords?

  /// How long records are held back to reorder them, in nanoseconds; nil if they are not.
  var hold: Int64? { source.late?.reorder?.nanoseconds }
}

/// The items of a `stream` in columns. Each operator list is compiled once.
struct ItemsPlan: Sendable {
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

  init(values: [Value], listNumbers: [UInt32], lists: [ItemRoute], place: ExpressionPlace) {
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
