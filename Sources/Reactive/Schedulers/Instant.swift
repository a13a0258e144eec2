/// A point on a scheduler's clock: whole nanoseconds since its start, up to 292 years.
///
/// Arithmetic does not overflow or trap: a result that is too late is `endOfTime`, an instant that
/// no scheduler reaches.
public struct Instant: Hashable, Codable, Sendable {
  /// The nanoseconds since the clock began.
  public let nanoseconds: Int64

  /// Creates an instant from the nanoseconds since the clock began.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The start of the clock.
  @inlinable public static var zero: Instant { Instant(nanoseconds: 0) }
  /// Never: work that is due at this instant stays pending.
  @inlinable public static var endOfTime: Instant { Instant(nanoseconds: .max) }

  /// Returns the instant `nanoseconds` later, or `endOfTime`.
  @inlinable
  public func advanced(byNanoseconds nanoseconds: Int64) -> Instant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Instant(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }
}

extension Instant: InstantProtocol {
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  public func advanced(by duration: Duration) -> Instant {
    advanced(byNanoseconds: duration.wholeNanoseconds)
  }

  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded to the nearest (halves away from zero) and clamped to 64
  /// bits.
  @usableFromInline package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    let (product, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = product.addingReportingOverflow((attoseconds + half) / 1_000_000_000)
    guard !tooLarge, !overflow else { return seconds < 0 ? .min : .max }
    return sum
  }
}
