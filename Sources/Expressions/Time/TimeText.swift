public import Values

/// Reads and writes the text of a time outside of an expression.
public enum TimeText {
  /// The form of RFC 3339, in UTC, of a time in nanoseconds since 1970.
  public static func text(ofNanoseconds nanoseconds: Int64) -> String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp.text(
      seconds: rest < 0 ? seconds - 1 : seconds,
      nanoseconds: Int(rest < 0 ? rest + 1_000_000_000 : rest))
  }

  /// The nanoseconds since 1970 of a text in the form of RFC 3339; nil if they do not fit 64 bits,
  /// as those of the years before 1677 and after 2262.
  public static func nanoseconds(of text: Text) throws(EvaluationError) -> Int64? {
    do throws(EvaluationFailure) {
      let timestamp = try Timestamp(text)
      let (product, tooLarge) = timestamp.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, overflow) = product.addingReportingOverflow(Int64(timestamp.nanoseconds))
      return tooLarge || overflow ? nil : sum
    } catch {
      throw EvaluationError(error.message)
    }
  }
}
