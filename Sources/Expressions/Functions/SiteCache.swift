import Synchronization
import Values

/// Caches what a place in an expression last made from a computed string, because a place usually
/// computes the same string again.
final class SiteCache<Made: Sendable>: Sendable {
  private let last = Mutex<(text: Text, made: Made)?>(nil)

  /// Returns the value made from a literal if there is one; otherwise, the value made from a
  /// string.
  func value(
    of literal: Made?, or text: Text, make: (Text) throws(EvaluationFailure) -> Made
  ) throws(EvaluationFailure) -> Made {
    if let literal { return literal }
    if let last = last.withLock({ $0 }), last.text == text { return last.made }
    let made = try make(text)
    last.withLock { $0 = (text, made) }
    return made
  }
}
