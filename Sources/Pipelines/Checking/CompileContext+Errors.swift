import Expressions
import Reactive
import Values

extension CompileContext {
  /// Returns the treatment of values on which an operator's expression fails; nil if that makes the
  /// operator fail.
  func tolerance(of next: Operator) throws(Diagnostics) -> Tolerance? {
    guard let policy = try boundErrorPolicy(of: next) else { return nil }
    if case .output(let name) = policy.kind { try checkOutput(name, at: place(of: "onError")) }
    return sideOutputs.add(policy, at: here)
  }

  /// Returns the number under which values are counted that the current operator drops by its own
  /// rule.
  func dropSite(_ reason: DropReason) -> Int {
    sideOutputs.add(DropSite(place: here, reason: reason))
  }

  /// Checks the name of a side output, which belongs to the document.
  func checkOutput(_ name: String, at path: DocumentPath) throws(Diagnostics) {
    guard definitionNames(document).contains(name) else { return }
    throw Diagnostics([
      Diagnostic(
        .duplicateKey, "the output '\(name.abbreviated)' has the same name as a definition",
        hint: "choose another name", at: path)
    ])
  }

  /// Returns a stream without the values on which the expression of a stage fails, if the operator
  /// tolerates them; the same stream otherwise. The stage evaluates the expression again, on the
  /// same values at the same instants.
  func guarded(_ upstream: Upstream, by evaluator: Evaluator) -> Upstream {
    guard tolerance != nil else { return upstream }
    return guarded(
      upstream,
      by: Transform(evaluator) { evaluator in
        { (value, frame) throws(EvaluationError) in
          _ = try evaluator.value(value, in: &frame)
          return true
        }
      })
  }

  /// Returns the same stream for an expression that must return a bool.
  func guarded(_ upstream: Upstream, byCondition evaluator: Evaluator) -> Upstream {
    guard tolerance != nil else { return upstream }
    return guarded(
      upstream,
      by: Transform(evaluator) { evaluator in
        { (value, frame) throws(EvaluationError) in
          _ = try evaluator.condition(value, in: &frame)
          return true
        }
      })
  }

  /// Returns the same stream for a transform that fails where the stage would.
  func guarded(_ upstream: Upstream, by transform: Transform) -> Upstream {
    guard tolerance != nil else { return upstream }
    return self.transform(upstream, with: transform, emitting: upstream.type)
  }

  /// Adds a transform that drops values on which it fails.
  func add(
    _ transform: Transform, to upstream: Upstream, tolerating tolerance: Tolerance,
    emitting type: ValueType
  ) -> Upstream {
    let plan = StagePlan(output: tolerance.output) { inputs, place in
      TransformsPublisher(
        upstream: inputs[0], transforms: [transform], frame: place.frame, playing: place.playing,
        tolerance: tolerance
      ).eraseToAnyPublisher()
    }
    return add(.stage(inputs: [upstream.node], inner: [], plan), emitting: type)
  }
}
