import Platform
import Reactive
import Synchronization

/// The place where `.run` effects, outside the store's isolation, leave actions for the store.
///
/// There is one per store, so that actions arrive in the order in which they were sent, no matter
/// which effect sent them. It has the only lock of this module, taken once for each such action.
/// The values of a publisher do not pass through here.
package final class Mailbox: Sendable {
  package struct Letter {
    let run: Int
    /// Nil when the run has ended.
    let action: Any?
  }

  private struct State {
    var letters: [Letter] = []
    /// The thread whose letters are held back until its current piece of work is done; 0 for none.
    var holdingThread: UInt = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
    /// Whether a letter arrived while no task was waiting, between a check and a wait.
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
    if state.withLock({ $0.holdingThread != CurrentThread.identity }) { ring() }
  }

  /// Does a piece of work whose letters are invisible until it is done, so that an action of an
  /// effect and the effect's end arrive together.
  package func holdingBack(_ work: () -> Void) {
    state.withLock { $0.holdingThread = CurrentThread.identity }
    work()
    state.withLock { $0.holdingThread = 0 }
    ring()
  }

  /// Takes all letters that have arrived.
  func takeAll() -> [Letter] {
    state.withLock { state in
      guard state.holdingThread == 0 else { return [] }
      let letters = state.letters
      if !letters.isEmpty { state.letters = [] }
      return letters
    }
  }

  /// Wakes all waiting tasks, because a letter arrived or something else happened that they wait
  /// for.
  package func ring() {
    let woken = state.withLock { state in
      let woken = state.waiters.sorted { $0.key < $1.key }.map(\.value)
      state.waiters = [:]
      state.isRinging = woken.isEmpty
      return woken
    }
    for waiter in woken { waiter.resume() }
  }

  /// Waits until a letter arrives, or has arrived since the last wait. The wait also ends when the
  /// task is cancelled.
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
  /// Hands the value over. No other reference to it remains.
  fileprivate mutating func handOver() -> sending Self {
    let value = self
    self = nil
    return value
  }
}
