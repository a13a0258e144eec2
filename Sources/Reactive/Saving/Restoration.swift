/// Gives the states of saved runs to the stages of a chain that is subscribed to anew.
///
/// While it is under way, a stage takes its state before it subscribes to what it stands behind, and
/// subscribes only to what had not ended. Sources go on where they were, and nothing is emitted before
/// the scheduler runs.
@usableFromInline
package final class Restoration {
  private var entries: any UnkeyedDecodingContainer
  /// What was wrong with the first state that could not be taken up. Later stages then take none.
  private var error: (any Error)?

  /// Subscribers of a group or subject keep their places, of which many may be empty; but not as many
  /// as a damaged state says.
  @usableFromInline static let maximumPlace = 1 << 24

  init(_ entries: any UnkeyedDecodingContainer) {
    self.entries = entries
  }

  /// Throws if a state could not be taken up, or if there are more.
  func finish() throws {
    if let error { throw error }
    guard entries.isAtEnd else { throw mistake("more runs were saved than the chain has") }
  }

  /// The next state, and which upstreams of the run have not ended; nil if there is none that fits. A
  /// run whose number of upstreams is not known beforehand has one at least.
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

  /// Takes note that a state cannot be taken up.
  @usableFromInline
  package func fail(_ reason: String) {
    error = error ?? mistake(reason)
  }

  private func mistake(_ reason: String) -> DecodingError {
    DecodingError.dataCorrupted(.init(codingPath: entries.codingPath, debugDescription: reason))
  }
}

extension Publisher {
  /// Subscribes a stage that is restored: it takes up its state first, and subscribes only if upstream
  /// had not ended.
  ///
  /// Not inlinable: of a generic function that all stages of a chain call no specialization is made,
  /// as they seem never to end.
  @usableFromInline
  package func restore<S: Stage>(_ stage: S) where S.Input == Output, S.Failure == Failure {
    guard let restoration = CallDepth.restoration else {
      return receive(subscriber: stage)
    }
    stage.resume(from: restoration) { receive(subscriber: stage) }
  }
}
