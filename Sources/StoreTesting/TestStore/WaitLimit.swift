import Composable
import Dispatch

/// The maximum time that a test waits for effects, in real time.
///
/// Once it has passed, effects that are ready still run, so that a test does not fail on a machine
/// that is busy otherwise.
package struct WaitLimit {
  private let end: ContinuousClock.Instant?
  /// The duration of the limit, for reports.
  private let timeout: Duration?

  /// Starts the time now. Tasks that wait for the mailbox are woken at the end.
  ///
  /// Virtual time ignores the timeout: an hour takes no time there, an event that an effect waits
  /// for is either due or never arrives, and the run itself detects a deadlock.
  init(_ timeout: Duration?, of mailbox: Mailbox) {
    guard let timeout, VirtualRun.current == nil else {
      (end, self.timeout) = (nil, nil)
      return
    }
    // A timer of more than a day would not be useful to a test.
    let limit = min(max(timeout, .zero), .seconds(86_400))
    (end, self.timeout) = (ContinuousClock.now + limit, limit)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    // The timer is slightly later, because the two clocks need not agree to the nanosecond.
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds + 500_000)) {
      mailbox.ring()
    }
  }

  var hasPassed: Bool { end.map { ContinuousClock.now >= $0 } ?? false }

  /// `within 0.1 seconds`, or empty if there is no limit.
  var words: String { timeout.map { " within \($0)" } ?? "" }
}
