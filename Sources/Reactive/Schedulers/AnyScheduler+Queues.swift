public import Composable
public import Dispatch
import Reactive

/// A handle to a scheduler in the place of one kind of scheduler, which is of no matter here: one of
/// the running program, or of a test.
public typealias AnySchedulerOf<Scheduler> = AnyScheduler

extension AnyScheduler {
  /// The main actor's wall clock, in the place of the main queue.
  public static var main: AnyScheduler { .mainActor }

  /// A scheduler on which everything is done at once, whatever delay it has.
  public static var immediate: AnyScheduler {
    ImmediateScheduler().eraseToAnyScheduler(isolation: nil)
  }

  /// A scheduler whose time stands still, for tests in which nothing of it is to come. To move it, keep
  /// a `DispatchQueue.test` and erase that.
  public static var test: AnyScheduler { TestQueue().eraseToAnyScheduler(isolation: nil) }
}

extension DispatchQueue {
  /// The main queue as a dependency. No other queue can stand for a scheduler: a store stays where it
  /// was made.
  public func eraseToAnyScheduler() -> AnyScheduler {
    // On Linux each look at the main queue is another object.
    precondition(
      label == DispatchQueue.main.label,
      "the queue '\(label)' cannot stand for a scheduler; the main queue can")
    return .main
  }
}
