import Pipelines
import Platform

/// Has a pipe without a reader, and a file that has become too long, seen where they are written.
func ignoreSignalsOfWriting() {
  for signal in [Signal.brokenPipe, .fileTooLong] { signal.ignore() }
}

func exit(with code: ExitCode) -> Never {
  CurrentProcess.exit(with: code.rawValue)
}

/// Ends the process from a thread beside the main one, which may be in the middle of anything.
func exitAtOnce(with code: ExitCode) -> Never {
  ProgressLine.endIfPossible()
  CurrentProcess.exitAtOnce(with: code.rawValue)
}

/// Says something to a person, on standard error. What comes from elsewhere, the name of a file or
/// a message of a stream, is to be put on one line before.
func complain(_ line: String) {
  let error = OutputFile(.standardError)
  error.write(FileDescriptor.standardError.folded(line) + "\n")
  _ = error.close()
}

/// Says something before the process ends at once, unless standard error is a pipe that is full.
func complainAtOnce(_ line: String) {
  if FileDescriptor.standardError.canBeWritten { complain(line) }
}

/// Says to a person at a terminal that standard input is read: else the command would seem to hang.
func sayReading(of wanted: String) {
  guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
    return
  }
  complain("stream-run: waiting for \(wanted) on standard input; Ctrl-D ends it".onOneLine)
}

/// Opening and reading files, with the reasons in the words of the command.
extension FileDescriptor {
  /// Opens a file, a device or a pipe to write it; a pipe waits for a reader.
  init(output path: String, _ options: WritingOptions = []) throws(OutputError) {
    do throws(SystemError) {
      try self.init(writing: path, options)
    } catch {
      throw OutputError(path: path, reason: error.reason)
    }
  }

  /// Opens a file that is to be written from its beginning, or creates it. What it has stays for now.
  /// Refuses one that another run has opened so.
  init(occupying path: String) throws(OutputError) {
    try self.init(output: path, .create)
    guard lock() else {
      close()
      throw OutputError(path: path, reason: "another run is writing it")
    }
  }

  /// The bytes with which a file begins; nothing if it cannot be read.
  static func firstBytes(_ count: Int, ofFile path: String) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(reading: path)
      defer { descriptor.close() }
      return try descriptor.readBlock(upTo: count)
    } catch {
      return []
    }
  }
}

/// A file that cannot be written.
struct OutputError: Error {
  let path: String
  /// The system's words for it, or what else is in the way.
  let reason: String
  /// The way out.
  var hint: String?

  var message: String { "cannot write '\(path)': \(reason)" }
}
