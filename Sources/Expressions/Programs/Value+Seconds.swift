public import Values

extension Value {
  /// Returns the seconds of a duration as a double, as `$time` counts them.
  public static func seconds(_ duration: Duration) -> Value {
    .double(Frame.seconds(ofNanoseconds: duration.boundedNanoseconds))
  }
}

extension Duration {
  /// The whole nanoseconds. A longer time than 64 bits can count is clamped.
  var boundedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflows ? (seconds < 0 ? .min : .max) : sum
  }
}
