import Expressions
public import Values

/// What happens to the values of a stream on their way: an operator with its parameters.
///
///     Operator.delay(seconds: 1)      { "delay": { "seconds": 1 } }
public struct Operator: Sendable {
  let definition: any OperatorDefinition
  /// What the operator carries under keys that begin with `$`, for editors and people.
  public var annotations: [Member] = []
  /// The same, inside the object of its parameters.
  public var parameterAnnotations: [Member] = []

  init(_ definition: any OperatorDefinition) {
    self.definition = definition
  }

  /// Every operator there is. A new one is written beside the others and named here.
  static let all: [any OperatorDefinition.Type] = [
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
    Reduce.self,
    RemoveDuplicates.self,
    Repeat.self,
    ReplaceEmpty.self,
    ReplaceError.self,
    ReplaceNil.self,
    Retry.self,
    Sample.self,
    Scan.self,
    SwitchMap.self,
    Throttle.self,
    Timeout.self,
    WithLatestFrom.self,
    Zip.self,
  ]

  /// What there is to know about every operator, in the order of their names.
  public static let specs: [OperatorSpec] = all.map { $0.spec }

  /// The name of the operator that others call by another one.
  public static func name(calledElsewhere other: String) -> String? {
    names.contains(other) ? nil : ForeignNames.streamOperators[other]?.meaning
  }

  /// What to write instead of an operator that others have, or that has another name here.
  package static func wayOut(forForeignName name: String) -> String? {
    names.contains(name) ? nil : ForeignNames.streamOperators[name]?.wayOut
  }

  /// What there is to know about this operator.
  public var spec: OperatorSpec { type(of: definition).spec }
}

extension Operator: Hashable {
  public static func == (left: Operator, right: Operator) -> Bool {
    left.definition.isEqual(to: right.definition) && left.annotations == right.annotations
      && left.parameterAnnotations == right.parameterAnnotations
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(spec.name)
    definition.hash(into: &hasher)
  }
}

extension OperatorDefinition {
  fileprivate func isEqual(to other: any OperatorDefinition) -> Bool {
    (other as? Self) == self
  }
}
