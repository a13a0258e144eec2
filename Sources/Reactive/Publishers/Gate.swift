extension Publishers {
  /// Emits the values that a closure chooses, based on a memory of earlier values.
  ///
  /// This is the type that `prefix(while:)`, `drop(while:)`, `removeDuplicates`, `distinct` and
  /// their throwing forms return. Combine has a separate type for each.
  public struct Gate<Upstream: Publisher, Memory, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    @usableFromInline
    typealias Choose = (RunState<Memory>, Upstream.Output) throws(Failure) -> GateChoice

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let widen: (Upstream.Failure) -> Failure
    @usableFromInline let memory: Memory
    @usableFromInline let choose: Choose

    /// Creates a gate from its initial memory, and a closure that updates it with each value.
    @inlinable
    init(
      upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure, memory: Memory,
      choose: @escaping Choose
    ) {
      self.upstream = upstream
      self.widen = widen
      self.memory = memory
      self.choose = choose
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = GateStage(
        downstream: subscriber, widen: widen, memory: memory, choose: choose)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// What a gate does with one value.
  @usableFromInline
  enum GateChoice {
    case give, drop
    /// The run completes without the value.
    case finish
  }

  @usableFromInline
  struct GateStage<Downstream: Subscriber, Memory, Failure: Error>: EndingStage, RememberingStage {
    @usableFromInline typealias State = Memory
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline let downstream: Downstream
    @usableFromInline let widen: (Failure) -> Downstream.Failure
    @usableFromInline let memory: RunState<Memory>
    @usableFromInline let choose: (RunState<Memory>, Input) throws(Downstream.Failure) -> GateChoice
    @usableFromInline let run = EndingRun()

    @inlinable
    init(
      downstream: Downstream, widen: @escaping (Failure) -> Downstream.Failure, memory: Memory,
      choose: @escaping (RunState<Memory>, Input) throws(Downstream.Failure) -> GateChoice
    ) {
      self.downstream = downstream
      self.widen = widen
      self.memory = RunState(memory)
      self.choose = choose
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isUpstreamDone else { return }
      do throws(Downstream.Failure) {
        switch try choose(memory, input) {
        // The closure, or releasing an old memory, may have ended the run.
        case .give: if !run.isUpstreamDone { downstream.receive(input) }
        case .drop: break
        case .finish: end(.finished)
        }
      } catch {
        end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      if upstreamDidEnd() { end(completion.mapError(widen)) }
    }
  }
}
