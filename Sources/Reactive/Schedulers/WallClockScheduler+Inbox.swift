import Platform
import Synchronization

extension WallClockScheduler {
  /// The messages of other threads for the scheduler, and a way to wake it.
  ///
  /// It has the only lock of this module. The lock is taken for each message, and by the scheduler
  /// once per turn.
  final class Inbox: Sendable {
    struct Arrival: Sendable {
      let moment: Int64
      let sender: Int
      /// The message; nil if the sender was closed.
      let message: (any Sendable)?
    }

    struct News {
      var arrivals: [Arrival] = []
      var isStopped = false
      var isHurried = false
    }

    private struct State {
      var news = News()
      /// The way to wake the scheduler; nil if it is awake or has already been woken.
      var waker: Waker?
      var isAbandoned = false

      var hasNews: Bool { news.isStopped || news.isHurried || !news.arrivals.isEmpty }

      mutating func wake() {
        waker.take()?.wake()
      }
    }

    private let state = Mutex(State())

    /// Adds a message. Returns false if the scheduler is gone.
    func leave(_ message: (any Sendable)?, from sender: Int) -> Bool {
      state.withLock { state in
        guard !state.isAbandoned else { return false }
        // The clock is read while the lock is held, so that the messages arrive in the order of
        // their times.
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

    /// Removes and returns all news.
    func take() -> News {
      state.withLock { state in
        let news = state.news
        if state.hasNews { state.news = News() }
        return news
      }
    }

    /// Registers `waker`, which is called once when there is news. Returns false if there is
    /// already some news.
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

    /// Discards all messages, and accepts no more, because the scheduler is gone.
    func abandon() {
      let dropped = state.withLock { state in
        state.isAbandoned = true
        defer { state.news = News() }
        return state.news
      }
      withExtendedLifetime(dropped) {}
    }
  }

  /// A way to wake a waiting scheduler.
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
