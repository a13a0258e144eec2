import Composable
import Dispatch

/// How long a test waits at most for what effects wait for, in real time.
///
/// When it has passed, effects that can go on by themselves still do: on a machine that has much else to
/// do a test does not fail for that.
struct WaitLimit {
  private let end: ContinuousClock.Instant?
  /// How long that is, for reports.
  private let timeout: Duration?

  /// Begins now. Whoever waits for the mailbox is woken at the end.
  ///
  /// In virtual time a timeout is not used: there an hour takes no time, what an effect waits for is
  /// due or never comes, and the run itself finds out that nothing can go on.
  init(_ timeout: Duration?, of mailbox: Mailbox) {
    guard let timeout, VirtualRun.current == nil else {
      (end, self.timeout) = (nil, nil)
      return
    }
    // A timer for longer than a day would be of no use to a test.
    let limit = min(max(timeout, .zero), .seconds(86_400))
    (end, self.timeout) = (ContinuousClock.now + limit, limit)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    // A little later, because the two clocks need not agree to the nanosecond.
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds + 500_000)) {
      mailbox.ring()
    }
  }

  var hasPassed: Bool { end.map { ContinuousClock.now >= $0 } ?? false }

  /// `within 0.1 seconds`, or nothing if there is no limit.
  var words: String { timeout.map { " within \($0)" } ?? "" }
}
