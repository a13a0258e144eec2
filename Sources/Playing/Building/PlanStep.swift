package import Checking
package import Expressions
import Reactive
package import StreamModels
package import Values

/// The build of one step of a plan: a checked source or operator, with the nodes of the streams that
/// it receives.
///
/// The methods add nodes, and return the one with the resulting events:
///
///     step.transform(.map(step.evaluator("expression")))
package struct PlanStep {
  private let builder: PlanBuilder
  private let checked: CheckedStep
  /// The number of the stage in traces; nil if the program is not traced.
  private let site: Int?
  private let upstreamNode: Int?
  /// The nodes of the other streams that it receives, in order.
  package let streams: [Int]
  /// The nodes of the streams that it plays itself, in order. Each is built anew for every
  /// subscription.
  package let inner: [Int]

  package init(
    builder: PlanBuilder, checked: CheckedStep, site: Int?, upstream: Int?, streams: [Int],
    inner: [Int]
  ) {
    self.builder = builder
    self.checked = checked
    self.site = site
    upstreamNode = upstream
    self.streams = streams
    self.inner = inner
  }

  /// The node of the stream that an operator is applied to.
  package var upstream: Int {
    guard let upstreamNode else { preconditionFailure("a source has no upstream") }
    return upstreamNode
  }

  package var place: ExpressionPlace { checked.place }
  /// The treatment of values on which its expression fails; nil if the stream fails then.
  package var tolerance: Tolerance? { checked.tolerance }
  /// The treatments of values that it drops by its own rules.
  package var drops: [Tolerance] { checked.drops }
  /// The number of the side output that receives the values that it drops as it is meant to; nil if
  /// none does.
  package var droppedOutput: Int? { checked.droppedOutput }
  /// The sources of the upstream's values, if all of them are hot.
  package var hotSources: [HotSource]? { builder.model.hotSources(of: checked.inputs[0]) }

  /// Returns the checked expression of a parameter, or the built-in one.
  package func expression(_ parameter: Text?) -> CheckedExpression {
    guard let expression = checked.expressions[parameter ?? ""] else {
      preconditionFailure("an expression is checked before it is built")
    }
    return expression
  }

  /// Returns the evaluator of the expression of a parameter, or of the built-in one.
  package func evaluator(_ parameter: Text?) -> Evaluator {
    expression(parameter).evaluator()
  }

  package func add(_ node: Plan.Node) -> Int {
    builder.add(node, at: place)
  }

  // MARK: - Stages

  /// Adds a delay of the upstream.
  package func delay(by seconds: Seconds) -> Int {
    guard builder.isTraced else {
      return add(.delay(input: upstream, nanoseconds: seconds.nanoseconds))
    }
    // In traces, a stage has its own clock, which shows whose timers are pending.
    return stage { upstream, place in
      upstream.delay(for: seconds.duration, scheduler: place.scheduler).eraseToAnyPublisher()
    }
  }

  /// Adds a transform of the upstream. With a tolerance, it drops the values on which it fails.
  package func transform(_ transform: Transform) -> Int {
    self.transform(upstream, with: transform)
  }

  private func transform(_ node: Int, with transform: Transform) -> Int {
    guard tolerance != nil || droppedOutput != nil else {
      return add(.transform(input: node, transform))
    }
    let plan = StagePlan(outputs: [tolerance?.output, droppedOutput].compactMap(\.self)) {
      [tolerance, droppedOutput] inputs, place in
      TransformsPublisher(
        upstream: inputs[0], transforms: [transform], frame: place.frame, playing: place.playing,
        tolerance: tolerance, droppedOutput: droppedOutput
      ).eraseToAnyPublisher()
    }
    return add(.stage(inputs: [node], inner: [], plan))
  }

  /// Adds a publisher of `Reactive` with these upstreams. `inner` are the streams that the stage
  /// subscribes to itself.
  package func stage(
    _ inputs: [Int], inner: [Int] = [],
    _ build: @escaping @Sendable ([Chain.Values], StagePlace) -> Chain.Values
  ) -> Int {
    add(
      .stage(
        inputs: inputs, inner: inner,
        StagePlan(outputs: checked.fedOutputs, site: site, build: build)))
  }

  /// Adds a publisher of `Reactive` with one upstream.
  package func stage(
    on node: Int, _ build: @escaping @Sendable (Chain.Values, StagePlace) -> Chain.Values
  ) -> Int {
    stage([node]) { inputs, place in build(inputs[0], place) }
  }

  /// Adds a publisher of `Reactive` on the upstream.
  package func stage(
    _ build: @escaping @Sendable (Chain.Values, StagePlace) -> Chain.Values
  ) -> Int {
    stage(on: upstream, build)
  }

  // MARK: - Guards

  /// Returns a stream, the upstream by default, without the values on which the expression of the
  /// stage fails, if the operator tolerates them; the stream itself otherwise. The stage evaluates the
  /// expression again, on the same values at the same instants.
  package func guarded(_ node: Int? = nil, by evaluator: Evaluator) -> Int {
    guarded(
      node,
      by: Transform(evaluator) { evaluator in
        { (value, frame) throws(EvaluationError) in
          _ = try evaluator.value(value, in: &frame)
          return true
        }
      })
  }

  /// Returns a stream without the values on which a condition fails, in the same way.
  package func guarded(_ node: Int? = nil, byCondition evaluator: Evaluator) -> Int {
    guarded(
      node,
      by: Transform(evaluator) { evaluator in
        { (value, frame) throws(EvaluationError) in
          _ = try evaluator.condition(value, in: &frame)
          return true
        }
      })
  }

  /// Returns a stream without the values on which a transform fails, in the same way.
  package func guarded(_ node: Int? = nil, by guarding: Transform) -> Int {
    let node = node ?? upstream
    return tolerance == nil ? node : transform(node, with: guarding)
  }
}
