import StoreTesting
import Synchronization
import Testing

/// Returns the texts of the issues that a function reports, in order, each with 'warning: ' if it
/// is one.
func issueTexts(_ body: () -> Void) -> [String] {
  let texts = IssueTexts()
  withKnownIssue("brought up on purpose", isIntermittent: true) {
    body()
  } matching: {
    texts.add($0)
    return true
  }
  return texts.all
}

/// Does the same for an asynchronous function.
nonisolated(nonsending) func issueTexts(
  _ body: nonisolated(nonsending) () async -> Void
) async -> [String] {
  let texts = IssueTexts()
  await withKnownIssue("brought up on purpose", isIntermittent: true) {
    await body()
  } matching: {
    texts.add($0)
    return true
  }
  return texts.all
}

private final class IssueTexts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ issue: Issue) {
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    texts.withLock { $0.append((issue.severity == .warning ? "warning: " : "") + text) }
  }
}
