import Dispatch
import Platform

extension Actor {
  /// Ends the program if the caller is not running in the actor's isolation.
  ///
  /// The runtime reports that in its own words, which do not include the ones given. For the main
  /// actor these are printed beforehand, where the check is certain to fail.
  package nonisolated func requireCurrent(_ words: @autoclosure () -> String) {
    if self === MainActor.shared, !MainQueue.isCurrent { StandardError.writeLine(words()) }
    preconditionIsolated(words())
  }
}

/// The queue that runs the main actor's work.
private enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isMarked: Bool = {
    DispatchQueue.main.setSpecific(key: key, value: true)
    return true
  }()

  static var isCurrent: Bool { isMarked && DispatchQueue.getSpecific(key: key) == true }
}
