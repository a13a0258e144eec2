import Pipelines
package import Platform
import Values

/// Ignores the signals for a pipe without a reader and for a file that is too long, so that the
/// write itself reports these errors.
package func ignoreSignalsOfWriting() {
  for signal in [Signal.brokenPipe, .fileTooLong] { signal.ignore() }
}

package func exit(with code: ExitCode) -> Never {
  CurrentProcess.exit(with: code.rawValue)
}

/// Ends the process at once, from a thread that may interrupt the main thread anywhere.
package func exitAtOnce(with code: ExitCode) -> Never {
  ProgressLine.endIfPossible()
  CurrentProcess.exitAtOnce(with: code.rawValue)
}

/// Prints a message for people on standard error. Text from elsewhere, such as the name of a file
/// or a message of a stream, must be put on one line first.
package func complain(_ line: String) {
  guard !HeldMessages.take(line) else { return }
  let error = OutputFile(.standardError)
  error.write(FileDescriptor.standardError.folded(line) + "\n")
  _ = error.close()
}

/// Prints a line for programs on standard error. It is not folded on a terminal.
package func complainRaw(_ line: String) {
  let error = OutputFile(.standardError)
  error.write(line + "\n")
  _ = error.close()
}

/// Prints a message before the process ends at once, unless standard error is a full pipe.
package func complainAtOnce(_ line: String) {
  if FileDescriptor.standardError.canBeWritten { complain(line) }
}

/// Prints a notice on a terminal that standard input is being read, because the command would
/// otherwise seem to hang.
package func sayReading(of wanted: String) {
  guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
    return
  }
  complain("stream-run: waiting for \(wanted) on standard input; Ctrl-D ends it".onOneLine)
}

/// Opens and reads files, with errors in the words of the command.
extension FileDescriptor {
  /// Opens a file, a device or a pipe to write it. Opening a pipe waits for a reader.
  package init(output path: String, _ options: WritingOptions = []) throws(OutputError) {
    do throws(SystemError) {
      try self.init(writing: path, options)
    } catch {
      throw OutputError(path: path, reason: error.reason)
    }
  }

  /// Opens a file that is to be written from its beginning, or creates it. Its contents are not
  /// changed yet. Throws if another run has opened it in this way.
  package init(occupying path: String) throws(OutputError) {
    try self.init(output: path, .create)
    guard lock() else {
      close()
      throw OutputError(path: path, reason: "another run is writing it")
    }
  }
}

/// A file that cannot be written.
package struct OutputError: Error {
  package let path: String
  /// The system's message, or another obstacle.
  package let reason: String
  /// A hint.
  package var hint: String?

  package init(path: String, reason: String, hint: String? = nil) {
    (self.path, self.reason, self.hint) = (path, reason, hint)
  }

  package var message: String { "cannot write '\(path)': \(reason)" }
}
