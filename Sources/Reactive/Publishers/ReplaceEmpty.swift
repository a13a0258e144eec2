extension Publisher {
  /// Emits `output` if upstream completes without a value.
  ///
  ///     ---|
  ///     replaceEmpty(with: 0)
  ///     ---(0|)
  ///
  /// If upstream fails, only the failure is sent.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// Emits a value if upstream completes without one.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to emit if upstream emits none.
    public let output: Output

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = ReplaceEmptyStage(downstream: subscriber, output: output)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct ReplaceEmptyStage<Downstream: Subscriber>: EndingStage, RememberingStage {
    @usableFromInline typealias State = Bool
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let output: Downstream.Input
    @usableFromInline let memory = RunState(true)
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream, output: Downstream.Input) {
      self.downstream = downstream
      self.output = output
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard !run.isUpstreamDone else { return }
      unsafe memory.value = false
      downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard upstreamDidEnd() else { return }
      if case .finished = completion, unsafe memory.value {
        finish(with: output)
      } else {
        end(completion)
      }
    }
  }
}
