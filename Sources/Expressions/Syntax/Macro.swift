extension SyntaxTree {
  /// A macro. It looks like a function but evaluates its arguments in its own way.
  enum Macro: String, Sendable, CaseIterable {
    case all
    case exists
    case existsOne = "exists_one"
    case map
    case filter
    case transformList
    case transformMap
    case transformMapEntry
    case sortBy
    case groupBy
    case maxBy
    case minBy
    case optMap
    case optFlatMap
    case bind = "cel.bind"
  }
}

extension SyntaxTree.Macro {
  /// Finds the macro with the name of a member; `existsOne` is the newer spelling of `exists_one`.
  init?(member name: String) {
    if name == "existsOne" { self = .existsOne } else { self.init(rawValue: name) }
    if self == .bind { return nil }
  }

  /// The possible numbers of variables.
  var variableCounts: ClosedRange<Int> {
    switch self {
    case .all, .exists, .existsOne: 1...2
    case .transformList, .transformMap, .transformMapEntry: 2...2
    case .map, .filter, .sortBy, .groupBy, .maxBy, .minBy, .optMap, .optFlatMap, .bind: 1...1
    }
  }

  /// Whether a condition may precede the expression of a new element.
  var takesFilter: Bool {
    switch self {
    case .map, .transformList, .transformMap, .transformMapEntry: true
    default: false
    }
  }

  /// Whether its body is a condition.
  var isConditional: Bool {
    switch self {
    case .all, .exists, .existsOne, .filter: true
    default: false
    }
  }

  /// The form shown in messages.
  var form: String {
    switch self {
    case .bind: "cel.bind(x, value, …)"
    case .transformList, .transformMap, .transformMapEntry: ".\(rawValue)(i, x, …)"
    default: ".\(rawValue)(x, …)"
    }
  }
}
