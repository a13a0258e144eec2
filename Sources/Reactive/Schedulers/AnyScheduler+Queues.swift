// Code that imports Combine has the queues as well.
@_exported public import Dispatch

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

/// A kind of queue whose `main` is a scheduler, too: the main actor's wall clock.
///
/// It is chosen where a scheduler is asked for, as in `receive(on: DispatchQueue.main)`; anywhere else
/// `DispatchQueue.main` is the queue. No other queue is a scheduler: a run stays in the isolation that
/// made it.
public protocol MainQueueScheduling {}

extension MainQueueScheduling {
  /// The main actor's wall clock.
  @_disfavoredOverload
  public static var main: AnyScheduler { .main }
}

extension DispatchQueue: MainQueueScheduling {}

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
