extension Publisher {
  /// Combines all values into one result with the closure, beginning with `initialResult`, and
  /// emits it when upstream completes.
  ///
  ///     -1-2-3-|
  ///     reduce(0) { $0 + $1 }
  ///     -------(6|)
  ///
  /// Emits `initialResult` if there is no value, and nothing if upstream fails.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T, T, Failure> {
    tryReduce(initialResult) { (result, value) throws(Failure) -> T in
      nextPartialResult(result, value)
    }
  }

  /// Like `reduce`, but an error thrown by the closure ends the run with that failure, at once, and
  /// cancels upstream.
  ///
  ///     -1-2-x-|
  ///     tryReduce(0) { try $0 + number($1) }
  ///     -----#
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.Reduce<Self, T, T, any Error> {
    .reduce(self, widen: { $0 }, initialResult, nextPartialResult)
  }

  /// Like `reduce`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws(Failure) -> T
  ) -> Publishers.Reduce<Self, T, T, Failure> {
    .reduce(self, widen: { $0 }, initialResult, nextPartialResult)
  }
}

extension Publishers.Reduce where Partial == Output {
  @inlinable
  static func reduce(
    _ upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure, _ initialResult: Output,
    _ nextPartialResult: @escaping (Output, Upstream.Output) throws(Failure) -> Output
  ) -> Self {
    Self(
      upstream: upstream, widen: widen, initial: initialResult,
      step: { (partial, value) throws(Failure) in
        let result = unsafe try nextPartialResult(partial.value, value)
        // Objects in the previous result are released after the change, because that may run
        // foreign code.
        _ = unsafe exchange(&partial.value, with: result)
        return true
      },
      result: { $0 })
  }
}

extension Publishers {
  /// Combines all values into at most one, emits it, and completes.
  ///
  /// This is the type that `reduce`, `count`, `min`, `max`, `first`, `last`, `contains`,
  /// `allSatisfy` and their throwing forms return. Combine has a separate type for each.
  public struct Reduce<Upstream: Publisher, Partial, Output, Failure: Error>: Publisher {
    @usableFromInline
    typealias Step = (RunState<Partial>, Upstream.Output) throws(Failure) -> Bool

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let widen: (Upstream.Failure) -> Failure
    @usableFromInline let initial: Partial
    @usableFromInline let step: Step
    @usableFromInline let result: (Partial) -> Output?
    /// How the fold consumes batches.
    @usableFromInline var batchStep = BatchStep<Partial, Upstream.Output>.none

    /// Takes two closures. The first folds a value in and returns whether later values may still
    /// change the result. The second makes the result once they cannot, or there are no more.
    @inlinable
    init(
      upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure, initial: Partial,
      step: @escaping Step, result: @escaping (Partial) -> Output?
    ) {
      self.upstream = upstream
      self.widen = widen
      self.initial = initial
      self.step = step
      self.result = result
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = ReduceStage(
        downstream: subscriber, widen: widen, partial: initial, step: step,
        result: result, batchStep: batchStep)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct ReduceStage<Downstream: Subscriber, Input, Partial, Failure: Error>: EndingStage,
    RememberingStage
  {
    @usableFromInline typealias State = Partial
    @usableFromInline
    typealias Step = (RunState<Partial>, Input) throws(Downstream.Failure) -> Bool

    @usableFromInline let downstream: Downstream
    @usableFromInline let widen: (Failure) -> Downstream.Failure
    @usableFromInline let memory: RunState<Partial>
    @usableFromInline let step: Step
    @usableFromInline let result: (Partial) -> Downstream.Input?
    @usableFromInline let batchStep: BatchStep<Partial, Input>
    @usableFromInline let run = EndingRun()

    @inlinable
    init(
      downstream: Downstream, widen: @escaping (Failure) -> Downstream.Failure,
      partial: Partial, step: @escaping Step,
      result: @escaping (Partial) -> Downstream.Input?, batchStep: BatchStep<Partial, Input>
    ) {
      self.downstream = downstream
      self.widen = widen
      memory = RunState(partial)
      self.step = step
      self.result = result
      self.batchStep = batchStep
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isUpstreamDone else { return }
      do throws(Downstream.Failure) {
        let canContinue = try step(memory, input)
        if !canContinue { finish() }
      } catch {
        end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard upstreamDidEnd() else { return }
      switch completion {
      case .finished: finish()
      case .failure(let failure): end(.failure(widen(failure)))
      }
    }

    @inlinable
    func finish() {
      if let result = unsafe result(memory.value) { finish(with: result) } else { end(.finished) }
    }
  }
}

// MARK: - Batches

/// How a fold consumes batches.
@usableFromInline
package enum BatchStep<Partial, Input> {
  /// The fold does not accept batches: the closures read the clock, or end the run.
  case none
  /// Each value of a batch goes through the step.
  case eachValue
  /// A closure folds in many values. It returns the row of the first value it could not fold in, or
  /// the end of the rows.
  case manyValues((inout Partial, _Batch<Input>) -> Int)
}

extension Publishers.Reduce {
  /// Returns a copy for closures that do not read the clock and always allow later values to change
  /// the result.
  @inlinable
  package func takingBatches(_ step: BatchStep<Partial, Upstream.Output> = .eachValue) -> Self {
    var copy = self
    copy.batchStep = step
    return copy
  }
}

extension Publishers.ReduceStage {
  @inlinable var _batchUse: _BatchUse {
    if case .none = batchStep { .none } else { .all }
  }

  /// An error is left to the delivery of the single value, because the state is the same as before.
  @inlinable
  func _receive(_ batch: _Batch<Input>) -> Int {
    guard !run.isUpstreamDone else { return batch.rows.lowerBound }
    switch batchStep {
    case .none: return batch.rows.lowerBound
    case .eachValue:
      return batch.rowAfterTaking { row in
        batch.lend(row) { input in
          do throws(Downstream.Failure) {
            return try step(memory, input)
          } catch {
            return false
          }
        }
      }
    case .manyValues(let step):
      return unsafe step(&memory.value, batch)
    }
  }
}
