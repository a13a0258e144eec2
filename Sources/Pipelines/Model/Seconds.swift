import Reactive
import Values

/// A span of time as a stream file writes it: decimal seconds, kept as whole nanoseconds.
///
/// It is read from the decimal text without passing through binary floating point, rounded to the
/// nearest nanosecond with halves away from zero, and never negative.
public struct Seconds: Hashable, Sendable {
  /// The nanoseconds.
  public let nanoseconds: Int64

  /// Creates seconds from nanoseconds.
  public init(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a negative span of time")
    self.nanoseconds = nanoseconds
  }

  /// Creates seconds from a duration.
  public init(_ duration: Duration) {
    self.init(nanoseconds: duration.wholeNanoseconds)
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
