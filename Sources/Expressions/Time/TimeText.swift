public import Values

/// Reads the text of a time, for whoever has one outside of an expression.
public enum TimeText {
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
