import Values

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that was run to its end.
struct ChildProcess {
  let time: Duration
  let status: Int32
  let peakBytes: Int

  /// Runs a program with its output going to a file, and what it complains of to another one if that
  /// is said.
  static func run(
    _ program: String, _ arguments: [String], output: String, errors: String? = nil
  ) throws -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_TRUNC, 0)
    if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    var status: Int32 = 0
    var usage = rusage()
    let (time, error) = measuredOnTheWall { () -> Int32 in
      let error = posix_spawn(&process, program, &actions, nil, pointers, environ)
      guard error == 0 else { return error }
      return wait4(process, &status, 0, &usage) == process ? 0 : errno
    }
    guard error == 0 else {
      throw BenchError("'\(program)' does not start: \(String(cString: strerror(error)))")
    }
    return ChildProcess(time: time, status: status, peakBytes: usage.ru_maxrss * peakUnit)
  }
}

/// Linux counts kilobytes, Darwin bytes.
#if canImport(Darwin)
  private let peakUnit = 1
#else
  private let peakUnit = 1024
#endif

/// The path of a program that stands beside this one.
func siblingProgram(_ name: String) throws -> String {
  let own = CommandLine.arguments[0]
  guard let path = realpath(own, nil) else { throw BenchError("cannot find '\(own)'") }
  defer { free(path) }
  let folder = String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
  let sibling = "/\(folder)/\(name)"
  guard access(sibling, X_OK) == 0 else { throw BenchError("'\(name)' is not built") }
  return sibling
}

/// A file that goes away with its owner.
final class TemporaryFile {
  let path: String

  convenience init(_ bytes: [UInt8]) throws {
    var rest: [UInt8]? = bytes
    try self.init(pieces: { rest.take() })
  }

  /// A file of pieces, which is never in memory as a whole.
  init(pieces next: () -> [UInt8]?) throws {
    var template = Array("/tmp/stream-bench-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw BenchError("no temporary file can be made") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { close(descriptor) }
    while let piece = next() {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw BenchError("a temporary file cannot be written") }
        rest = rest.dropFirst(count)
      }
    }
  }

  deinit {
    unlink(path)
  }

  func contents() throws -> [UInt8] {
    Array(try SourceText(contentsOfFile: path).bytes)
  }
}

func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(1, rest.baseAddress, rest.count)
    guard count > 0 else { return }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

/// Prints a line at once, also into a pipe: measurements take their time.
func show(_ line: String) {
  print(line)
  fflush(nil)
}

func complain(_ line: String) {
  (line + "\n").withCString { text in _ = write(2, text, strlen(text)) }
}

func exit(with code: Int32) -> Never {
  exit(code)
}
