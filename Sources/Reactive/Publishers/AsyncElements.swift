extension AsyncSequence {
  /// Emits the elements of the sequence as they arrive, and completes or fails when the sequence
  /// does.
  ///
  /// Each run iterates over the sequence in a separate task, in the isolation in which this is
  /// called. The subscriber must be in the same isolation. Cancelling the run cancels the task.
  public func publisher(
    isolation: isolated (any Actor) = #isolation
  ) -> Publishers.AsyncElements<Self> {
    Publishers.AsyncElements(elements: self, spawn: taskSpawner(in: isolation))
  }
}

/// Starts a function as a task in a given isolation.
typealias IsolatedSpawner = (
  nonisolated(nonsending) @escaping () async -> Void
) -> Task<Void, Never>

/// The compiler treats the task as part of the caller's isolation, so its values need not be
/// sendable.
private func taskSpawner(in isolation: isolated (any Actor)) -> IsolatedSpawner {
  { function in
    Task {
      _ = isolation
      await function()
    }
  }
}

extension Publishers {
  /// Emits the elements of an asynchronous sequence.
  public struct AsyncElements<Elements: AsyncSequence>: Publisher {
    public typealias Output = Elements.Element
    public typealias Failure = Elements.Failure

    let elements: Elements
    let spawn: IsolatedSpawner

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = AsyncElementsRun<Elements, S>(downstream: subscriber)
      subscriber.receive(subscription: run)
      CallDepth.current.inTurn { [elements, spawn] in run.start(elements, spawn) }
    }
  }

  private final class AsyncElementsRun<Elements: AsyncSequence, Downstream: Subscriber>:
    Subscription
  where Downstream.Input == Elements.Element, Downstream.Failure == Elements.Failure {
    private let downstream: Downstream
    private var isOver = false
    private var task: Task<Void, Never>?

    init(downstream: Downstream) {
      self.downstream = downstream
    }

    func start(_ elements: Elements, _ spawn: IsolatedSpawner) {
      guard !isOver else { return }
      task = spawn { await self.forward(elements) }
    }

    private nonisolated(nonsending) func forward(_ elements: Elements) async {
      var iterator = elements.makeAsyncIterator()
      do throws(Elements.Failure) {
        while !isOver, let element = try await iterator.next(isolation: #isolation) {
          guard !isOver else { return }
          CallDepth.current.withFreshDepth { downstream.receive(element) }
        }
        end(.finished)
      } catch {
        end(.failure(error))
      }
    }

    private func end(_ completion: Subscribers.Completion<Elements.Failure>) {
      guard !isOver else { return }
      isOver = true
      task = nil
      CallDepth.current.withFreshDepth { downstream.receive(completion: completion) }
    }

    func cancel() {
      isOver = true
      task.take()?.cancel()
    }
  }
}
