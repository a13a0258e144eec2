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
  ) -> Publishers.Reduce<Self, T> {
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
  ) -> Publishers.TryReduce<Self, T> {
    applying(.reduce(widen: { $0 }, initialResult, nextPartialResult))
  }

  /// Like `reduce`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws(Failure) -> T
  ) -> Publishers.Reduce<Self, T> {
    applying(.reduce(widen: { $0 }, initialResult, nextPartialResult))
  }
}

extension Rules.Fold where Partial == Output {
  @inlinable
  static func reduce(
    widen: @escaping (UpstreamFailure) -> Failure, _ initialResult: Output,
    _ nextPartialResult: @escaping (Output, Input) throws(Failure) -> Output
  ) -> Self {
    Self(
      widen: widen, initial: initialResult,
      fold: { (partial, value) throws(Failure) in .replace(try nextPartialResult(partial, value)) },
      result: { $0 })
  }
}

extension Rules {
  /// Combines all values into at most one, emits it, and completes.
  ///
  /// This is the rule of `reduce`, `count`, `min`, `max`, `first`, `last`, `contains`,
  /// `allSatisfy` and their throwing forms.
  public struct Fold<Input, Partial, Output, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let initial: Partial
    @usableFromInline let fold: (Partial, Input) throws(Failure) -> FoldStep<Partial>
    @usableFromInline let result: (Partial) -> Output?
    /// How it consumes batches.
    @usableFromInline var batchStep = BatchStep<Partial, Input>.none

    /// Takes two closures. The first folds a value in. The second makes the result when upstream
    /// completes, or earlier if later values cannot change it.
    @inlinable
    init(
      widen: @escaping (UpstreamFailure) -> Failure, initial: Partial,
      fold: @escaping (Partial, Input) throws(Failure) -> FoldStep<Partial>,
      result: @escaping (Partial) -> Output?
    ) {
      self.widen = widen
      self.initial = initial
      self.fold = fold
      self.result = result
    }

    public var bound: StateBound { .values(1) }

    @inlinable
    public func begin() -> Partial { initial }

    @inlinable
    public func answer(_ input: Input, _ partial: Partial) throws(Failure) -> FoldStep<Partial> {
      try fold(partial, input)
    }

    @inlinable @inline(__always)
    public func receive(
      _: Input, _ answer: inout FoldStep<Partial>, _ partial: inout Partial
    ) -> Step<Output, Failure> {
      switch answer {
      case .keep: return .rest
      case .replace(let new):
        answer = .replace(exchange(&partial, with: new))
        return .rest
      case .last(let new):
        answer = .last(exchange(&partial, with: new))
        guard let result = result(partial) else { return .end(.finished) }
        return .cancelAndEmitLast(result)
      }
    }

    @inlinable
    public func last(
      _ completion: Subscribers.Completion<UpstreamFailure>, _ partial: inout Partial
    ) -> Output? {
      if case .finished = completion { result(partial) } else { nil }
    }

    @inlinable public var _batchUse: _BatchUse {
      if case .none = batchStep { .none } else { .all }
    }

    /// An error is left to the delivery of the single value, because the state is the same as before.
    @inlinable
    public func _receive(_ batch: _Batch<Input>, _ partial: inout Partial) -> Int {
      switch batchStep {
      case .none: batch.rows.lowerBound
      case .eachValue: batch.rowAfterTaking { takes($0, of: batch, &partial) }
      case .manyValues(let step): step(&partial, batch)
      }
    }

    @inlinable
    func takes(_ row: Int, of batch: _Batch<Input>, _ partial: inout Partial) -> Bool {
      batch.lend(row) { input in
        do throws(Failure) {
          guard case .replace(let new) = try fold(partial, input) else { return false }
          partial = new
          return true
        } catch {
          return false
        }
      }
    }
  }

  /// The effect of a value on a fold.
  public enum FoldStep<Partial> {
    /// The value changes nothing.
    case keep
    /// The value changes the partial result.
    case replace(Partial)
    /// The value changes the partial result, which later values cannot change.
    case last(Partial)
  }
}

// MARK: - Batches

/// How a fold consumes batches.
@usableFromInline
package enum BatchStep<Partial, Input> {
  /// The fold does not accept batches: the closures read the clock, or end the run.
  case none
  /// Each value of a batch is folded in.
  case eachValue
  /// A closure folds in many values. It returns the row of the first value it could not fold in, or
  /// the end of the rows.
  case manyValues((inout Partial, _Batch<Input>) -> Int)
}

extension Publishers.Applied {
  /// Returns a copy for closures that do not read the clock and always allow later values to change
  /// the result.
  @inlinable
  package func takingBatches<Input, Partial, Output, UpstreamFailure, Failure>(
    _ step: BatchStep<Partial, Input> = .eachValue
  ) -> Self where Rule == Rules.Fold<Input, Partial, Output, UpstreamFailure, Failure> {
    var rule = rule
    rule.batchStep = step
    return Self(upstream: upstream, rule: rule)
  }
}
