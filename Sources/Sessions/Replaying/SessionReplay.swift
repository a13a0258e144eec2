import Pipelines
import Reactive

/// What becomes of the effects of a store while a session is replayed in it.
public enum ReplayedEffects: Sendable {
  /// None starts; what effects sent then comes from the session. So it is the same each time, needs
  /// nothing of the world, and the states can be compared.
  case recorded
  /// They run, with the dependencies of the store; of the session only what the user did is sent. The
  /// states after actions are not compared, since they hang on what the effects give now.
  case run
}

/// A session that is being replayed in a store.
public final class SessionReplay {
  /// How many actions of the session have had their turn.
  public private(set) var position = 0
  /// How many actions the session has.
  public let count: Int
  /// Where the states differ first. The replay stops there.
  public private(set) var difference: SessionDifference?
  /// What is wrong with a state of the session. The replay stops there.
  public private(set) var mistakes: (any Error)?

  private var isCancelled = false
  private var onEnd: () -> Void = {}

  init(count: Int) {
    self.count = count
  }

  deinit {
    // The scheduler went before its time: effects start again.
    onEnd()
  }

  /// Whether all actions have had their turn, or no more comes.
  public var isOver: Bool {
    position == count || isCancelled || difference != nil || mistakes != nil
  }

  /// Sends no more. Effects that did not start are not made up for.
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

  /// Looks whether a state is the one that was recorded.
  func check<State, Action>(
    _ script: SessionScript<State, Action>, after entry: Session.Entry?, _ state: State
  ) {
    do throws(Diagnostics) {
      difference = try script.difference(after: entry, state)
    } catch {
      mistakes = error
    }
  }

  /// Throws what stopped it.
  func rethrow() throws {
    if let mistakes { throw mistakes }
    if let difference { throw difference }
  }
}
