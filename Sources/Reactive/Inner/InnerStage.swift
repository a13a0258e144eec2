/// The way in which a value is handled for which no inner stream can be started yet.
@usableFromInline
enum InnerOverflow {
  /// It waits until another inner stream has ended.
  case wait
  /// Its inner stream replaces the one that is running.
  case replace
  case drop
}

extension Publisher {
  /// Subscribes to this publisher with a run that starts an inner stream for each value. Always
  /// inlined: a generic function that all stages of a chain call is not specialized.
  @inlinable @inline(__always)
  func receive<S: Subscriber, Inner: Publisher>(
    subscriber: S, startingAtMost maximum: Int, otherwise overflow: InnerOverflow,
    _ transform: @escaping (Output) -> Inner
  ) where Inner.Output == S.Input, Inner.Failure == S.Failure, S.Failure == Failure {
    let stage = InnerStage(
      run: InnerRun(
        downstream: subscriber, maximum: maximum, overflow: overflow, transform: transform))
    if CallDepth.isRestoring { return restore(stage) }
    receive(subscriber: stage)
  }
}

/// The subscriber to the upstream of an operator that starts an inner stream for each value.
@usableFromInline
struct InnerStage<Downstream: Subscriber, Outer, Inner: Publisher>: Stage
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline typealias State = InnerState<Outer>

  @usableFromInline let run: InnerRun<Downstream, Outer, Inner>

  @inlinable var downstream: Downstream { run.downstream }
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  init(run: InnerRun<Downstream, Outer, Inner>) {
    self.run = run
  }

  @usableFromInline
  func resume(from restoration: Restoration, subscribe: () -> Void) {
    guard let saved = restoration.next(State.self) else { return }
    let (state, isRunning) = saved
    guard isRunning.count == state.outers.count + 1 else {
      return restoration.fail("the state of other inner streams")
    }
    run.restore(state)
    if isRunning[0] { subscribe() } else { downstream.receive(subscription: run) }
    run.resumeInners(from: 0, isRunning)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    unsafe run.subscription = subscription
    run.downstream.receive(subscription: run)
  }

  @inlinable
  func receive(_ input: Outer) {
    run.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    _ = unsafe run.subscription.take()
    if case .failure = completion { return run.end(completion) }
    unsafe run.hasFinished = true
    run.proceed()
  }
}

/// The subscriber to one inner stream.
@usableFromInline
struct InnerSide<Downstream: Subscriber, Outer, Inner: Publisher>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline let run: InnerRun<Downstream, Outer, Inner>
  @usableFromInline let slot: Int
  @usableFromInline let number: Int
  @usableFromInline let downstream: Downstream

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  init(run: InnerRun<Downstream, Outer, Inner>, slot: Int, number: Int) {
    self.run = run
    self.slot = slot
    self.number = number
    downstream = run.downstream
  }

  /// Whether the stream still runs: it has not been replaced, and the run is not over.
  @inlinable var isHeard: Bool { unsafe !run.isOver && run.inners[slot].number == number }

  @inlinable
  func receive(subscription: any Subscription) {
    guard isHeard else { return subscription.cancel() }
    unsafe run.inners[slot].subscription = subscription
  }

  @inlinable
  func receive(_ input: Inner.Output) {
    if isHeard { downstream.receive(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Inner.Failure>) {
    guard isHeard else { return }
    if case .failure = completion {
      _ = unsafe exchange(&run.inners[slot], with: .init())
      run.end(completion)
    } else {
      run.finish(slot: slot)
    }
  }
}
