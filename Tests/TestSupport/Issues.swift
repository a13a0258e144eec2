import Synchronization
import Testing

/// Returns the issues that a test reports while `body` runs, instead of failing because of them.
/// This is for tests of code that fails tests.
package func issues(_ body: () async throws -> Void) async throws -> [ReportedIssue] {
  let reported = Mutex<[ReportedIssue]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    reported.withLock { $0.append(ReportedIssue(issue)) }
    return true
  }
  return reported.withLock { $0 }
}

/// The text of an issue, and the line that it is attributed to.
package struct ReportedIssue: Sendable {
  package let text: String
  package let line: Int?

  fileprivate init(_ issue: Issue) {
    text = issue.comments.isEmpty ? "\(issue)" : issue.comments.map(\.rawValue).joined()
    line = issue.sourceLocation?.line
  }
}
