import Exporting
import Expressions
public import StreamModels
import Values

/// The operators of the format.
private enum StreamOperators: OperatorRegistry {
  /// All operators, sorted by name. Put a new one into a file next to the others, and list it here.
  private static let all: [any ExportedOperator.Type] = [
    Operator.Aggregate.self,
    Operator.AllSatisfy.self,
    Operator.Append.self,
    Operator.Audit.self,
    Operator.Catch.self,
    Operator.Collect.self,
    Operator.CombineLatest.self,
    Operator.CompactMap.self,
    Operator.ConcatMap.self,
    Operator.Contains.self,
    Operator.Count.self,
    Operator.Debounce.self,
    Operator.Delay.self,
    Operator.Distinct.self,
    Operator.DropFirst.self,
    Operator.DropUntilOutput.self,
    Operator.DropWhile.self,
    Operator.ExhaustMap.self,
    Operator.Fail.self,
    Operator.Filter.self,
    Operator.First.self,
    Operator.FlatMap.self,
    Operator.GroupBy.self,
    Operator.IgnoreOutput.self,
    Operator.Join.self,
    Operator.Last.self,
    Operator.Map.self,
    Operator.Materialize.self,
    Operator.Max.self,
    Operator.MeasureInterval.self,
    Operator.Merge.self,
    Operator.Min.self,
    Operator.Pairwise.self,
    Operator.Pattern.self,
    Operator.Prefix.self,
    Operator.PrefixUntilOutput.self,
    Operator.PrefixWhile.self,
    Operator.Prepend.self,
    Operator.Print.self,
    Operator.Race.self,
    Operator.RateLimit.self,
    Operator.Reduce.self,
    Operator.Remind.self,
    Operator.RemoveDuplicates.self,
    Operator.Repeat.self,
    Operator.ReplaceEmpty.self,
    Operator.ReplaceError.self,
    Operator.ReplaceNil.self,
    Operator.Retry.self,
    Operator.Sample.self,
    Operator.Scan.self,
    Operator.Sustained.self,
    Operator.SwitchMap.self,
    Operator.Throttle.self,
    Operator.Timeout.self,
    Operator.WithLatestFrom.self,
    Operator.Zip.self,
  ]

  // A conversion of the array itself would look up the conformance of each type while it runs.
  static let types: [any OperatorDefinition.Type] = all.map { $0 }
  static let specs: [OperatorSpec] = all.map { $0.spec }
  static let names: [String] = specs.map(\.name)
  static let table = KeyTable(names.map { Text($0) })
  static var foreignNames: ForeignNames { .streamOperators }
}

extension Operator {
  /// The operators of the format.
  package static var registry: any OperatorRegistry.Type { StreamOperators.self }

  /// The specs of all operators, sorted by name.
  public static let specs: [OperatorSpec] = StreamOperators.specs

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
