import Pipelines
import Platform
import Reactive
import Values

/// A reader of the value of an option: its placeholder, its possible values, and its errors.
struct OptionValue<Value>: Sendable {
  let placeholder: String
  /// The possible values, if they are a few words.
  var choices: [String] = []
  /// The expected value, as the end of a message.
  let expectation: String
  /// The part that is the path of a file: the whole value, or the text after a '='.
  var path: PathPart?
  let read: @Sendable (_ text: String, _ option: String) throws(UsageError) -> Value

  func read(_ text: String, for option: String) throws(UsageError) -> Value {
    try read(text, option)
  }
}

/// The part of an option's value that is the path of a file.
enum PathPart: Sendable {
  case whole, behindEquals
}

extension OptionValue where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// Reads a word of an enumeration.
  static func oneOf(_ type: Value.Type, noun: String) -> OptionValue {
    let choices = Value.allCases.map(\.rawValue)
    let expectation = "expected \(UsageError.list(choices))"
    return OptionValue(
      // A long list is shown elsewhere on the page.
      placeholder: choices.count > 3 ? noun.uppercased() : choices.joined(separator: "|"),
      choices: choices, expectation: expectation
    ) { (text, _) throws(UsageError) in
      if let value = Value(rawValue: text) { return value }
      throw UsageError(
        "unknown \(noun) '\(text)'", hint: UsageError.meant(text, among: choices) ?? expectation)
    }
  }
}

extension OptionValue where Value == Instant {
  /// Reads a time in the form of a stream file, exact to the nanosecond.
  static let time = time(isSigned: false)

  /// - Parameter isSigned: Whether the time can be below zero, as the time of a record can.
  static func time(isSigned: Bool) -> OptionValue {
    OptionValue(placeholder: "TIME", expectation: PlayTime.expectation) {
      (text, option) throws(UsageError) in
      try read(text, for: option, isSigned: isSigned)
    }
  }

  private static func read(
    _ text: String, for option: String, isSigned: Bool
  ) throws(UsageError) -> Instant {
    guard let number = DecimalNumber(text) else {
      if let time = Seconds(text) { return Instant(nanoseconds: time.nanoseconds) }
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: PlayTime.expectation)
    }
    guard isSigned || !number.isBelowZero else {
      throw UsageError("option '\(option)' is negative", hint: "expected 0 or more seconds")
    }
    guard let nanoseconds = number.nanoseconds, nanoseconds < Instant.endOfTime.nanoseconds else {
      throw UsageError(
        "option '\(option)' is beyond the end of time",
        hint: "expected less than 9223372036.854775807 seconds")
    }
    return Instant(nanoseconds: nanoseconds)
  }
}

extension OptionValue where Value == Values.Value {
  /// Reads a value as JSON.
  static let json = OptionValue(
    placeholder: "JSON", expectation: "expected JSON, such as 7 or '\"down\"'"
  ) { (text, option) throws(UsageError) in
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: option, text)).value
    } catch {
      throw UsageError(
        "option '\(option)' is '\(text)', which is not JSON",
        hint: "expected JSON, such as 7 or '\"down\"'")
    }
  }
}

extension OptionValue where Value == Int {
  /// Reads a count.
  static let count = OptionValue(
    placeholder: "N", expectation: "expected a whole number, such as 10"
  ) { (text, option) throws(UsageError) in
    guard let number = DecimalNumber(text), number.isWrittenAsInteger else {
      throw UsageError(
        "option '\(option)' is '\(text)'", hint: "expected a whole number, such as 10")
    }
    guard !number.isBelowZero else {
      throw UsageError("option '\(option)' is negative", hint: "expected 0 or more")
    }
    guard let count = number.int else {
      throw UsageError(
        "option '\(option)' is too large", hint: "leave it out to play without a limit")
    }
    return Int(count)
  }
}

extension OptionValue where Value == Int {
  /// Reads an amount of memory, which must be at least what the command itself needs.
  static let size = OptionValue(
    placeholder: "SIZE", expectation: "expected a size, such as 512MiB or 2GiB"
  ) { (text, option) throws(UsageError) in
    guard let size = ByteCount(text) else {
      throw UsageError(
        "option '\(option)' is '\(text)'", hint: "expected a size, such as 512MiB or 2GiB")
    }
    guard size.bytes >= 32 << 20 else {
      throw UsageError("option '\(option)' is too small", hint: "expected at least 32MiB")
    }
    return size.bytes
  }
}

extension OptionValue where Value == Double {
  /// Reads a factor of real time, greater than 0.
  static let speed = OptionValue(
    placeholder: "TIMES", expectation: "expected a number above 0, such as 60 or 0.5"
  ) { (text, option) throws(UsageError) in
    // Only the decimal form is read, because `Double` would also read "0x1p3" and "inf".
    guard let number = DecimalNumber(text), let speed = Double(text) else {
      throw UsageError(
        "option '\(option)' is '\(text)'", hint: "expected a number above 0, such as 60 or 0.5")
    }
    guard !number.isBelowZero, speed > 0 else {
      throw UsageError("option '\(option)' is not above 0", hint: "leave it out for real speed")
    }
    guard speed.isFinite, (1 / speed).isFinite else {
      throw UsageError(
        "option '\(option)' is too large or too small",
        hint: "leave it and '--realtime' out to play at once")
    }
    return speed
  }
}

extension OptionValue where Value == String {
  /// Reads the name of a definition, which is looked up later.
  static let name = OptionValue(
    placeholder: "NAME", expectation: "expected the name of a definition"
  ) { (text, option) throws(UsageError) in
    if text.isEmpty {
      throw UsageError("option '\(option)' is empty", hint: "expected the name of a definition")
    }
    return text
  }
}
