/// Ends a run that would subscribe again forever while time stands still.
///
/// Counts the subscriptions that `retry` and `repeat` make at one instant. In an endless repetition
/// all of them count; in a repetition with a count, only those after a run without a value. When
/// `maximum` is reached, the next one fails instead. All operators of a run may share one limit, so
/// that nested repetitions are bounded too.
public final class RepetitionLimit<Failure: Error> {
  /// The default maximum of new subscriptions at one instant.
  public static var standard: Int { 1_000_000 }

  /// The maximum number of repetitions at one instant.
  public let maximum: Int
  private let scheduler: any Scheduler
  private let customError: () -> Failure
  private var instant: Instant
  private var count = 0

  /// Creates a limit with a closure that makes the failure when the limit is exceeded.
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

  /// Resets the count, because an event has arrived that no repetition can cause again.
  public func restart() {
    count = 0
  }

  /// Counts one more subscription. If there are too many, returns the failure that replaces it.
  func excess() -> Failure? {
    let now = scheduler.now
    if now != instant { (instant, count) = (now, 0) }
    guard count < maximum else { return customError() }
    count += 1
    return nil
  }
}
