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
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_TRUNC, 0)
    if let errors { unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var process = pid_t()
    var status: Int32 = 0
    var usage = rusage()
    let (time, error) = measuredOnTheWall { () -> Int32 in
      let error = unsafe posix_spawn(&process, program, &actions, nil, pointers, environ)
      guard error == 0 else { return error }
      return unsafe wait4(process, &status, 0, &usage) == process ? 0 : errno
    }
    guard error == 0 else {
      throw BenchError(unsafe "'\(program)' does not start: \(String(cString: strerror(error)))")
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
  guard let path = unsafe realpath(own, nil) else { throw BenchError("cannot find '\(own)'") }
  defer { unsafe free(path) }
  let folder = unsafe String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
  let sibling = "/\(folder)/\(name)"
  guard unsafe access(sibling, X_OK) == 0 else { throw BenchError("'\(name)' is not built") }
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
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw BenchError("no temporary file can be made") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { close(descriptor) }
    while let piece = next() {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { throw BenchError("a temporary file cannot be written") }
        rest = rest.dropFirst(count)
      }
    }
  }

  deinit {
    unsafe unlink(path)
  }

  func contents() throws -> [UInt8] {
    Array(try SourceText(contentsOfFile: path).bytes)
  }
}

func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let count = unsafe write(1, rest.baseAddress, rest.count)
    guard count > 0 else { return }
    unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

/// Prints a line at once, also into a pipe: measurements take their time.
func show(_ line: String) {
  print(line)
  fflush(nil)
}

func complain(_ line: String) {
  unsafe (line + "\n").withCString { text in _ = unsafe write(2, text, strlen(text)) }
}

func exit(with code: Int32) -> Never {
  exit(code)
}
