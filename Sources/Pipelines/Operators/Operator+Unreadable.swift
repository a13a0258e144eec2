extension Operator {
  /// Stands in a list for an operator that could not be read, which has been reported: what comes
  /// behind it is checked all the same. A model that holds one never gets out of reading.
  static let unreadable = Operator(Unreadable())

  struct Unreadable: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "unreadable", category: .watching, summary: "", parameters: [], examples: [])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      upstream.unknown
    }
  }
}

extension Operator.Unreadable {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}
