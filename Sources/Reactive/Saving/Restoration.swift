/// Hands the states of saved runs to the stages of a chain that is being subscribed to again.
///
/// During a restoration, a stage reads its state before it subscribes to its upstream, and
/// subscribes only to upstreams that had not ended. Sources continue from where they were, and
/// nothing is emitted before the scheduler runs.
@usableFromInline
package final class Restoration {
  private var entries: any RunStates
  /// The error of the first state that could not be restored. Later stages then read no states.
  private var error: (any Error)?

  /// Subscribers of a group or subject keep their positions, many of which may be empty. This limit
  /// protects against a large number in a damaged state.
  @usableFromInline static let maximumPlace = 1 << 24

  init(_ entries: any RunStates) {
    self.entries = entries
  }

  /// Throws if a state could not be restored, or if unread states remain.
  func finish() throws {
    if let error { throw error }
    guard entries.isAtEnd else { throw mistake("more runs were saved than the chain has") }
  }

  /// Returns the next state, and which upstreams of the run have not ended; nil if no state fits. A
  /// run whose number of upstreams is not known in advance has at least one.
  @usableFromInline
  package func next<State>(
    _ type: State.Type, upstreams count: Int? = nil
  ) -> (state: State, isRunning: [Bool])? {
    guard error == nil else { return nil }
    do {
      guard let saved = try SavedRun<State>.decode(from: &entries) else {
        throw mistake("a state of type \(type) cannot be decoded")
      }
      guard !saved.isRunning.isEmpty || count == 0,
        saved.isRunning.count == count ?? saved.isRunning.count
      else {
        throw mistake("the state of a stage with other upstreams")
      }
      return (saved.state, saved.isRunning)
    } catch {
      self.error = error
      return nil
    }
  }

  /// Records that a state cannot be restored.
  @usableFromInline
  package func fail(_ reason: String) {
    error = error ?? mistake(reason)
  }

  private func mistake(_ reason: String) -> DecodingError {
    DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
  }
}

extension Publisher {
  /// Subscribes a stage that is being restored. The stage reads its state first, and subscribes
  /// only if upstream had not ended.
  ///
  /// Not inlinable: a generic function that all stages of a chain call is not specialized, because
  /// its types seem to nest endlessly.
  @usableFromInline
  package func restore<S: Stage>(_ stage: S) where S.Input == Output, S.Failure == Failure {
    guard let restoration = CallDepth.restoration else {
      return receive(subscriber: stage)
    }
    stage.resume(from: restoration) { receive(subscriber: stage) }
  }
}
