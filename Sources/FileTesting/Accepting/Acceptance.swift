import Marbles
import Pipelines
package import Values

/// Actual timelines that will replace the expected ones of a check.
package struct Acceptance: Sendable {
  /// The index of the document in the file.
  package let document: Int
  package let check: StreamCheck
  /// The actual timelines, each with the expectation that it did not meet.
  let timelines: [(expectation: StreamCheck.Expectation, actual: Timeline<Value>)]

  package init(document: Int, check: StreamCheck, _ difference: CheckDifference) {
    self.document = document
    self.check = check
    timelines = difference.all.map { ($0.expectation, $0.actual) }
  }
}

/// The reason why a file was not changed to expect the actual timeline.
package enum AcceptanceError: Error, CustomStringConvertible {
  case file(FileError)
  /// The file has changed since it was read.
  case changed(String)
  /// The new text does not read back as the actual timeline. Nothing was written.
  case unfaithful(String)
  /// Two tests expect the same file, and it cannot contain the timelines of both.
  case contradictory(String)
  /// A test reads the file as an input.
  case input(String)
  /// The file of expected events is not below the folder of the stream file. Such a path is
  /// refused, because the stream file may come from a stranger and name any path.
  case outside(String)
  /// The stream file was found through a link that leads out of the folder.
  case link(String, folder: String)

  package var description: String {
    switch self {
    case .file(let error): "cannot write '\(error.file)': \(error.reason)"
    case .changed(let path): "'\(path)' has changed since it was read, so it is not written"
    case .unfaithful(let path):
      "the events cannot be written in a form that reads back as the same events, so '\(path)' "
        + "is not written"
    case .contradictory(let path):
      "two tests expect '\(path)', but their events differ, so it is not written"
    case .input(let path):
      "'\(path)' is also an input of a test, so it is not written"
    case .outside(let path):
      "'\(path)' is outside the folder of its stream file, so it is not written; allow its folder "
        + "with '--allow-path DIR'"
    case .link(let path, let folder):
      "'\(path)' leads outside '\(folder)', so it is not written; allow the folder with "
        + "'--allow-path "
        + "DIR', or name the file itself"
    }
  }
}
