import Expressions
public import Reactive
public import Values

extension Program {
  /// Makes the chain of publishers that plays the program. It is cold: every subscription is a
  /// playing of its own, beginning at the scheduler's present instant.
  public func publisher(on scheduler: any Scheduler) -> AnyPublisher<Value, StreamFailure> {
    Chain(plan: plan, scheduler: scheduler).publisher(of: output)
  }
}

/// Builds publishers from a plan, from its first node to its last.
private struct Chain {
  typealias Values = AnyPublisher<Value, StreamFailure>

  let plan: Plan
  let scheduler: any Scheduler

  func publisher(of output: Int) -> Values {
    // A run of transforms is built where it ends: at the node that is used by what is no transform.
    var publishers: [Values?] = []
    for (index, node) in plan.nodes[...output].enumerated() {
      switch node {
      case .items(let items):
        publishers.append(ItemsPublisher(plan: items, scheduler: scheduler).eraseToAnyPublisher())
      case .item:
        preconditionFailure("an item's value outside of its stream")
      case .delay(let input, let nanoseconds):
        publishers.append(
          built(input, publishers)
            .delay(for: .nanoseconds(nanoseconds), scheduler: scheduler)
            .eraseToAnyPublisher())
      case .transform:
        publishers.append(index == output ? fused(index, publishers) : nil)
      }
    }
    return built(output, publishers)
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
