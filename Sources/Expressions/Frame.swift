public import Values

/// The values of the variables during an evaluation, except `$0` and `$1`.
///
/// `$0` and `$1` change with every value and are passed as arguments, so that they stay in
/// registers. A caller keeps one frame and updates it.
public struct Frame: Sendable {
  /// The value of `$outer`.
  public var outer: Value
  /// The value of `$error`.
  public var error: Value
  /// The value of `$key`.
  public var key: Value
  /// The value of `$match`.
  public var match: Value
  /// The value of `$time`, in nanoseconds.
  public var nanoseconds: Int64
  /// The values of the scope's `names`, in order, followed by the variables of macros.
  public var locals: [Value]
  /// The number of steps that this evaluation has taken, to be compared with the limit.
  var steps: Int

  /// Creates a frame at a time.
  public init(nanoseconds: Int64 = 0) {
    self.outer = .null
    self.error = .null
    self.key = .null
    self.match = .null
    self.nanoseconds = nanoseconds
    self.locals = []
    self.steps = 0
  }

  /// The value of `$time`: the double nearest to the virtual time in seconds.
  public var seconds: Double { Self.seconds(ofNanoseconds: nanoseconds) }

  /// Returns the double nearest to a number of nanoseconds, in seconds.
  static func seconds(ofNanoseconds nanoseconds: Int64) -> Double {
    let magnitude = nanoseconds.magnitude
    // Both operands are exact, so the division is the only rounding.
    if magnitude <= 1 << 53 { return Double(nanoseconds) / 1e9 }
    // The quotient has 64 more bits than the integer. A last bit that represents the remainder
    // keeps the one rounding, to a double, on the right side of a tie.
    let (quotient, remainder) = (UInt128(magnitude) << 64)
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    let scaled = Double(remainder == 0 ? quotient : quotient | 1)
    return (nanoseconds < 0 ? -scaled : scaled) * 0x1p-64
  }
}
