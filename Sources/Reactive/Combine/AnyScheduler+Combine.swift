// Code that imports Combine can also use the dispatch queues.
@_exported public import Dispatch

/// A handle to a scheduler, named after a scheduler type. The type is ignored: the handle may refer
/// to a scheduler of the running program or of a test.
public typealias AnySchedulerOf<Scheduler> = AnyScheduler

extension AnyScheduler {
  /// The main actor's wall clock, used in place of the main queue.
  public static var main: AnyScheduler { .mainActor }

  /// A scheduler that runs all work at once, whatever its delay.
  public static var immediate: AnyScheduler {
    ImmediateScheduler().eraseToAnyScheduler(isolation: nil)
  }

  /// A scheduler whose time never moves, for tests in which none of its work is supposed to run. To
  /// move time, create a `DispatchQueue.test`, keep it and erase its type.
  public static var test: AnyScheduler { TestQueue().eraseToAnyScheduler(isolation: nil) }
}

/// A type of queue whose `main` is also a scheduler: the main actor's wall clock.
///
/// It is chosen where a scheduler is expected, as in `receive(on: DispatchQueue.main)`. Elsewhere
/// `DispatchQueue.main` is the queue. No other queue is a scheduler, because a run stays in the
/// isolation that created it.
public protocol MainQueueScheduling {}

extension MainQueueScheduling {
  /// The main actor's wall clock.
  @_disfavoredOverload
  public static var main: AnyScheduler { .main }
}

extension DispatchQueue: MainQueueScheduling {}

extension DispatchQueue {
  /// Returns the main queue as a dependency. Any other queue is a programming error, because a
  /// store stays where it was created.
  public func eraseToAnyScheduler() -> AnyScheduler {
    // On Linux each access to the main queue returns a different object.
    precondition(
      label == DispatchQueue.main.label,
      "the queue '\(label)' cannot stand for a scheduler; the main queue can")
    return .main
  }
}
