import Dispatch

extension Actor {
  /// Ends the program if the caller does not run in the actor's isolation.
  ///
  /// On Linux `preconditionIsolated` prints something else than the words that it is given. Of the
  /// main actor it can be seen beforehand that a call comes from elsewhere, and the words be printed;
  /// of another actor only the runtime knows, and what it prints names no more than the actor.
  nonisolated func requireCurrent(_ words: @autoclosure () -> String) {
    if self === MainActor.shared, !MainQueue.isCurrent { StandardError.write(words() + "\n") }
    preconditionIsolated()
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
