import StreamModels

extension SQLRefusal {
  /// Creates the refusal of an operator that does not conform to `SQLWritable`.
  init(_ spec: OperatorSpec) {
    let reason =
      switch spec.category {
      case .timing: "Flink SQL has no timers that a query can set"
      case .watching: "a query sees values, not events"
      case .failing, .repeating: "a failure ends the whole job, and a table is read once"
      case .combining, .mapping, .filtering, .reducing, .grouping:
        "what it emits depends on the order of values, which a query does not keep"
      }
    self.init("'\(spec.name)'", reason, hint: SQLExpression.split)
  }
}
