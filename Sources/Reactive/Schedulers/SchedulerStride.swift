/// A span of time as listings write it: `.seconds(1)`, `.milliseconds(300)`, or a number of seconds.
public struct SchedulerStride: Hashable, Sendable {
  public let duration: Duration

  public init(_ duration: Duration) {
    self.duration = duration
  }

  public static let zero = SchedulerStride(.zero)
  public static func seconds(_ seconds: Int) -> SchedulerStride { Self(.seconds(seconds)) }
  public static func seconds(_ seconds: Double) -> SchedulerStride { Self(floatLiteral: seconds) }
  public static func milliseconds(_ count: Int) -> SchedulerStride { Self(.milliseconds(count)) }
  public static func microseconds(_ count: Int) -> SchedulerStride { Self(.microseconds(count)) }
  public static func nanoseconds(_ count: Int) -> SchedulerStride { Self(.nanoseconds(count)) }
}

extension SchedulerStride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// To the nearest nanosecond: 1.1 is 1.1 s and not the binary fraction that is next to it.
  public init(floatLiteral seconds: Double) {
    self.init(.nanoseconds(Int64((seconds * 1_000_000_000).rounded())))
  }
}
