import Checkpoints
import Console
import Marbles
import Pipelines
import Values

/// Prints values as a table. Rows appended to a file do not get a second header, and their keys
/// must be those of the existing header.
final class TablePrinter: EventPrinter {
  private let output: OutputFile
  private var rows = TableRows()

  init(to output: OutputFile) {
    self.output = output
  }

  func print(_ event: Timeline<Value>.Event) -> Bool {
    guard case .value(let value) = event.kind else { return rows.trouble == nil }
    var isWritten = false
    let isOpen = output.write(exactly: true) {
      isWritten = rows.write(value, at: event.instant, to: &$0, after: output.edges)
    }
    return isWritten && isOpen
  }

  func finish() -> String? { rows.trouble }

  var table: SavedTable? {
    get { rows.state }
    set { if let newValue { rows.state = newValue } }
  }
}
