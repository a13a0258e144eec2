public import Reactive
import ReactiveTesting

/// The error of a run in virtual time that could not be completed.
public struct VirtualTimeError: Error, Sendable, CustomStringConvertible {
  /// The reason why the run was ended.
  public let reason: Reason
  /// The instant of the error, on the clock of the run.
  public let instant: Instant
  /// The mistake, its instant, the run, and a hint for a fix.
  public let description: String

  /// The reason why a run was ended.
  public enum Reason: Sendable, Hashable {
    /// Every task is waiting, but none of them for time.
    case deadlock
    /// Code ran or waited outside virtual time.
    case escape
    /// The run exceeded its bounds.
    case endless
    /// The test returned while a task was still waiting for time.
    case unfinished
    /// A run was started inside another one.
    case nested
  }

  init(_ reason: Reason, at instant: Instant, in place: SourcePlace, _ text: String) {
    self.reason = reason
    self.instant = instant
    description = "virtual time of \(place), at \(instant.brief): \(text)"
  }
}

/// An event outside virtual time.
enum Escape {
  case mainActor
  case realSleep(TaskRecord?)
  /// A job that returned from a thread that does not belong to the run.
  case otherThread(TaskRecord?)
  case otherExecutor(TaskRecord?)
  case clockOutside(String)
  /// A task is waiting, and tasks without an executor cannot be seen.
  case unseen

  var text: String {
    switch self {
    case .mainActor:
      "left for the main actor, which runs on its own thread; isolate "
        + "the tested code to an actor without its own executor"
    case .realSleep(let task):
      "a real sleep\(task.map { " of \($0)" } ?? "") "
        + "('Task.sleep', 'ContinuousClock' or 'SuspendingClock'); "
        + "sleep on the clock that the test provides"
    case .otherThread(let task):
      "\(task.map(\.description) ?? "work") came back from a thread outside of virtual time"
        + Self.reasons
    case .otherExecutor(let task):
      "\(task.map(\.description) ?? "a task") left for another executor" + Self.reasons
    case .clockOutside(let what):
      "\(what) was called outside of virtual time" + Self.reasons
    case .unseen:
      "nothing can continue, and nothing waits for time: a deadlock, or it waits for an escape"
        + Self.reasons
    }
  }

  /// Possible causes of the escape.
  private static var reasons: String {
    RuntimeHooks.isInstalled
      ? ": from the main actor, a custom executor, a callback or a thread"
      : ": this program is linked statically, or with a Swift runtime of another version, so "
        + "'Task { }' and 'Task.detached' escape; use child tasks, or link it dynamically"
  }
}
