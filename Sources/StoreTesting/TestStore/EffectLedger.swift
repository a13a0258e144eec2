import Composable
import ReactiveTesting

/// The actions of effects that a test has not received, and the effects that are still running.
///
/// It is separate from the store because effects still write to it while the store is released,
/// when nothing can refer to the store any more.
final class EffectLedger<Action> {
  /// Actions of effects that the test has not received, in the order in which they were sent.
  var received: [ReceivedAction<Action>] = []
  /// The running effects, by number.
  var running: [Int: RunningEffect<Action>] = [:]
  private var effectCount = 0

  /// Adds an effect, which is stored until it is over.
  func add(_ job: EffectJob, of action: Action, at place: SourcePlace) {
    effectCount += 1
    let number = effectCount
    running[number] = RunningEffect(action: action, place: place, job: job)
    job.onOver { [weak self] in self?.running[number] = nil }
  }
}

/// An action of an effect, and the place in the test that caused it.
package struct ReceivedAction<Action> {
  package let action: Action
  let place: SourcePlace
  /// Whether the test has already failed because of it.
  var isReported = false
}

/// An effect, and the place in the test that caused it.
package struct RunningEffect<Action> {
  package let action: Action
  let place: SourcePlace
  let job: EffectJob
}
