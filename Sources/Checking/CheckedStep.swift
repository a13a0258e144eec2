package import Expressions
package import StreamModels
package import Values

/// What a stream emits: the type of its values, how many there are, and how it ends.
package struct Emission {
  let type: ValueType
  let extent: Extent

  package init(_ type: ValueType, _ extent: Extent = .unknown) {
    (self.type, self.extent) = (type, extent)
  }
}

/// A source or an operator of a checked model: its parameters are bound, its expressions are
/// checked, and its streams are known.
package struct CheckedStep: Sendable {
  package enum Role: Sendable {
    case source(CheckedSource)
    /// An operator with values for its parameters.
    case `operator`(any OperatorDefinition)
    /// A custom operator, whose stages are those in its body.
    case custom(CustomOperator)
    /// An operator with a mistake, in place of which the stream continues unchanged. A model that
    /// contains one is not played, unless it is in an operator list that no item uses any more.
    case mistaken
  }

  package var role: Role
  /// The operator as written in the document; nil for a source.
  package let written: Operator?
  package let place: ExpressionPlace
  /// The level of the parameters in scope.
  package let level: Int
  /// The type of the values that it receives.
  let received: ValueType
  /// The type of the values that it emits.
  package var type = ValueType.dyn
  /// The checked expressions, by the names of their parameters; the name is "" for a built-in
  /// expression.
  package var expressions: [Text: CheckedExpression] = [:]
  /// Each check of an expression, for editors.
  var checks: [CheckedText] = []
  /// The streams that it takes, in order; nil for one that was not found.
  package var streams: [Int?] = []
  /// The steps whose events it receives. The first of an operator's is its upstream.
  package var inputs: [Int] = []
  /// The steps whose events it receives from streams that it plays itself, each anew for every
  /// subscription.
  package var inner: [Int] = []
  /// The operators inside it: those of a group, or in the body of a custom operator.
  package var steps: [Int] = []
  /// The body of a custom operator.
  package var body: OperatorBody?
  /// The step with the values that the body of a custom operator receives.
  package var entry: Int?
  /// The treatment of values on which its expression fails; nil if the stream fails then.
  package var tolerance: Tolerance?
  /// The treatments of values that it drops by its own rules.
  package var drops: [Tolerance] = []
  /// The number of the side output that receives the values that it drops as it is meant to; nil if
  /// none does.
  package var droppedOutput: Int?
  /// The numbers of the side outputs that it feeds.
  package var fedOutputs: [Int] {
    ((tolerance.map { [$0] } ?? []) + drops).compactMap(\.output)
      + (droppedOutput.map { [$0] } ?? [])
  }

  /// The operator with values for its parameters; nil for a source and a custom operator.
  package var definition: (any OperatorDefinition)? {
    if case .operator(let definition) = role { definition } else { nil }
  }

  /// The source; nil for an operator.
  package var source: CheckedSource? {
    if case .source(let source) = role { source } else { nil }
  }

  /// Whether some of the operator's parameters are given by parameters of the document.
  package var hasReferences: Bool { written?.parameters.hasReferences ?? false }
  /// Whether a test plays it in place of another stream.
  package var isOfTest: Bool { place.document == 0 && place.path.isOfTest }
}

extension CheckedStep {
  /// Whether its events are those of its first input: it is another stream, unchanged, or a custom
  /// operator, whose stages are those in its body.
  package var isAlias: Bool {
    switch role {
    case .source(.stream), .custom, .mistaken: true
    case .source, .operator: false
    }
  }

  /// Whether it is a stage in traces.
  package var isStage: Bool {
    switch role {
    case .source(.group), .source(.latest): false
    default: !isAlias
    }
  }

  /// Whether its events are those that the stage before it has emitted.
  var passesEvents: Bool {
    if case .source(.latest) = role { true } else { isAlias }
  }
}

/// A check of an expression: its variables, and the type of its result.
struct CheckedText: Sendable {
  let place: ExpressionPlace
  let scope: Scope
  /// The type of the result; nil if the expression has a mistake.
  let result: ValueType?
}

/// The source of a stream, ready to play.
package enum CheckedSource: Sendable {
  /// The items of a `stream`.
  case items(CheckedItems)
  /// The value of an item, to which the item's operators are applied.
  case item
  /// The elements of a list.
  case sequence(ListedValues)
  /// The elements of the list that an expression returns.
  case evaluated
  case marbles(MarblePlan)
  case cron(CronSchedule, isInitial: Bool)
  /// Records from outside: an index in the inputs of the model.
  case input(Int)
  /// The values that operators and inputs send to a side output.
  case sideOutput(Int)
  /// Several streams, combined by the rule of an operator.
  case combined(any CombiningOperator.Type)
  /// Another stream, unchanged.
  case stream
  /// Another stream, which is played once, and whose latest value each later subscriber receives.
  case latest
  /// The values of the group for which an inner stream plays.
  case group

  /// Nothing: the source of a stream with a mistake.
  static let nothing = CheckedSource.sequence([])
}

/// The items of a `stream`. Each operator list is checked once.
package struct CheckedItems: Sendable {
  /// The operators of some of the items.
  package struct List: Sendable {
    /// The step with the value of an item.
    package let item: Int
    /// The operators.
    package let steps: [Int]
    /// The last step.
    package let output: Int

    /// All steps of the list, including those inside its operators.
    package var all: ClosedRange<Int> { item...output }
  }

  package var values: [Value]
  /// For each item, the index of its list in `lists`.
  package var listNumbers: [UInt32]
  package var lists: [List]
}
