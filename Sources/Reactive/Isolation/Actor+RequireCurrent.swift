import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Actor {
  /// Ends the program if the caller does not run in the actor's isolation.
  ///
  /// On Linux `preconditionIsolated` prints something else than the words that it is given. So the
  /// words are printed before, where it is certain that it will fail.
  package nonisolated func requireCurrent(_ words: @autoclosure () -> String) {
    if isSurelyElsewhere { writeToStandardError(words()) }
    preconditionIsolated()
  }

  /// Whether the caller runs in another isolation. False also where only the actor itself could tell:
  /// one that has an executor of its own.
  nonisolated private var isSurelyElsewhere: Bool {
    if self === MainActor.shared { return !MainQueue.isCurrent }
    // The second word says what kind of executor it is, but for two bits; all zeros means none of its
    // own.
    let (_, kind) = unsafe unsafeBitCast(unownedExecutor, to: (Int, Int).self)
    return unsafe kind & ~3 == 0 && CurrentExecutor.isOther(than: unownedExecutor)
  }
}

/// The runtime's own question, of which a program is only given the form that ends it. A statically
/// linked program does not export it, and then the runtime's words have to do.
private enum CurrentExecutor {
  private typealias Question =
    @convention(thin) @Sendable (UnownedSerialExecutor, _ flags: UInt64) -> Bool

  private static let question: Question? = {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafe dlsym(everywhere, "swift_task_isCurrentExecutorWithFlags")
      .map { unsafe unsafeBitCast($0, to: Question.self) }
  }()

  /// No flags: it is to answer, and not to end the program.
  static func isOther(than executor: UnownedSerialExecutor) -> Bool {
    unsafe question.map { unsafe !$0(executor, 0) } ?? false
  }
}

/// The queue on which the main actor's work is done.
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
