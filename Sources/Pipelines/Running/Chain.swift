import Expressions
public import Reactive
public import Values

extension Program {
  /// Makes the chain of publishers that plays the program. It is cold: every subscription is a
  /// playing of its own, beginning at the scheduler's present instant.
  public func publisher(on scheduler: any Scheduler) -> AnyPublisher<Value, StreamFailure> {
    guard !plan.hotDiagrams.isEmpty || plan.countsSubscriptions else {
      return Chain(plan: plan, scheduler: scheduler).publisher(of: output)
    }
    guard !plan.hotDiagrams.isEmpty else {
      return Deferred { [plan, output] in
        Chain(plan: plan, scheduler: scheduler).countedPublisher(of: output)
      }.eraseToAnyPublisher()
    }
    return HotStart(plan: plan, output: output, scheduler: scheduler).eraseToAnyPublisher()
  }
}

/// Builds publishers from a plan, from its first node to its last.
struct Chain {
  typealias Values = AnyPublisher<Value, StreamFailure>

  let plan: Plan
  let scheduler: any Scheduler
  /// The value that `item` stands for, in the plan of an operator list.
  var item: Value = .null
  /// What `outer` nodes stand for, by their numbers in the plan around.
  var outer: [Int: Values] = [:]
  /// The hot diagrams of this playing, by their nodes.
  var hot: [Int: PassthroughSubject<Value, StreamFailure>] = [:]
  /// The count of this playing, if its plan is to be counted.
  var count: SubscriptionCount?

  /// The same, with a count of its own if the plan is to be counted.
  func countedPublisher(of output: Int) -> Values {
    guard plan.countsSubscriptions else { return publisher(of: output) }
    let count = SubscriptionCount()
    var counted = self
    counted.count = count
    return counted.publisher(of: output).map { value in
      count.noteEvent()
      return value
    }.eraseToAnyPublisher()
  }

  func publisher(of output: Int) -> Values {
    // A run of transforms is built where it ends: at the node that is used by what is no transform.
    var publishers: [Values?] = []
    publishers.reserveCapacity(output + 1)
    for index in 0...output {
      if case .transform = plan.nodes[index], index != output {
        publishers.append(nil)
      } else {
        publishers.append(counted(node(index, publishers), index))
      }
    }
    return built(output, publishers)
  }

  /// The publisher of a node, its subscriptions counted if it takes in others.
  private func counted(_ publisher: Values, _ index: Int) -> Values {
    guard let count, !plan.nodes[index].inputs.isEmpty else { return publisher }
    return CountedSubscriptions(upstream: publisher, count: count, scheduler: scheduler)
      .eraseToAnyPublisher()
  }

  private func node(_ index: Int, _ publishers: [Values?]) -> Values {
    switch plan.nodes[index] {
    case .items(let items):
      var chain = Chain(plan: plan, scheduler: scheduler, hot: hot, count: count)
      for node in items.inputs where chain.outer[node] == nil {
        chain.outer[node] = built(node, publishers)
      }
      return ItemsPublisher(plan: items, chain: chain).eraseToAnyPublisher()
    case .item:
      return single(item)
    case .outer(let node):
      return outer[node] ?? sequence([])
    case .sequence(let values):
      return sequence(values)
    case .evaluated(let checked):
      return Deferred { [scheduler] in elements(of: checked, at: scheduler.now) }
        .eraseToAnyPublisher()
    case .marbles(let diagram):
      return hot[index]?.eraseToAnyPublisher()
        ?? diagram.publisher(on: scheduler).eraseToAnyPublisher()
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
    }
  }

  private func single(_ value: Value) -> Values {
    Just(value).setFailureType(to: StreamFailure.self).eraseToAnyPublisher()
  }

  private func sequence(_ values: [Value]) -> Values {
    Publishers.Sequence(sequence: values).eraseToAnyPublisher()
  }

  private func elements(of checked: CheckedExpression, at instant: Instant) -> Values {
    var frame = Frame(nanoseconds: instant.nanoseconds)
    do throws(EvaluationError) {
      let list = try checked.evaluator().value(in: &frame)
      if case .array(let elements) = list { return sequence(elements) }
      let found = list == .null ? "null" : "of type \(ValueType.of(list))"
      return Fail(
        error: StreamFailure("this must give a list, this is \(found) in \"\(checked.text)\"")
      ).eraseToAnyPublisher()
    } catch {
      return Fail(error: StreamFailure(error.message)).eraseToAnyPublisher()
    }
  }

  private func built(_ node: Int, _ publishers: [Values?]) -> Values {
    publishers[node] ?? fused(node, publishers)
  }

  /// One stage of the transform at `node` and those right before it.
  private func fused(_ node: Int, _ publishers: [Values?]) -> Values {
    var transforms: [Transform] = []
    var input = node
    while case .transform(let next, let transform) = plan.nodes[input] {
      transforms.append(transform)
      input = next
    }
    transforms.reverse()
    return Publishers.TryCompactMap<Values, Value, StreamFailure>(
      upstream: built(input, publishers), widen: { $0 },
      makeTransform: { [scheduler] in Transform.loop(transforms, on: scheduler) }
    ).eraseToAnyPublisher()
  }
}

extension Transform {
  /// Makes one run's steps of transforms that follow one another, as a single closure.
  static func loop(
    _ transforms: [Transform], on scheduler: any Scheduler
  ) -> (Value) throws(StreamFailure) -> Value? {
    let steps = transforms.map { $0.makeStep() }
    return { value throws(StreamFailure) in
      var value = value
      // Not `? value : nil`: that nil would be a value, JSON's null.
      guard try run(steps, on: &value, at: scheduler.now) else { return nil }
      return value
    }
  }

  /// Sends a value through steps; false if one of them drops it.
  static func run(
    _ steps: [Step], on value: inout Value, at instant: Instant
  ) throws(StreamFailure) -> Bool {
    do throws(EvaluationError) {
      for step in steps {
        guard try step(&value, instant.nanoseconds) else { return false }
      }
      return true
    } catch {
      throw StreamFailure(error.message)
    }
  }
}
