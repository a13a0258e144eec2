/// A time span in Combine's notation: `.seconds(1)`, `.milliseconds(300)`, or a number of seconds.
public struct SchedulerStride: Hashable, Sendable {
  /// The length of the stride.
  public let duration: Duration

  /// Creates a stride from a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// A stride of length zero.
  public static let zero = SchedulerStride(.zero)
  /// Returns a stride of seconds.
  public static func seconds(_ seconds: Int) -> SchedulerStride { Self(.seconds(seconds)) }
  /// Returns a stride of seconds.
  public static func seconds(_ seconds: Double) -> SchedulerStride { Self(floatLiteral: seconds) }
  /// Returns a stride of milliseconds.
  public static func milliseconds(_ count: Int) -> SchedulerStride { Self(.milliseconds(count)) }
  /// Returns a stride of microseconds.
  public static func microseconds(_ count: Int) -> SchedulerStride { Self(.microseconds(count)) }
  /// Returns a stride of nanoseconds.
  public static func nanoseconds(_ count: Int) -> SchedulerStride { Self(.nanoseconds(count)) }
}

extension SchedulerStride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// Rounds to the nearest nanosecond, so that 1.1 is exactly 1.1 s and not the binary fraction
  /// next to it.
  public init(floatLiteral seconds: Double) {
    self.init(.nanoseconds(Int64((seconds * 1_000_000_000).rounded())))
  }
}
