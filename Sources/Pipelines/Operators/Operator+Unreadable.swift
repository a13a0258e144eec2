extension Operator {
  /// A placeholder for an operator that could not be read. The mistake has been reported, and the
  /// operators after it are still checked. A model that contains a placeholder never leaves the
  /// parser.
  static let unreadable = Operator(Unreadable())

  struct Unreadable: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "unreadable", category: .watching, summary: "", parameters: [], examples: [])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      upstream.unknown
    }

    func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
      preconditionFailure("an operator that could not be read is never written")
    }
  }
}

extension Operator.Unreadable {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}
