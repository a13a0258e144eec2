import Composable
import Synchronization

/// What the program reports as its own mistakes meanwhile.
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
