import Pipelines
import Platform

/// A name and its file: `trades=trades.csv`.
struct NamedPath: Sendable {
  let name: String
  let path: String
}

/// A name and its text: `quiet=60s`.
struct NamedText: Sendable {
  let name: String
  let text: String
}

extension OptionValue where Value == NamedText {
  /// The value of a parameter; it may be empty.
  static let parameter = OptionValue(
    placeholder: "NAME=VALUE", expectation: "expected a name and a value, such as quiet=60s"
  ) { (text, option) throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: "expected a name and a value, such as quiet=60s")
    }
    // In the file, the name is written with its '$'.
    let name = parts[0].hasPrefix("$") ? parts[0].dropFirst() : parts[0]
    return NamedText(name: String(name), text: String(parts[1]))
  }
}

extension OptionValue where Value == NamedPath {
  static func namedPath(_ placeholder: String, _ example: String) -> OptionValue {
    let expectation = "expected a name and a path, such as \(example)"
    return OptionValue(placeholder: placeholder, expectation: expectation, path: .behindEquals) {
      (text, option) throws(UsageError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw UsageError("option '\(option)' is '\(text)'", hint: expectation)
      }
      return NamedPath(name: String(parts[0]), path: String(parts[1]))
    }
  }
}

extension OptionValue where Value == String {
  /// A file to write.
  static let path = OptionValue(
    placeholder: "PATH", expectation: "expected the path of a file", path: .whole
  ) { (text, option) throws(UsageError) in
    if text.isEmpty {
      throw UsageError("option '\(option)' is empty", hint: "expected the path of a file")
    }
    return text
  }
}

extension OptionValue where Value == String? {
  /// A file, or nil for none.
  static let optionalPath = OptionValue(
    placeholder: "PATH", expectation: "expected the path of a file", path: .whole
  ) { (text, _) throws(UsageError) in text.isEmpty ? nil : text }
}

extension OptionValue where Value == String {
  /// A folder to write to.
  static let folder = OptionValue(
    placeholder: "DIR", expectation: "expected the path of a folder", path: .whole
  ) { (text, option) throws(UsageError) in
    if text.isEmpty {
      throw UsageError("option '\(option)' is empty", hint: "expected the path of a folder")
    }
    return text
  }

  /// A folder that exists.
  static let existingFolder = OptionValue(
    placeholder: "DIR", expectation: "expected the path of a folder", path: .whole
  ) { (text, option) throws(UsageError) in
    do throws(SystemError) {
      if try FileStatus(ofPath: text).kind == .folder { return text }
    } catch {
      throw UsageError(
        "option '\(option)' is '\(text)': \(error.reason)", hint: "expected the path of a folder")
    }
    throw UsageError(
      "option '\(option)' is '\(text)', which is not a folder",
      hint: "expected the path of a folder")
  }
}

extension OptionValue where Value == RecordFormat {
  /// A format of records that has a name.
  static let recordFormat = OptionValue(
    placeholder: "FORMAT", choices: RecordFormat.named.map(\.name),
    expectation: "expected \(UsageError.list(RecordFormat.named.map(\.name)))"
  ) { (text, _) throws(UsageError) in
    if let format = RecordFormat(named: text) { return format }
    let names = RecordFormat.named.map(\.name)
    throw UsageError(
      "unknown format '\(text)'",
      hint: UsageError.meant(text, among: names) ?? "expected \(UsageError.list(names))")
  }
}

/// What to do with bad records.
enum BadRecordChoice: Sendable {
  case fail, skip
  /// Bad records are written to a file.
  case deadLetter(path: String)
}

extension OptionValue where Value == BadRecordChoice {
  static let badRecords = OptionValue(
    placeholder: "RULE", choices: ["fail", "skip", "dead-letter="],
    expectation: "expected 'fail', 'skip' or 'dead-letter=PATH'", path: .behindEquals
  ) { (text, option) throws(UsageError) in
    switch text {
    case "fail": return .fail
    case "skip": return .skip
    default:
      let start = "dead-letter="
      guard text.hasPrefix(start), text != start else {
        throw UsageError(
          "option '\(option)' is '\(text)'", hint: "expected 'fail', 'skip' or 'dead-letter=PATH'")
      }
      return .deadLetter(path: String(text.dropFirst(start.count)))
    }
  }
}

extension OptionValue where Value == PathPattern {
  static let pattern = OptionValue(
    placeholder: "GLOB", expectation: "expected a pattern, such as 'build/**' or '*.tmp.json'"
  ) { (text, option) throws(UsageError) in
    guard !text.isEmpty else {
      throw UsageError(
        "option '\(option)' is empty",
        hint: "expected a pattern, such as 'build/**' or '*.tmp.json'")
    }
    guard let pattern = PathPattern(text) else {
      throw UsageError(
        "option '\(option)' is '\(text)', whose set has no ']'",
        hint: #"write '\[' for a bracket"#)
    }
    return pattern
  }
}
