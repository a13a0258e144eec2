import Expressions
public import Reactive
public import StreamModels
public import Values

/// A stream that a stage plays repeatedly, for one value or key after another.
///
/// The parts that all runs share are computed once, here. A run then adds only its own state. If
/// the source emits at once, or is a group, and only transforms follow it, no publishers are built
/// for a run.
package final class InnerStream {
  fileprivate enum Source {
    /// A few values that are emitted at once.
    case values([Value])
    /// Events that the file states, and the transforms after them.
    case stated(StatedSource, [Transform])
    /// The elements of the list that an expression evaluates to.
    case evaluated(CheckedExpression, Evaluator)
    /// The values of the group in which the stream plays.
    case group
    /// Any other source: each run has its own chain.
    case chain(Chain.BuildOrder)
  }

  fileprivate let source: Source
  /// The transforms after the source.
  fileprivate let line: TransformLine?
  /// Whether a run counts as a subscription, in addition to those that its chain counts itself.
  private let isCounted: Bool
  private let chain: Chain
  private let own: TransformLine.OwnVariable

  /// Creates an inner stream from a node, for the stage to which this chain belongs. Each run has
  /// its own value of a variable.
  package init(_ node: Int, of chain: Chain, own: TransformLine.OwnVariable) {
    self.chain = chain
    self.own = own
    let (base, transforms) = chain.plan.graph.transforms(before: node)
    if case .input = chain.plan.nodes[base] {
      // Only the fields that transforms read may have been decoded from records, so the transforms
      // have to follow the input directly.
      (source, line, isCounted) = (.chain(chain.order(for: node)), nil, false)
      return
    }
    if let values = chain.fewValues(of: base) {
      source = .values(values)
    } else if let stated = chain.plan.nodes[base].stated, chain.playing.trace == nil {
      (source, line, isCounted) = (.stated(stated, transforms), nil, !transforms.isEmpty)
      return
    } else {
      source = Source(base, of: chain, own: own) ?? .chain(chain.order(for: base))
    }
    line =
      transforms.isEmpty
      ? nil : TransformLine(transforms, frame: chain.frame, own: own, playing: chain.playing)
    isCounted = !transforms.isEmpty
  }

  /// Returns the run for a value of the variable; if it plays in a group, with the group's values.
  package func run(
    _ value: Value, group: Publishers.Group<Value, StreamFailure>? = nil
  ) -> InnerPublisher {
    InnerPublisher(stream: self, own: value, group: group)
  }

  /// Records what happens; nil if the playback is not traced.
  fileprivate var recorder: TraceRecorder? { chain.playing.trace }

  /// Counts a run; returns the failure if that exceeds the limit on subscriptions.
  fileprivate func excess() -> StreamFailure? {
    guard isCounted, let count = chain.playing.count else { return nil }
    return count.excess(at: chain.scheduler.now)
  }

  fileprivate func publisher(
    of source: StatedSource, _ transforms: [Transform], _ own: Value
  ) -> StatedPublisher {
    StatedPublisher(
      source: source, transforms: transforms, frame: frame(own), scheduler: chain.scheduler)
  }

  fileprivate func elements(
    of checked: CheckedExpression, _ evaluator: Evaluator, _ own: Value
  ) -> Elements {
    Elements(chain.elements(of: checked, evaluator, in: frame(own)))
  }

  fileprivate func publisher(
    in order: Chain.BuildOrder, _ own: Value, _ group: Publishers.Group<Value, StreamFailure>?
  ) -> Chain.Values {
    chain.inner(order, in: frame(own), group: group?.eraseToAnyPublisher() ?? chain.group)
  }

  private func frame(_ own: Value) -> Frame {
    var frame = chain.frame
    let own = chain.playing.trace == nil ? own : own.withoutTraces()
    switch self.own {
    case .outer: frame.outer = own
    case .error: frame.error = own
    case .key: frame.key = own
    }
    return frame
  }
}

extension InnerStream.Source {
  /// Creates the source of a node, or returns nil if a chain has to be built for it.
  fileprivate init?(_ node: Int, of chain: Chain, own: TransformLine.OwnVariable) {
    switch chain.plan.nodes[node] {
    case .evaluated(let checked, let evaluator): self = .evaluated(checked, evaluator)
    case .group where own == .key: self = .group
    default: return nil
    }
  }
}

extension Chain {
  /// Returns the values of a node that emits at once, if there are so few that it is best to send
  /// them one by one. For a few values, a batch of rows costs more.
  func fewValues(of node: Int) -> [Value]? {
    let values: [Value]
    switch plan.nodes[node] {
    case .sequence(let list): values = list.prefix(65)
    case .item: values = [item]
    case .items(let items) where items.comeAtOnce: values = items.values
    default: return nil
    }
    return values.count <= 64 ? values : nil
  }
}

extension ItemsPlan {
  /// Whether the items are plain values, without operators.
  fileprivate var comeAtOnce: Bool {
    lists.allSatisfy { $0.part == nil && $0.hops.isEmpty && $0.transforms.isEmpty }
  }
}

/// One run of an inner stream, as a publisher.
@usableFromInline
package struct InnerPublisher: Publisher {
  @usableFromInline package typealias Output = Value
  @usableFromInline package typealias Failure = StreamFailure

  fileprivate let stream: InnerStream
  fileprivate let own: Value
  fileprivate let group: Publishers.Group<Value, StreamFailure>?

  /// Erases the subscriber where its type is known: the rest of this module would look up the types
  /// that it needs for each value, which takes three times as long.
  @inlinable
  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    receive(erased: AnySubscriber(subscriber))
  }

  @usableFromInline
  func receive(erased subscriber: AnySubscriber<Value, StreamFailure>) {
    guard let recorder = stream.recorder else { return begin(subscriber) }
    recorder.playing(for: own) { begin(subscriber) }
  }

  private func begin(_ subscriber: AnySubscriber<Value, StreamFailure>) {
    let depth = CallDepth.current
    guard depth.hasRoom else {
      // Splits the chain here, and returns to this method with a fresh call depth.
      return eraseToAnyPublisher().receive(subscriber: subscriber)
    }
    depth.enter {
      // A restored run was counted when it began.
      if !CallDepth.isRestoring, let failure = stream.excess() {
        return Fail(error: failure).receive(subscriber: subscriber)
      }
      guard let line = stream.line else { return subscribe(subscriber) }
      let stage = TransformStage(downstream: subscriber, line: line, own: own)
      guard let restoration = CallDepth.restoration else { return subscribe(stage) }
      stage.resume(from: restoration) { subscribe(stage) }
    }
  }

  private func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    switch stream.source {
    case .values(let values):
      Publishers.Sequence(sequence: values).receive(subscriber: subscriber)
    case .stated(let source, let transforms):
      stream.publisher(of: source, transforms, own).receive(subscriber: subscriber)
    case .evaluated(let checked, let evaluator):
      stream.elements(of: checked, evaluator, own).receive(subscriber: subscriber)
    case .group:
      group?.receive(subscriber: subscriber)
    case .chain(let order):
      stream.publisher(in: order, own, group).receive(subscriber: subscriber)
    }
  }
}
