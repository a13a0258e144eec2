/// A variable that the engine provides; its name begins with `$`.
public enum Variable: String, Sendable, Hashable, CaseIterable {
  case first = "$0"
  case second = "$1"
  case outer = "$outer"
  case error = "$error"
  case key = "$key"
  case time = "$time"

  /// Where the variable exists, for whoever names it elsewhere.
  public var availabilityHint: String {
    switch self {
    case .first: "it is the value, where there is one"
    case .second: "it is the second value in 'scan', 'reduce' and 'removeDuplicates'"
    case .outer:
      "it is the outer value inside 'flatMap', 'switchMap', 'concatMap' and 'exhaustMap'"
    case .error: "it is the text of the failure inside 'catch'"
    case .key: "it is the key of the group inside 'groupBy'"
    case .time: "it is the virtual time while a stream plays"
    }
  }
}
