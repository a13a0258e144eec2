/// A variable that the engine provides; its name begins with `$`.
public enum Variable: String, Sendable, Hashable, CaseIterable {
  /// The value: `$0`.
  case first = "$0"
  /// The second value: `$1`.
  case second = "$1"
  /// The value of the enclosing stream: `$outer`.
  case outer = "$outer"
  /// The text of a failure: `$error`.
  case error = "$error"
  /// The key of a group: `$key`.
  case key = "$key"
  /// The match so far: `$match`.
  case match = "$match"
  /// The current time: `$time`.
  case time = "$time"

  /// A sentence about where the variable is available, for when it is used elsewhere.
  package var availabilityHint: String {
    switch self {
    case .first: "this expression runs before any value exists"
    case .second:
      "it is the second value in 'scan', 'reduce' and 'removeDuplicates', the array so far in "
        + "'collect', and the previous value of a 'pattern'"
    case .outer:
      "it is the outer value inside 'flatMap', 'switchMap', 'concatMap' and 'exhaustMap'"
    case .error: "it is the message of the failure inside 'catch'"
    case .key: "it is the key of the group inside 'groupBy'"
    case .match: "it is the match so far in the conditions of 'pattern'"
    case .time: "it is the virtual time while a stream plays"
    }
  }
}
