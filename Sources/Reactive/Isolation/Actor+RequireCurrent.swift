import Dispatch
import Platform

extension Actor {
  /// Ends the program if the caller does not run in the actor's isolation.
  ///
  /// On Linux, `preconditionIsolated` prints a message of its own instead of the one it receives.
  /// So the message is printed first, where it is certain that the check will fail.
  package nonisolated func requireCurrent(_ words: @autoclosure () -> String) {
    if isSurelyElsewhere { StandardError.writeLine(words()) }
    preconditionIsolated()
  }

  /// Whether the caller certainly runs in another isolation. Also false where only the actor itself
  /// can know: one with an executor of its own.
  nonisolated private var isSurelyElsewhere: Bool {
    if self === MainActor.shared { return !MainQueue.isCurrent }
    // The second word is the kind of the executor, apart from two bits; all zeros means no executor
    // of its own.
    let (_, kind) = unsafe unsafeBitCast(unownedExecutor, to: (Int, Int).self)
    return unsafe kind & ~3 == 0 && CurrentExecutor.isOther(than: unownedExecutor)
  }
}

/// The runtime's own check; programs have access only to the form that ends the program on failure.
/// A statically linked program does not export it, and then the runtime's own message has to do.
private enum CurrentExecutor {
  private typealias Question =
    @convention(thin) @Sendable (UnownedSerialExecutor, _ flags: UInt64) -> Bool

  private static let question: Question? = unsafe CurrentProcess.address(
    ofSymbol: "swift_task_isCurrentExecutorWithFlags"
  ).map { unsafe unsafeBitCast($0, to: Question.self) }

  /// No flags: the check must return, not end the program.
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
