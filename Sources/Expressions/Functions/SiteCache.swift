import Synchronization
import Values

/// Caches what a place in an expression has last made of a computed text, because a place mostly
/// computes the same text again.
final class SiteCache<Made: Sendable>: Sendable {
  private let last = Mutex<(text: Text, made: Made)?>(nil)

  /// Returns what was made of a literal, if there is one, and otherwise what is made of a text.
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
