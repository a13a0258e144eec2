import Checking
import Expressions
import Reactive

extension PlanBuilder {
  /// Adds a node that records the events that a stage receives from another. In playbacks that are
  /// not recorded, it is the same stream.
  func entry(_ node: Int, to site: Int, from source: Int?, at place: ExpressionPlace) -> Int {
    let plan = StagePlan(tracePoint: .entry(to: site, from: source)) { inputs, place in
      guard let recorder = place.playing.trace else { return inputs[0] }
      return TraceEntry(upstream: inputs[0], site: site, recorder: recorder).eraseToAnyPublisher()
    }
    return add(.stage(inputs: [node], inner: [], plan), at: place)
  }

  /// Adds a node that records the events that a stage emits.
  func exit(_ node: Int, of site: Int, at place: ExpressionPlace) -> Int {
    let plan = StagePlan(tracePoint: .exit(of: site)) { inputs, place in
      guard let recorder = place.playing.trace else { return inputs[0] }
      return TraceExit(upstream: inputs[0], site: site, recorder: recorder).eraseToAnyPublisher()
    }
    return add(.stage(inputs: [node], inner: [], plan), at: place)
  }

  /// Returns the node of a stream that a playback emits. In traces, what receives its events is a
  /// stage, too, whose number follows those of the steps.
  func output(_ stream: CheckedModel.Stream, number: Int) -> Int {
    let step = stream.output.step
    guard isTraced else { return node(of: step) }
    let site = model.steps.count + number
    return exit(
      entry(node(of: step), to: site, from: self.site(of: step), at: stream.place), of: site,
      at: stream.place)
  }
}
