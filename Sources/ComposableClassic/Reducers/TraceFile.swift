import Platform
import Reactive

/// The file for signposts, a JSON array of trace events. Viewers accept it without its end.
struct TraceFile {
  /// Nil if the environment names no file, or if the file cannot be written.
  static let shared: TraceFile? = {
    guard let path = CurrentProcess.environmentVariable("COMPOSABLE_TRACE") else { return nil }
    do throws(SystemError) {
      let file = TraceFile(
        descriptor: try FileDescriptor(writing: path, [.create, .truncate, .append]))
      file.write("[")
      return file
    } catch {
      return nil
    }
  }()

  private static let start = ContinuousClock.now

  private let descriptor: FileDescriptor

  /// Writes a line. The line is lost if the disk is full.
  func write(_ text: String) {
    _ = descriptor.writeAll(Array((text + "\n").utf8))
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
