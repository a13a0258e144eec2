import Composable
import Synchronization

/// Returns what the program reports as its own mistakes while the body runs.
func reported(_ body: () -> Void) -> [String] {
  let texts = Texts()
  IssueReporter.$current.withValue(IssueReporter { texts.add($0) }, operation: body)
  return texts.all
}

final class Texts: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
