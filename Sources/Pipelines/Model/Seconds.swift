import Reactive
import Values

/// A span of time as a stream file writes it, decimal seconds or a text such as "1h30m", kept as whole
/// nanoseconds.
///
/// It is read from the decimal text without passing through binary floating point, rounded to the
/// nearest nanosecond with halves away from zero, and never negative. What was written as a text is
/// written as the same text; it is not equal to the same time in another spelling, but as long.
public struct Seconds: Hashable, Sendable {
  /// The nanoseconds.
  public let nanoseconds: Int64
  /// The text as which it was written, if it was no number.
  public let spelling: String?

  /// Creates seconds from nanoseconds.
  public init(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a negative span of time")
    self.nanoseconds = nanoseconds
    spelling = nil
  }

  /// Creates seconds from a duration.
  public init(_ duration: Duration) {
    self.init(nanoseconds: duration.wholeNanoseconds)
  }

  /// Creates a span of time from a text: numbers with units, the longest first, each at most once, and
  /// decimals in the last one alone, as in "250ms", "1h30m" or "1.5d". The units are `ns`, `us`, `ms`, `s`,
  /// `m`, `h`, `d` and `w`. Returns nil for any other text.
  public init?(_ text: String) {
    do throws(DurationText.Mistake) {
      try self.init(text: text)
    } catch {
      return nil
    }
  }

  init(text: String) throws(DurationText.Mistake) {
    nanoseconds = try DurationText.nanoseconds(of: text)
    spelling = text
  }

  /// No time at all.
  public static let zero = Seconds(nanoseconds: 0)

  /// The same time as a duration.
  public var duration: Duration { .nanoseconds(nanoseconds) }

  /// The seconds in the shortest decimal form that is exact.
  package var text: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension Seconds: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int64) {
    self.init(.seconds(value))
  }

  public init(floatLiteral value: Double) {
    self.init(.seconds(value))
  }
}
