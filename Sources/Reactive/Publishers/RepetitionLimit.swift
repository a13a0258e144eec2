/// Ends what would subscribe again for ever without time going on.
///
/// Counts the subscriptions that `retry` and `repeat` make at one instant: all of an endless
/// repetition, and of one that has a count those after a playing that gave nothing. When there have
/// been `maximum`, the next fails instead. One limit may serve all operators of a run, so that what
/// repeats inside something that repeats is bounded too.
public final class RepetitionLimit<Failure: Error> {
  /// Allows no more than so many new subscriptions at one instant, if not told otherwise.
  public static var standard: Int { 1_000_000 }

  /// How many repetitions there may be at one instant.
  public let maximum: Int
  private let scheduler: any Scheduler
  private let customError: () -> Failure
  private var instant: Instant
  private var count = 0

  /// Creates a limit, and the error with which to fail beyond it.
  public init(
    _ maximum: Int = RepetitionLimit.standard, scheduler: any Scheduler,
    customError: @escaping () -> Failure
  ) {
    precondition(maximum >= 0, "a negative number of subscriptions")
    self.maximum = maximum
    self.scheduler = scheduler
    self.customError = customError
    instant = scheduler.now
  }

  /// Begins to count anew, because something has come that no repetition can bring again.
  public func restart() {
    count = 0
  }

  /// Counts one more subscription. Gives the failure that takes its place if there are too many.
  func excess() -> Failure? {
    let now = scheduler.now
    if now != instant { (instant, count) = (now, 0) }
    guard count < maximum else { return customError() }
    count += 1
    return nil
  }
}
