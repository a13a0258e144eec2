import Pipelines
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Has a pipe without a reader, and a file that has become too long, seen where they are written.
func ignoreSignalsOfWriting() {
  for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
}

/// Puts something in the place of standard input, output and error where the process was started
/// without one: else the next file that is opened would be taken for it. Using it is an error, as it
/// would be without anything.
func occupyStandardDescriptors() {
  for (descriptor, mode) in [(0 as Int32, O_WRONLY), (1, O_RDONLY), (2, O_RDWR)]
  where fcntl(descriptor, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", mode)
  }
}

func exit(with code: ExitCode) -> Never {
  exit(code.rawValue)
}

/// Ends the process from a thread beside the main one, which may be in the middle of anything.
func exitAtOnce(with code: ExitCode) -> Never {
  ProgressLine.endIfPossible()
  _exit(code.rawValue)
}

/// Says something to a person, on standard error. What comes from elsewhere, the name of a file or
/// a message of a stream, is to be put on one line before.
func complain(_ line: String) {
  let error = OutputFile(.standardError)
  error.write(Descriptor.standardError.folded(line) + "\n")
  _ = error.close()
}

/// Says something before the process ends at once, unless standard error is a pipe that is full.
func complainAtOnce(_ line: String) {
  var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
  if unsafe poll(&request, 1, 0) > 0 { complain(line) }
}

/// Says to a person at a terminal that standard input is read: else the command would seem to hang.
func sayReading(of wanted: String) {
  guard Descriptor.standardInput.isTerminal, Descriptor.standardError.isTerminal else { return }
  complain("stream-run: waiting for \(wanted) on standard input; Ctrl-D ends it".onOneLine)
}

func fileExists(_ path: String) -> Bool {
  unsafe access(path, F_OK) == 0
}

/// How many processors there are.
var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// How many seconds the clocks of the local zone are ahead of UTC, at a time in seconds since 1970:
/// of the zone that `TZ` names, else of the one that the system is set to.
func secondsAheadOfUTC(at seconds: Int64) -> Int {
  var time = time_t(seconds)
  var parts = unsafe tm()
  guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
  return unsafe parts.tm_gmtoff
}

/// How far a clock has come that nobody sets.
func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The value of an environment variable; nil if it is not set.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Where bytes go or come from.
struct Descriptor: Hashable {
  static let standardInput = Descriptor(rawValue: 0)
  static let standardOutput = Descriptor(rawValue: 1)
  static let standardError = Descriptor(rawValue: 2)

  let rawValue: Int32

  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Opens a device or a pipe, which waits for a reader.
  init(writing path: String) throws(OutputError) {
    self = try Self.opened(path, O_WRONLY)
  }

  /// Opens a file to write behind what it has, or creates it.
  init(appendingTo path: String) throws(OutputError) {
    self = try Self.opened(path, O_WRONLY | O_APPEND | O_CREAT)
  }

  /// Opens a file that is to be written from its beginning, or creates it. What it has stays for now.
  /// Refuses one that another run has opened so.
  init(occupying path: String) throws(OutputError) {
    self = try Self.opened(path, O_WRONLY | O_CREAT)
    // Where files have no locks, nobody knows.
    guard flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(rawValue)
      throw OutputError(path: path, reason: "another run is writing it")
    }
  }

  private static func opened(_ path: String, _ flags: Int32) throws(OutputError) -> Descriptor {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputError(path: path, reason: SystemError.last.reason) }
    return Descriptor(rawValue: descriptor)
  }

  /// Empties the file.
  func truncate() -> SystemError? {
    ftruncate(rawValue, 0) == 0 ? nil : .last
  }

  /// The bytes with which a file begins; nothing if it cannot be read.
  static func firstBytes(_ count: Int, ofFile path: String) -> [UInt8] {
    let descriptor = unsafe Descriptor(rawValue: open(path, O_RDONLY | O_CLOEXEC))
    guard descriptor.rawValue >= 0 else { return [] }
    defer { close(descriptor.rawValue) }
    guard case .success(let bytes) = readBlock(upTo: count, from: descriptor) else { return [] }
    return bytes
  }

  /// Whether a person looks at it.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has; nil if it does not say.
  var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
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
    let block = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, filled in
      count = unsafe read(descriptor.rawValue, target.baseAddress, size)
      filled = max(0, count)
    }
    if count >= 0 { return .success(block) }
    if errno == EAGAIN {
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    } else if errno != EINTR {
      return unsafe .failure(BlockError(reason: String(cString: strerror(errno))))
    }
  }
}
