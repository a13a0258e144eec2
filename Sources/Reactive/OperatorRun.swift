/// One run of an operator, as an object: the subscription that its downstream has.
///
/// Whatever ends a run (a cancel of downstream, an end of upstream, a decision of its rule) ends it
/// here, so that downstream receives at most one completion, none after a cancel, and nothing after
/// either.
@usableFromInline
protocol OperatorRun<Downstream>: SavableRun, BoundedRun {
  associatedtype Downstream: Subscriber
  var downstream: Downstream { get }
  var phase: RunPhase { get set }

  /// Cancels everything that the run has subscribed to, and releases what it remembers.
  func releaseAll()
}

/// How far a run has come.
@usableFromInline
enum RunPhase: UInt8 {
  case running
  /// Downstream receives nothing more but the completion.
  case ended
  /// Downstream receives nothing more.
  case cancelled
}

extension OperatorRun {
  /// Whether downstream receives nothing more.
  @inlinable var isOver: Bool { phase != .running }

  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard !isOver else { return }
    phase = .ended
    releaseAll()
    // Releasing that may run foreign code, which may cancel the run.
    if phase != .cancelled { downstream.receive(completion: completion) }
  }

  @inlinable
  func cancel() {
    phase = .cancelled
    releaseAll()
  }
}
