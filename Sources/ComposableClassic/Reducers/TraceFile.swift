import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file for signposts, a JSON array of trace events; viewers accept it without its end.
struct TraceFile {
  /// Nil if the environment names none, or it cannot be written.
  static let shared: TraceFile? = {
    guard let path = unsafe getenv("COMPOSABLE_TRACE") else { return nil }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    let file = TraceFile(descriptor: descriptor)
    file.write("[")
    return file
  }()

  private static let start = ContinuousClock.now

  private let descriptor: Int32

  /// Writes a line; it is lost if the disk is full.
  func write(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Self.send(descriptor, $0) }
  }

  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Returns an event with a duration, in microseconds since the first one.
  static func event(
    _ name: String, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
  ) -> String {
    """
    {"name":"\(escaped(name))","cat":"action","ph":"X","ts":\(microseconds(start - Self.start)),\
    "dur":\(microseconds(end - start)),"pid":1,"tid":1},
    """
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    max(0, duration.wholeNanoseconds / 1000)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
