import Dispatch
import Platform

extension Actor {
  /// Ends the program if the caller is not running in the actor's isolation.
  ///
  /// On Linux, `preconditionIsolated` prints a different message from the one it receives. So the
  /// message is printed beforehand, where the check is certain to fail.
  package nonisolated func requireCurrent(_ words: @autoclosure () -> String) {
    if isSurelyElsewhere { StandardError.writeLine(words()) }
    preconditionIsolated()
  }

  /// Whether the caller is certainly running in another isolation. Also false where only the actor
  /// itself can know, because it has a custom executor.
  nonisolated private var isSurelyElsewhere: Bool {
    if self === MainActor.shared { return !MainQueue.isCurrent }
    // The second word is the kind of the executor, apart from two bits. It is zero without a custom
    // executor.
    let (_, kind) = unsafe unsafeBitCast(unownedExecutor, to: (Int, Int).self)
    return unsafe kind & ~3 == 0 && CurrentExecutor.isOther(than: unownedExecutor)
  }
}

/// The runtime's own check. Programs have access only to the form that ends the program on failure.
/// A statically linked program does not export this one, and then the runtime's own message has to
/// do.
private enum CurrentExecutor {
  private typealias Question =
    @convention(thin) @Sendable (UnownedSerialExecutor, _ flags: UInt64) -> Bool

  private static let question: Question? = unsafe CurrentProcess.address(
    ofSymbol: "swift_task_isCurrentExecutorWithFlags"
  ).map { unsafe unsafeBitCast($0, to: Question.self) }

  /// No flags: the check must return instead of ending the program.
  static func isOther(than executor: UnownedSerialExecutor) -> Bool {
    unsafe question.map { unsafe !$0(executor, 0) } ?? false
  }
}

/// The queue that runs the main actor's work.
private enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isMarked: Bool = {
    DispatchQueue.main.setSpecific(key: key, value: true)
    return true
  }()

  static var isCurrent: Bool {
    isMarked && DispatchQueue.getSpecific(key: key) == true
  }
}
