import Checking
import Expressions
public import Reactive
import Records
public import StreamModels
public import Values

extension Program {
  /// A closure that receives the events of a definition that is played beside the stream.
  public typealias Tap = (name: String, receive: (PlaybackEvent, Instant) -> Void)

  /// Creates the chain of publishers that plays the program. It is cold: every subscription is a
  /// separate playback, which begins at the scheduler's current instant.
  ///
  /// For inputs, each subscription continues reading where the previous one stopped. An input
  /// without a binding fails.
  ///
  /// - Parameters:
  ///   - taps: Definitions, each of which is subscribed to beside the stream, with the closures
  ///     that receive their events as they arrive, until the stream has ended.
  ///   - dropped: Receives the values that operators drop because an expression fails on them.
  public func publisher(
    on scheduler: any Scheduler, inputs: InputSession? = nil, taps: [Tap] = [],
    dropped: DroppedValues = DroppedValues()
  ) -> AnyPublisher<Value, StreamFailure> {
    publisher(on: scheduler, inputs: inputs, taps: taps, dropped: dropped, trace: nil)
  }

  /// Creates the same chain.
  ///
  /// - Parameters:
  ///   - receivers: The closures that receive the events of each of the program's outputs.
  ///   - trace: Records what happens, if the program can be traced.
  ///   - postponesSources: Whether sources that the file states emit nothing before the scheduler
  ///     runs.
  package func publisher(
    on scheduler: any Scheduler, inputs: InputSession? = nil, taps: [Tap] = [],
    receivers: [(PlaybackEvent, Instant) -> Void] = [], dropped: DroppedValues = DroppedValues(),
    trace: TraceRecorder?, postponesSources: Bool = false
  ) -> AnyPublisher<Value, StreamFailure> {
    guard plan.hotDiagrams.isEmpty, plan.latest.isEmpty, inputs == nil, taps.isEmpty,
      receivers.isEmpty,
      plan.facts.dropSites.isEmpty, plan.facts.sideOutputs.isEmpty, trace == nil
    else {
      let taps =
        taps.compactMap { tap in
          self.taps[tap.name].map { PlaybackRoot.Tap(node: $0, receive: tap.receive) }
        } + zip(outputNodes, receivers).map { PlaybackRoot.Tap(node: $0, receive: $1) }
        + [feeder].compactMap { $0.map { PlaybackRoot.Tap(node: $0) { _, _ in } } }
      return PlaybackRoot(
        plan: plan, output: output, scheduler: scheduler, inputs: inputs, taps: taps,
        dropped: dropped, trace: trace, postponesSources: postponesSources
      ).eraseToAnyPublisher()
    }
    return Deferred { [plan, output] in
      Chain(
        plan: plan,
        playing: Playing(plan, on: scheduler, postponesSources: postponesSources)
      ).countedPublisher(of: output)
    }.eraseToAnyPublisher()
  }
}

/// A builder of publishers from a plan, from its first node to its last.
package struct Chain {
  package typealias Values = AnyPublisher<Value, StreamFailure>

  /// The plan that encloses the plan of an operator list.
  final class Enclosing {
    let chain: Chain
    /// The publishers of its nodes, except in inner streams, which have their own variables.
    let publishers: [Int: Values]

    init(chain: Chain, publishers: [Int: Values]) {
      self.chain = chain
      self.publishers = publishers
    }
  }

  /// The parts that all inner streams share. Each inner stream has its own chain.
  private final class Shared {
    let plan: Plan
    let playing: Playing

    init(plan: Plan, playing: Playing) {
      self.plan = plan
      self.playing = playing
    }
  }

  /// The publishers of nodes, in the order of the nodes. There are usually so few that hashing
  /// would take longer.
  struct Built {
    private var last: (node: Int, publisher: Values)?
    private var nodes: [Int] = []
    private var publishers: [Values] = []
    /// Whether every node receives its values only from the previous node.
    private let isLine: Bool

    init(isLine: Bool) {
      self.isLine = isLine
    }

    mutating func add(_ publisher: Values, for node: Int) {
      if let last, !isLine {
        nodes.append(last.node)
        publishers.append(last.publisher)
      }
      last = (node, publisher)
    }

    subscript(node: Int) -> Values? {
      if let last, last.node == node { return last.publisher }
      var (low, high) = (0, nodes.count)
      while low < high {
        let middle = (low + high) / 2
        if nodes[middle] < node { low = middle + 1 } else { high = middle }
      }
      return low < nodes.count && nodes[low] == node ? publishers[low] : nil
    }
  }

  private let shared: Shared
  /// The value of `item` nodes, in the plan of an operator list.
  var item: Value = .null
  /// The plan to which `outer` nodes refer, in the plan of an operator list.
  var enclosing: Enclosing?
  /// The variables that enclosing operators provide.
  private(set) var frame = Frame()
  /// The stream of `group` nodes.
  private(set) var group: Values?
  /// Whether this builds an inner stream.
  private var isInner = false

  package init(plan: Plan, playing: Playing) {
    shared = Shared(plan: plan, playing: playing)
  }

  var plan: Plan { _read { yield shared.plan } }
  var playing: Playing { shared.playing }
  var scheduler: any Scheduler { playing.scheduler }

  /// Returns the chain of the plan of an operator list within this plan.
  func part(_ plan: Plan, item: Value) -> Chain {
    var part = Chain(plan: plan, playing: playing)
    part.item = item
    part.enclosing = enclosing
    part.frame = frame
    part.group = group
    part.isInner = isInner
    return part
  }

  /// Returns an inner stream, with its own variables.
  func inner(_ order: BuildOrder, in frame: Frame, group: Values?) -> Values {
    var chain = self
    chain.frame = frame
    chain.group = group
    chain.isInner = true
    return chain.publisher(in: order)
  }

  /// Returns the publisher of a node, and notes its events if subscriptions are counted.
  func countedPublisher(of output: Int) -> Values {
    guard let count = playing.count else { return publisher(of: output) }
    return publisher(of: output).map { value in
      count.noteEvent()
      return value
    }.eraseToAnyPublisher()
  }

  /// The nodes to build for an output, in order.
  struct BuildOrder {
    let output: Int
    let nodes: [Int]
    let isLine: Bool
  }

  func order(for output: Int) -> BuildOrder {
    let nodes = plan.order(for: output)
    return BuildOrder(output: output, nodes: nodes, isLine: plan.isLine(nodes))
  }

  func publisher(of output: Int) -> Values { publisher(in: order(for: output)) }

  private func publisher(in order: BuildOrder) -> Values {
    var publishers = Built(isLine: order.isLine)
    for index in order.nodes {
      publishers.add(
        feeding(counted(placed(node(index, publishers), index), index), index), for: index)
    }
    return built(order.output, publishers)
  }

  /// Returns the publisher of a node, whose subscriptions record the operator or source to which
  /// they belong. In the many runs of an inner stream, that would take memory, so these belong to
  /// the operator that plays the inner stream.
  private func placed(_ publisher: Values, _ index: Int) -> Values {
    guard !isInner, let place = plan.graph.place(of: index) else { return publisher }
    return publisher.placed(
      at: place, steps: plan.graph.placesOfSteps(at: index),
      inner: plan.graph.placesOfInner(at: index))
  }

  /// Returns the publisher of a node; its subscriptions are counted if the node has inputs.
  private func counted(_ publisher: Values, _ index: Int) -> Values {
    guard let count = playing.count, !plan.nodes[index].inputs.isEmpty,
      !plan.nodes[index].isTracePoint
    else { return publisher }
    return CountedSubscriptions(
      upstream: publisher, count: count, scheduler: scheduler, use: isInner ? nil : .init()
    ).eraseToAnyPublisher()
  }

  /// Returns the publisher of a node. While it has subscriptions, the side outputs that it feeds do
  /// not end.
  private func feeding(_ publisher: Values, _ index: Int) -> Values {
    guard !plan.sideOutputFeeds.byNode.isEmpty, let outputs = plan.sideOutputFeeds.byNode[index]
    else { return publisher }
    return Publishers.Feeding(
      upstream: publisher, outputs: outputs.map { playing.sideOutputs[$0] }
    ).eraseToAnyPublisher()
  }

  private func node(_ index: Int, _ publishers: Built) -> Values {
    if isInner, let values = fewValues(of: index) { return sequence(values) }
    switch plan.nodes[index] {
    case .items(let items):
      return list(items, publishers)
    case .item:
      return sequence([item])
    case .sequence(let values):
      return stated(.list(values))
    case .outer(let node):
      return outer(node)
    case .group:
      return group ?? sequence([])
    case .evaluated(let checked, let evaluator):
      return Deferred { Elements(elements(of: checked, evaluator, in: frame)) }
        .eraseToAnyPublisher()
    case .marbles(let diagram):
      return playing.hot[index]?.eraseToAnyPublisher()
        ?? stated(.diagram(diagram))
    case .input(let number):
      return input(number, [])
    case .sideOutput(let number):
      return playing.sideOutputs[number].eraseToAnyPublisher()
    case .latest:
      guard let latest = playing.latest[index] else {
        preconditionFailure("a stream that is played once is in the plan of the document")
      }
      return latest.eraseToAnyPublisher()
    case .append(let inputs):
      return Publishers.ConcatenateMany(inputs.map { built($0, publishers) }).eraseToAnyPublisher()
    case .merge(let inputs):
      return Publishers.MergeMany(inputs.map { built($0, publishers) }).eraseToAnyPublisher()
    case .zip(let inputs):
      return Publishers.ZipMany(inputs.map { built($0, publishers) }).map(Value.array)
        .eraseToAnyPublisher()
    case .delay(let input, let nanoseconds):
      return built(input, publishers)
        .delay(for: .nanoseconds(nanoseconds), scheduler: scheduler).eraseToAnyPublisher()
    case .transform:
      return fused(index, publishers)
    case .stage(let inputs, let inner, let stage):
      return stage.build(
        inputs.map { built($0, publishers) }, StagePlace(self, inner: inner, site: stage.site))
    }
  }

  /// Returns the stream of items some of which have further streams as inputs. Each of these is a
  /// separate stream, and so are the items between two of them.
  private func list(_ items: ItemsPlan, _ publishers: Built) -> Values {
    var chain = self
    let inputs = items.inputs
    if items.isOneSource { return stated(.items(items, items.values.indices)) }
    if !inputs.isEmpty {
      let publishers = inputs.map { ($0, built($0, publishers)) }
      chain.enclosing = Enclosing(
        chain: self, publishers: Dictionary(publishers, uniquingKeysWith: { first, _ in first }))
    }
    return Publishers.ConcatenateEach(
      items.segments.lazy.map { [chain] segment in
        switch segment {
        case .source(let range): stated(.items(items, range))
        case .part(let index): chain.part(at: index, of: items)
        }
      }
    ).eraseToAnyPublisher()
  }

  /// Returns the stream of an item that has further streams as inputs.
  private func part(at index: Int, of items: ItemsPlan) -> Values {
    guard let (plan, output) = items.lists[Int(items.listNumbers[index])].part else {
      preconditionFailure("an item without its own plan")
    }
    return part(plan, item: items.values[index]).publisher(of: output)
      .mapError { items.failure($0, ofItem: index) }.eraseToAnyPublisher()
  }

  private func stated(_ source: StatedSource, _ transforms: [Transform] = []) -> Values {
    StatedPublisher(
      source: source, transforms: transforms, frame: frame, scheduler: scheduler,
      isPostponed: playing.postponesSources
    ).eraseToAnyPublisher()
  }

  private func outer(_ node: Int) -> Values {
    guard let enclosing else { return sequence([]) }
    if isInner {
      let chain = enclosing.chain
      return chain.inner(chain.order(for: node), in: frame, group: group)
    }
    return enclosing.publishers[node] ?? sequence([])
  }

  /// Returns an input with the transforms directly after it.
  private func input(_ number: Int, _ transforms: [Transform]) -> Values {
    guard let reading = playing.inputs?.reading(of: number) else { return unbound(number) }
    return InputReading.Records(
      reading: reading, transforms: transforms, frame: frame, playing: playing
    ).eraseToAnyPublisher()
  }

  private func unbound(_ number: Int) -> Values {
    let source = plan.inputs[number].source
    let error = InputError.unbound(source.name, isNamed: !source.paths.isEmpty)
    return Fail(error: StreamFailure(error.message)).eraseToAnyPublisher()
  }

  private func sequence(_ values: [Value]) -> Values {
    Publishers.Sequence(sequence: values).eraseToAnyPublisher()
  }

  /// Returns the elements of the list to which an expression evaluates now.
  func elements(
    of checked: CheckedExpression, _ evaluator: Evaluator, in frame: Frame
  ) -> Result<[Value], StreamFailure> {
    var frame = frame
    frame.nanoseconds = scheduler.now.nanoseconds
    do throws(EvaluationError) {
      let list = try evaluator.value(in: &frame)
      if case .array(let elements) = list { return .success(elements) }
      let found = ListMistake.found(list)
      var failure = StreamFailure(ListMistake.message(for: list, in: checked.text))
      failure.cause = checked.place.map {
        FailureCause("expected a list, but '\(checked.text)' is \(found)", at: $0)
      }
      return .failure(playing.attributed(failure))
    } catch {
      return .failure(playing.failure(error))
    }
  }

  private func built(_ node: Int, _ publishers: Built) -> Values {
    publishers[node] ?? placed(fused(node, publishers), node)
  }

  /// Returns one stage for the transform at `node` and those directly before it.
  private func fused(_ node: Int, _ publishers: Built) -> Values {
    let (base, transforms) = plan.graph.transforms(before: node)
    if case .input(let number) = plan.nodes[base] {
      return feeding(input(number, transforms), base)
    }
    if !isInner, let source = plan.nodes[base].stated, playing.trace == nil {
      return stated(source, transforms)
    }
    return TransformsPublisher(
      upstream: built(base, publishers), transforms: transforms, frame: frame, playing: playing
    ).eraseToAnyPublisher()
  }
}
