import Composable
import Foundation
import Synchronization
import Testing

/// Returns what the program reports as its own mistakes while the body runs.
func reported(_ body: () -> Void) -> [String] {
  let texts = Texts()
  IssueReporter.$current.withValue(IssueReporter { texts.add($0) }, operation: body)
  return texts.all
}

private final class Texts: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Returns the texts of the issues that a test causes on purpose.
nonisolated(nonsending) func issueTexts(
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [String] {
  let texts = Texts()
  try await withKnownIssue("brought up on purpose", isIntermittent: true) {
    try await body()
  } matching: { issue in
    texts.add(issue.comments.map(\.rawValue).joined(separator: "\n"))
    return true
  }
  return texts.all
}
