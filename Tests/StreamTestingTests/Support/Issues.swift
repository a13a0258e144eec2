import Synchronization
import Testing

/// What a test reports while `body` runs, in place of failing by it: for tests of what fails tests.
func issues(_ body: () async throws -> Void) async throws -> [ReportedIssue] {
  let reported = Mutex<[ReportedIssue]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    reported.withLock { $0.append(ReportedIssue(issue)) }
    return true
  }
  return reported.withLock { $0 }
}

/// The text of an issue, and the line that it is put down to.
struct ReportedIssue: Sendable {
  let text: String
  let line: Int?

  init(_ issue: Issue) {
    text = issue.comments.isEmpty ? "\(issue)" : issue.comments.map(\.rawValue).joined()
    line = issue.sourceLocation?.line
  }
}
