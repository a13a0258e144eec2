import Pipelines
import Reactive

/// What happens to a store's effects while a session is replayed in it.
public enum ReplayedEffects: Sendable {
  /// No effect starts. The actions that effects sent are taken from the session. So the replay is
  /// the same each time, needs no dependencies, and the states can be compared.
  case recorded
  /// Effects run, with the dependencies of the store. Only the user's actions are taken from the
  /// session. The states after actions are not compared, because they depend on the current results
  /// of the effects.
  case run
}

/// A replay of a session in a store.
public final class SessionReplay {
  /// The number of actions that have been sent.
  public private(set) var position = 0
  /// The number of actions in the session.
  public let count: Int
  /// The first difference between the states. The replay stops there.
  public private(set) var difference: SessionDifference?
  /// The mistakes in a state of the session. The replay stops there.
  public private(set) var mistakes: (any Error)?

  private var isCancelled = false
  private var onEnd: () -> Void = {}

  init(count: Int) {
    self.count = count
  }

  deinit {
    // The scheduler was released before the end, so effects start again.
    onEnd()
  }

  /// Whether all actions have been sent, or no more will be sent.
  public var isOver: Bool {
    position == count || isCancelled || difference != nil || mistakes != nil
  }

  /// Stops the replay. Effects that did not start are not started later.
  public func cancel() {
    isCancelled = true
    end()
  }

  func onEnd(_ action: @escaping () -> Void) {
    onEnd = action
  }

  func pass() {
    position += 1
  }

  func end() {
    onEnd()
    onEnd = {}
  }

  /// Compares a state with the recorded one.
  func check<State, Action>(
    _ script: SessionScript<State, Action>, after entry: Session.Entry?, _ state: State
  ) {
    do throws(Diagnostics) {
      difference = try script.difference(after: entry, state)
    } catch {
      mistakes = error
    }
  }

  /// Throws the error that stopped the replay.
  func rethrow() throws {
    if let mistakes { throw mistakes }
    if let difference { throw difference }
  }
}
