import Reactive
package import Values

/// A duration in a stream file, written as decimal seconds or as a string such as "1h30m", and
/// stored as whole nanoseconds.
///
/// It is parsed from the decimal text without passing through binary floating point, rounded to the
/// nearest nanosecond with halves away from zero, and never negative. A duration that was read from
/// a string is written as the same string. It does not equal the same duration with another
/// spelling.
public struct Seconds: Hashable, Sendable {
  /// The duration in nanoseconds.
  public let nanoseconds: Int64
  /// The string from which it was read; nil for a number.
  public let spelling: String?

  /// Creates a duration from nanoseconds, which must not be negative.
  public init(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a negative span of time")
    self.nanoseconds = nanoseconds
    spelling = nil
  }

  /// Creates a value from a `Duration`.
  public init(_ duration: Duration) {
    self.init(nanoseconds: duration.wholeNanoseconds)
  }

  /// Creates a duration from a string of numbers with units, such as "250ms", "1h30m" or "1.5d".
  /// The units are `ns`, `us`, `ms`, `s`, `m`, `h`, `d` and `w`, the longest first, each at most
  /// once; only the last number may have decimals. Returns nil for any other string.
  public init?(_ text: String) {
    do throws(DurationText.Mistake) {
      try self.init(text: text)
    } catch {
      return nil
    }
  }

  package init(text: String) throws(DurationText.Mistake) {
    nanoseconds = try DurationText.nanoseconds(of: text)
    spelling = text
  }

  /// A duration that does not end, where that is possible.
  package static let forever = Seconds(forever: .max - 1)

  private init(forever nanoseconds: Int64) {
    (self.nanoseconds, spelling) = (nanoseconds, "forever")
  }

  /// A duration of 0 seconds.
  public static let zero = Seconds(nanoseconds: 0)

  /// The same time as a `Duration`.
  public var duration: Duration { .nanoseconds(nanoseconds) }

  /// The seconds in the shortest exact decimal form, as a string.
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
