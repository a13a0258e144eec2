/// The subscriber of an operator with several inputs to one of them.
@usableFromInline
protocol FanInSide<Downstream>: Subscriber {
  associatedtype Downstream: Subscriber
  associatedtype Rule: FanInRule where Rule.Output == Downstream.Input
  var run: FanInRun<Downstream, Rule> { get }
  /// The position of the input.
  var place: Int { get }
}

extension FanInSide {
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  func receive(subscription: any Subscription) {
    run.receive(subscription: subscription, from: place)
  }
}

extension FanInSide where Failure == Downstream.Failure {
  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    run.receive(completion: completion, from: place)
  }
}

/// The subscriber to one of many inputs of the same kind.
@usableFromInline
struct NthSide<Downstream: Subscriber, Rule: ManyRule>: FanInSide
where Rule.Output == Downstream.Input {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let run: FanInRun<Downstream, Rule>
  @usableFromInline let place: Int
  @usableFromInline let downstream: Downstream

  @inlinable
  init(_ run: FanInRun<Downstream, Rule>, _ place: Int) {
    self.run = run
    self.place = place
    downstream = run.downstream
  }

  @inlinable
  func receive(_ input: Rule.Input) {
    run.receive(input, from: place, to: downstream)
  }

  @inlinable var _batchUse: _BatchUse { Rule.handsBatchesOn ? downstream._batchUse : .none }

  /// Hands on the rows up to the next event of another input: the source does not offer any that
  /// are due later.
  @inlinable
  func _receive(_ batch: _Batch<Rule.Input>) -> Int {
    guard !run.isOver else { return batch.rows.lowerBound }
    return Rule.handOn(batch, to: downstream)
  }
}

/// The subscriber to the first of two inputs.
@usableFromInline
struct FirstSide<Downstream: Subscriber, Rule: PairRule>: FanInSide
where Rule.Output == Downstream.Input {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let run: FanInRun<Downstream, Rule>
  @usableFromInline let downstream: Downstream
  @inlinable var place: Int { 0 }

  @inlinable
  init(_ run: FanInRun<Downstream, Rule>) {
    self.run = run
    downstream = run.downstream
  }

  @inlinable
  func receive(_ input: Rule.First) {
    run.receive(first: input, to: downstream)
  }
}

/// The subscriber to the second of two inputs.
@usableFromInline
struct SecondSide<Downstream: Subscriber, Rule: PairRule>: FanInSide
where Rule.Output == Downstream.Input {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let run: FanInRun<Downstream, Rule>
  @usableFromInline let downstream: Downstream
  @inlinable var place: Int { 1 }

  @inlinable
  init(_ run: FanInRun<Downstream, Rule>) {
    self.run = run
    downstream = run.downstream
  }

  @inlinable
  func receive(_ input: Rule.Second) {
    run.receive(second: input, to: downstream)
  }
}

// MARK: - Subscribing to publishers

extension FanInRun where Rule: ManyRule {
  /// Begins with many inputs of the same kind.
  @inlinable
  func begin<P: Publisher>(_ publishers: [P])
  where P.Output == Rule.Input, P.Failure == Downstream.Failure {
    begin { publishers[$0].receive(subscriber: NthSide(self, $0)) }
  }
}

extension FanInRun where Rule: PairRule {
  /// Begins with two inputs of different kinds.
  @inlinable
  func begin<A: Publisher, B: Publisher>(_ first: A, _ second: B, lastFirst: Bool = false)
  where
    A.Output == Rule.First, B.Output == Rule.Second,
    A.Failure == Downstream.Failure, B.Failure == Downstream.Failure
  {
    begin(lastFirst: lastFirst) { place in
      if place == 0 {
        first.receive(subscriber: FirstSide(self))
      } else {
        second.receive(subscriber: SecondSide(self))
      }
    }
  }
}
