import Exporting
public import StreamModels

extension Operator {
  /// All operators, sorted by name. Put a new one into a file next to the others, and list it here.
  private static let all: [any ExportedOperator.Type] = [
    AllSatisfy.self,
    Append.self,
    Audit.self,
    Catch.self,
    Collect.self,
    CombineLatest.self,
    CompactMap.self,
    ConcatMap.self,
    Contains.self,
    Count.self,
    Debounce.self,
    Delay.self,
    Distinct.self,
    DropFirst.self,
    DropUntilOutput.self,
    DropWhile.self,
    ExhaustMap.self,
    Fail.self,
    Filter.self,
    First.self,
    FlatMap.self,
    GroupBy.self,
    IgnoreOutput.self,
    Join.self,
    Last.self,
    Map.self,
    Materialize.self,
    Max.self,
    MeasureInterval.self,
    Merge.self,
    Min.self,
    Pairwise.self,
    Prefix.self,
    PrefixUntilOutput.self,
    PrefixWhile.self,
    Prepend.self,
    Print.self,
    Race.self,
    RateLimit.self,
    Reduce.self,
    RemoveDuplicates.self,
    Repeat.self,
    ReplaceEmpty.self,
    ReplaceError.self,
    ReplaceNil.self,
    Retry.self,
    Sample.self,
    Scan.self,
    Sustained.self,
    SwitchMap.self,
    Throttle.self,
    Timeout.self,
    WithLatestFrom.self,
    Zip.self,
  ]

  /// The operators of the format.
  package static let registry = OperatorRegistry(all) { .streamOperators }

  /// The specs of all operators, sorted by name.
  public static let specs: [OperatorSpec] = registry.specs

  /// Returns the operator that has the given name in other tools; nil if there is none.
  public static func name(calledElsewhere other: String) -> String? {
    registry.name(calledElsewhere: other)
  }

  /// Returns a hint for the name of an operator in another tool; nil if the name is unknown, or if
  /// it is the same here.
  package static func wayOut(forForeignName name: String) -> String? {
    registry.wayOut(forForeignName: name)
  }
}
