import Expressions

extension Operator {
  /// A placeholder for an operator that could not be read. The mistake has been reported, and the
  /// operators after it are still checked. A model that contains a placeholder never leaves the
  /// parser.
  static let unreadable = Operator(Unreadable())

  struct Unreadable: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "unreadable", category: .watching, summary: "", parameters: [], examples: [])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(.dyn)
    }

    func build(_ step: PlanStep) -> Int {
      preconditionFailure("an operator that could not be read is never built")
    }

    func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
      preconditionFailure("an operator that could not be read is never written")
    }
  }
}

extension Operator.Unreadable {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { Parameters() }
}
