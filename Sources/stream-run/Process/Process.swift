#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Puts something in the place of standard input, output and error where the process was started
/// without one: else the next file that is opened would be taken for it. Using it is an error, as it
/// would be without anything.
func occupyStandardDescriptors() {
  for (descriptor, mode) in [(0 as Int32, O_WRONLY), (1, O_RDONLY), (2, O_RDWR)]
  where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", mode)
  }
}

func exit(with code: ExitCode) -> Never {
  exit(code.rawValue)
}

/// Ends the process from a thread beside the main one, which may be in the middle of anything.
func exitAtOnce(with code: ExitCode) -> Never {
  _exit(code.rawValue)
}

/// Says something to a person, on standard error. What comes from elsewhere, the name of a file or
/// a message of a stream, is to be put on one line before.
func complain(_ line: String) {
  let error = OutputFile(.standardError)
  error.write(line + "\n")
  _ = error.close()
}

func fileExists(_ path: String) -> Bool {
  access(path, F_OK) == 0
}

/// How many processors there are.
var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// How far a clock has come that nobody sets.
func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The value of an environment variable; nil if it is not set.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Where bytes go or come from.
struct Descriptor: Hashable {
  static let standardInput = Descriptor(rawValue: 0)
  static let standardOutput = Descriptor(rawValue: 1)
  static let standardError = Descriptor(rawValue: 2)

  let rawValue: Int32

  private init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Creates a file to write to, or empties the one that is there.
  init(creating path: String) throws(OutputError) {
    rawValue = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard rawValue >= 0 else {
      throw OutputError(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Whether a person looks at it.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has; nil if it does not say.
  var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// A file that cannot be written.
struct OutputError: Error {
  let path: String
  /// The system's words for it.
  let reason: String

  var message: String { "cannot write '\(path)': \(reason)" }
}

/// Reading failed, for this reason.
struct BlockError: Error {
  /// The system's words for it.
  let reason: String
}

/// Reads what is there, and waits if nothing is; nothing at the end.
func readBlock(
  upTo size: Int, from descriptor: Descriptor
) -> Result<[UInt8], BlockError> {
  while true {
    var count = 0
    let block = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
      count = read(descriptor.rawValue, target.baseAddress, size)
      filled = max(0, count)
    }
    if count >= 0 { return .success(block) }
    if errno == EAGAIN {
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    } else if errno != EINTR {
      return .failure(BlockError(reason: String(cString: strerror(errno))))
    }
  }
}

/// The result of writing to a descriptor.
enum WriteResult {
  case written
  /// Whoever read the other end has gone, which is not an error.
  case readerGone
  /// The system's words for what went wrong.
  case failed(String)
}

/// Writes all of the bytes, however many calls that takes.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Descriptor) -> WriteResult {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor.rawValue, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      // Somebody who shares the output made it one that does not wait.
      waitForRoom(in: descriptor)
    } else if errno == EPIPE {
      return .readerGone
    } else if errno != EINTR {
      return .failed(String(cString: strerror(errno)))
    }
  }
  return .written
}

private func waitForRoom(in descriptor: Descriptor) {
  var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
  _ = poll(&request, 1, -1)
}

/// Writes a file, in place of what was in it. Gives the system's words for what went wrong.
func writeFile(_ path: String, _ text: String) -> String? {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { return String(cString: strerror(errno)) }
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
    } else if errno != EINTR {
      defer { close(descriptor) }
      return String(cString: strerror(errno))
    }
  }
  return close(descriptor) == 0 ? nil : String(cString: strerror(errno))
}
