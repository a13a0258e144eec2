/// A stage that may end the run by itself, or may have something to emit when its upstream ends.
///
/// It sits between the upstream's subscription and downstream, so that it notices a cancel: a run
/// that is cancelled inside its last value must not complete after it.
@usableFromInline
package protocol EndingStage<Downstream>: Stage {
  associatedtype Run: EndingHandle
  var run: Run { get }
}

/// The handle of a run that its stage may end.
@usableFromInline
package protocol EndingHandle: PassingRun {
  /// Whether the upstream's signals are ignored, because it has ended or has already emitted
  /// enough.
  var isUpstreamDone: Bool { get set }
  /// Whether downstream receives nothing more.
  var isOver: Bool { get set }
  var subscription: (any Subscription)? { get set }
}

extension EndingHandle {
  @inlinable
  package func cancel() {
    isOver = true
    cancelUpstream()
  }

  @inlinable
  package func cancelUpstream() {
    isUpstreamDone = true
    subscription.take()?.cancel()
  }

  /// Records the end of the upstream. Returns false if the upstream was already being ignored.
  @inlinable
  package func upstreamDidEnd() -> Bool {
    _ = subscription.take()
    defer { isUpstreamDone = true }
    return !isUpstreamDone
  }
}

extension EndingStage {
  @inlinable
  package func receive(subscription: any Subscription) {
    run.subscription = subscription
    downstream.receive(subscription: run)
  }

  /// Ends the run now. If the upstream has not ended, it is cancelled first.
  @inlinable
  package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard !run.isOver else { return }
    run.cancelUpstream()
    // Releasing the upstream may run foreign code, which may cancel the run.
    guard !run.isOver else { return }
    run.isOver = true
    downstream.receive(completion: completion)
  }

  /// Completes once the values sent before have travelled all the way down.
  @inlinable
  package func finishInTurn() {
    CallDepth.current.inTurn { self.end(.finished) }
  }
}

extension EndingStage where Failure == Downstream.Failure {
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    if run.upstreamDidEnd() { end(completion) }
  }
}
