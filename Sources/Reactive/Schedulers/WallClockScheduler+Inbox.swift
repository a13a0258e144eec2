import Platform
import Synchronization

extension WallClockScheduler {
  /// Where other threads leave messages, and what they wake the scheduler by.
  ///
  /// The one lock of this module: it is taken for each message, and by the scheduler once a turn.
  final class Inbox: Sendable {
    struct Arrival: Sendable {
      let moment: Int64
      let sender: Int
      /// Nil when the sender was closed.
      let message: (any Sendable)?
    }

    struct News {
      var arrivals: [Arrival] = []
      var isStopped = false
      var isHurried = false
    }

    private struct State {
      var news = News()
      /// How to wake the scheduler; nil when it is awake, or has been called already.
      var waker: Waker?
      var isAbandoned = false

      var hasNews: Bool { news.isStopped || news.isHurried || !news.arrivals.isEmpty }

      mutating func wake() {
        waker.take()?.wake()
      }
    }

    private let state = Mutex(State())

    /// Leaves a message. False when nobody will take it.
    func leave(_ message: (any Sendable)?, from sender: Int) -> Bool {
      state.withLock { state in
        guard !state.isAbandoned else { return false }
        // The clock is read inside: the order of arrival is the order of time.
        state.news.arrivals.append(
          Arrival(moment: MonotonicClock.nanoseconds, sender: sender, message: message))
        state.wake()
        return true
      }
    }

    func stop() {
      state.withLock { state in
        state.news.isStopped = true
        state.wake()
      }
    }

    func hurry() {
      state.withLock { state in
        state.news.isHurried = true
        state.wake()
      }
    }

    /// Takes out all that is there.
    func take() -> News {
      state.withLock { state in
        let news = state.news
        if state.hasNews { state.news = News() }
        return news
      }
    }

    /// Has `waker` called once when there is news. False when there is some already.
    func beginWait(_ waker: Waker) -> Bool {
      state.withLock { state in
        guard !state.hasNews else { return false }
        state.waker = waker
        return true
      }
    }

    func endWait() {
      state.withLock { $0.waker = nil }
    }

    /// Takes nothing in any more: the scheduler is gone.
    func abandon() {
      let dropped = state.withLock { state in
        state.isAbandoned = true
        defer { state.news = News() }
        return state.news
      }
      withExtendedLifetime(dropped) {}
    }
  }

  /// How a waiting scheduler is woken.
  enum Waker: Sendable {
    case pipe(WakePipe.Waker)
    case stream(AsyncStream<Void>.Continuation)

    func wake() {
      switch self {
      case .pipe(let waker): waker.wake()
      case .stream(let news): news.yield()
      }
    }
  }
}
