package import Marbles
import Pipelines
package import Values

/// What came, to be written in place of what is expected.
package struct Acceptance: Sendable {
  /// Which of the documents of the file it is about.
  package let document: Int
  package let check: StreamCheck
  package let actual: Timeline<Value>

  package init(document: Int, check: StreamCheck, actual: Timeline<Value>) {
    self.document = document
    self.check = check
    self.actual = actual
  }
}

/// Why a file does not hold now what came.
package enum AcceptanceError: Error, CustomStringConvertible {
  case file(FileError)
  /// The file is not as it was when it was read.
  case changed(String)
  /// What would have been written does not read back as what came; nothing was written.
  case unfaithful(String)
  /// Two tests expect one file, and it cannot hold what came of both.
  case contradictory(String)
  /// A test reads the file.
  case input(String)
  /// There are no events in it yet, and it is not below the folder of the stream file: a stranger's file
  /// may name any place.
  case outside(String)

  package var description: String {
    switch self {
    case .file(let error): "cannot write '\(error.file)': \(error.reason)"
    case .changed(let path): "'\(path)' has changed since it was read; nothing is written to it"
    case .unfaithful(let path):
      "what came cannot be written so that it reads back; nothing is written to '\(path)'"
    case .contradictory(let path):
      "two tests expect '\(path)', but their events differ; nothing is written to it"
    case .input(let path):
      "'\(path)' is also an input of a test; nothing is written to it"
    case .outside(let path):
      "'\(path)' is outside the folder of its stream file; nothing is written to it"
    }
  }
}
