import Pipelines
import Values

extension OptionValue where Value == BadRecordLimit {
  /// Reads the number of records that may be bad, or their percentage.
  static let badRecordLimit = OptionValue(
    placeholder: "N|P%", expectation: "expected a number or a share, such as 10 or 0.5%"
  ) { (text, option) throws(UsageError) in
    let expectation = "expected a number or a share, such as 10 or 0.5%"
    guard text.hasSuffix("%") else {
      return .count(try OptionValue<Int>.count.read(text, for: option))
    }
    guard let number = DecimalNumber(String(text.dropLast())) else {
      throw UsageError("option '\(option)' is '\(text)'", hint: expectation)
    }
    // A billionth of a percent corresponds to a nanosecond here, so shares are exact.
    guard !number.isBelowZero, let share = number.nanoseconds, share <= 100_000_000_000 else {
      throw UsageError(
        "option '\(option)' is not a share of all records", hint: "expected 0% to 100%")
    }
    guard share % 100_000 == 0 else {
      throw UsageError(
        "option '\(option)' has too many digits", hint: "expected at most four after the point")
    }
    return .perMillion(Int(share / 100_000))
  }
}
