import Reactive
import Synchronization

/// Where `.run` effects, off the store, leave actions for it.
///
/// There is one a store, so that actions come back in the order in which they were sent, whichever
/// effect sent them. It is the one lock of this module, taken once for each such action; what a
/// publisher gives does not pass through here.
package final class Mailbox: Sendable {
  package struct Letter {
    let run: Int
    /// Nil when the run has ended.
    let action: Any?
  }

  private struct State {
    var letters: [Letter] = []
    /// The thread whose letters are held back until its piece of work is done; 0 for none.
    var holdingThread: UInt = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
    /// Whether something came while nobody waited, between a look and a wait.
    var isRinging = false
  }

  private let state = Mutex(State())

  package init() {}

  func leave<Action>(_ action: sending Action, of run: Int) {
    var action: Action? = action
    state.withLock { state in
      if let action = action.handOver() { state.letters.append(Letter(run: run, action: action)) }
    }
    announce()
  }

  func leaveEnd(of run: Int) {
    state.withLock { $0.letters.append(Letter(run: run, action: nil)) }
    announce()
  }

  private func announce() {
    if state.withLock({ $0.holdingThread != ThreadIdentity.current }) { ring() }
  }

  /// Does a piece of work whose letters are seen by nobody before it is done: that an effect has sent
  /// an action and that it has ended are then one piece of news.
  package func holdingBack(_ work: () -> Void) {
    state.withLock { $0.holdingThread = ThreadIdentity.current }
    work()
    state.withLock { $0.holdingThread = 0 }
    ring()
  }

  /// Takes out all that has come.
  func takeAll() -> [Letter] {
    state.withLock { state in
      guard state.holdingThread == 0 else { return [] }
      let letters = state.letters
      if !letters.isEmpty { state.letters = [] }
      return letters
    }
  }

  /// Wakes all who wait: something came, or something else happened that they wait for.
  package func ring() {
    let woken = state.withLock { state in
      let woken = state.waiters.sorted { $0.key < $1.key }.map(\.value)
      state.waiters = [:]
      state.isRinging = woken.isEmpty
      return woken
    }
    for waiter in woken { waiter.resume() }
  }

  /// Waits until something comes, or has come since the last wait; also ends when the task is
  /// cancelled.
  package func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let hasLetters = !state.letters.isEmpty && state.holdingThread == 0
          if state.isRinging || hasLetters || Task.isCancelled {
            state.isRinging = false
            return true
          }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

extension Optional {
  /// Gives the value away: nothing is left behind that could reach it.
  fileprivate mutating func handOver() -> sending Self {
    let value = self
    self = nil
    return value
  }
}
