import Platform
import Values

/// A process that was run to its end.
struct ChildProcess {
  let time: Duration
  let status: Int32
  let peakBytes: Int

  /// Runs a program with its output going to a file, and its standard error going to another file
  /// if one is specified.
  static func run(
    _ program: String, _ arguments: [String], output: String, errors: String? = nil
  ) throws -> ChildProcess {
    do throws(SystemError) {
      let (time, finished) = try measuredOnTheWall { () throws(SystemError) in
        try FinishedProcess.run(program, arguments, output: output, errors: errors)
      }
      return ChildProcess(time: time, status: finished.status, peakBytes: finished.peakBytes)
    } catch {
      throw BenchError("'\(program)' does not start: \(error.reason)")
    }
  }
}

/// Returns the path of a program that is in the same folder as this one.
func siblingProgram(_ name: String) throws -> String {
  let own = CommandLine.arguments[0]
  guard let path = FilePath(own).resolved else { throw BenchError("cannot find '\(own)'") }
  let folder = path.split(separator: "/").dropLast().joined(separator: "/")
  let sibling = "/\(folder)/\(name)"
  guard FilePath(sibling).isExecutable else { throw BenchError("'\(name)' is not built") }
  return sibling
}

/// A file that is removed together with its owner.
final class TemporaryFile {
  let path: String

  convenience init(_ bytes: [UInt8]) throws {
    var rest: [UInt8]? = bytes
    try self.init(pieces: { rest.take() })
  }

  /// Creates a file from pieces, so that it is never in memory as a whole.
  init(pieces next: () -> [UInt8]?) throws {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      (descriptor, path) = try FileDescriptor.createTemporaryFile(prefix: "stream-bench-")
    } catch {
      throw BenchError("no temporary file can be made")
    }
    defer { descriptor.close() }
    while let piece = next() {
      guard descriptor.writeAll(piece) == nil else {
        throw BenchError("a temporary file cannot be written")
      }
    }
  }

  deinit {
    FilePath(path).remove()
  }

  func contents() throws -> [UInt8] {
    Array(try SourceText(contentsOfFile: path).bytes)
  }
}

func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) {
  _ = unsafe FileDescriptor.standardOutput.writeAll(bytes)
}

/// Prints a line at once, even into a pipe, because measurements take a long time.
func show(_ line: String) {
  print(line)
  CurrentProcess.flushOutput()
}
