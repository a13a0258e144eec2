extension Operator {
  /// A placeholder for an operator that could not be read, which has been reported, so that the
  /// operators after it are checked all the same. A model that contains one never leaves the
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
