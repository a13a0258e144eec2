/// Whether something holds, where there are cases in which the job is to fail.
///
/// A failure is the cast of a text to BOOLEAN, with the choice of the text inside. Were there a cast
/// in each branch of a CASE, the planner might compute it without the condition: it takes the branches
/// of a CASE of BOOLEAN apart, and puts what does not depend on a window before the window. The CONCAT
/// keeps it from moving the cast into the branches.
struct SQLDecision {
  enum Outcome {
    case yes, no
    /// The result of a condition.
    case condition(String)
    /// A failure with a message, which ends with a text.
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

  /// The conditions in the order in which they decide.
  let cases: [(condition: String, outcome: Outcome)]
  let otherwise: Outcome

  init(_ cases: [(condition: String, outcome: Outcome)], otherwise: Outcome) {
    (self.cases, self.otherwise) = (cases, otherwise)
  }

  var sql: String {
    let branches = cases.map { "WHEN \($0.condition) THEN \($0.outcome.text) " }.joined()
    return "CAST(CONCAT(CASE \(branches)ELSE \(otherwise.text) END, '') AS BOOLEAN)"
  }
}
