extension Publisher {
  /// Emits `output` in place of a failure, and completes.
  ///
  ///     -1-2-#
  ///     replaceError(with: 0)
  ///     -1-2-(0|)
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// Emits a value in place of a failure, and completes.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to emit in place of a failure.
    public let output: Output

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      upstream.receive(
        subscriber: ReplaceErrorStage<S, Upstream.Failure>(downstream: subscriber, output: output))
    }
  }

  @usableFromInline
  struct ReplaceErrorStage<Downstream: Subscriber, Failure: Error>: EndingStage
  where Downstream.Failure == Never {
    @usableFromInline typealias State = Void
    @usableFromInline let downstream: Downstream
    @usableFromInline let output: Downstream.Input
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream, output: Downstream.Input) {
      self.downstream = downstream
      self.output = output
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if !run.isUpstreamDone { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard run.upstreamDidEnd() else { return }
      switch completion {
      case .finished: end(.finished)
      case .failure: finish(with: output)
      }
    }
  }
}
