/// The most that one run of an operator holds at a time, as an expression of its parameters.
public enum StateBound: Hashable, Sendable {
  /// So many values, or results of its closures.
  case values(Int)
  /// The values that arrive within a time.
  case valuesWithin(Duration)
  /// It grows without a bound, by what the string names.
  case unbounded(by: String)

  /// No values.
  public static var nothing: StateBound { .values(0) }
}

/// A run that can say how much it holds.
@usableFromInline
protocol BoundedRun: Subscription {
  var bound: StateBound { get }
}
