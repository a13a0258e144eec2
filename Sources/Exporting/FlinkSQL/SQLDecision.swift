/// A condition, where in some cases the job has to fail.
///
/// A failure is the cast of a string to BOOLEAN, and the decision is made inside the string. With a
/// cast in each branch of a CASE, the planner might compute a cast regardless of its condition: it
/// splits up a CASE of BOOLEAN, and moves the parts that do not depend on a window before the
/// window. The CONCAT prevents it from moving the cast into the branches.
package struct SQLDecision {
  package enum Outcome {
    case yes, no
    /// The result of a condition.
    case condition(String)
    /// A failure with a message that ends with a string.
    case failure(String, showing: String)

    fileprivate var text: String {
      switch self {
      case .yes: "'true'"
      case .no: "'false'"
      case .condition(let sql): "CASE WHEN \(sql) THEN 'true' ELSE 'false' END"
      case .failure(let message, let text):
        SQLText.concatenation([SQLText.literal("\(message), found "), text])
      }
    }
  }

  /// The conditions, in the order in which they are tested.
  let cases: [(condition: String, outcome: Outcome)]
  let otherwise: Outcome

  package init(_ cases: [(condition: String, outcome: Outcome)], otherwise: Outcome) {
    (self.cases, self.otherwise) = (cases, otherwise)
  }

  package var sql: String {
    let branches = cases.map { "WHEN \($0.condition) THEN \($0.outcome.text) " }.joined()
    return "CAST(CONCAT(CASE \(branches)ELSE \(otherwise.text) END, '') AS BOOLEAN)"
  }
}
