/// A guess at the real format of an input whose first record is bad.
///
/// Only the first lines are inspected, and only once a record is bad. The format of readable
/// records is never guessed.
struct FormatGuess {
  private let format: RecordFormat
  private let file: ShellWord
  private let sample: ArraySlice<UInt8>
  /// The first two lines that are not blank.
  private let lines: [ArraySlice<UInt8>]

  /// The number of bytes that are inspected.
  private static let reach = 4096

  init(_ bytes: ArraySlice<UInt8>, readAs format: RecordFormat, name: String) {
    self.format = format
    file = ShellWord(file: name)
    sample = bytes.prefix(Self.reach)
    // The line decoder may have put a zero at the end of a line already.
    lines = Array(
      sample.split { $0 == UInt8(ascii: "\n") || $0 == 0 }.lazy
        .filter { line in line.contains { $0 > 0x20 } }.prefix(2))
  }

  /// The likely format, and the way to read it; nil without evidence for one.
  var wayOut: String? {
    guard let line = lines.first, let first = line.first(where: { $0 > 0x20 }) else { return nil }
    switch first {
    case UInt8(ascii: "["): return array
    case UInt8(ascii: "{"): return object(on: line)
    default: return table
    }
  }

  private var array: String {
    "it looks like a JSON array; \(Self.unpacking(file))"
  }

  /// The command that turns the elements of an array into records.
  static func unpacking(_ file: ShellWord) -> String {
    "run \"jq -c '.[]' \(file) | stream-run … --input NAME=-\""
  }

  private func object(on line: ArraySlice<UInt8>) -> String? {
    let last = line.last { $0 > 0x20 }
    if last == UInt8(ascii: "{") || last == UInt8(ascii: ",") || last == UInt8(ascii: "[") {
      return "it looks like JSON over several lines; run "
        + "'jq -c . \(file) | stream-run … --input NAME=-'"
    }
    return format == .ndjson
      ? nil : "it looks like JSON, a value on each line; write '--input-format ndjson'"
  }

  /// The advice for a table in another format.
  private var table: String? {
    guard let separator = Self.separator(of: lines, besides: format.separator) else { return nil }
    switch separator {
    case UInt8(ascii: ","): return "it looks like CSV; write '--input-format csv'"
    case UInt8(ascii: "\t"): return "it looks like a table with tabs; write '--input-format tsv'"
    default: return translated(separator)
    }
  }

  /// The advice for a table with an unsupported separator.
  private func translated(_ separator: UInt8) -> String {
    let sign = Character(Unicode.Scalar(separator))
    let found = "it looks like a table with '\(sign)'"
    if !sample.contains(UInt8(ascii: ",")) {
      return "\(found); run \"tr '\(sign)' ',' <\(file) | stream-run … --input-format csv "
        + "--input NAME=-\""
    }
    if !sample.contains(UInt8(ascii: "\t")) {
      return "\(found); run \"tr '\(sign)' '\\t' <\(file) | stream-run … --input-format tsv "
        + "--input NAME=-\""
    }
    return "\(found); write it with commas first"
  }
}

extension FormatGuess {
  /// Returns the likely column separator: it occurs in the first line, and equally often in the
  /// second one, if there is one.
  static func separator(of lines: [ArraySlice<UInt8>], besides own: UInt8?) -> UInt8? {
    guard let first = lines.first else { return nil }
    let known = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")]
    let counts = known.filter { $0 != own }.map { sign in (sign, first.count { $0 == sign }) }
    let likely = counts.filter { sign, count in
      count > 0 && (lines.count < 2 || lines[1].count { $0 == sign } == count)
    }
    return likely.max { $0.1 < $1.1 }?.0
  }
}

extension RecordFormat {
  /// The separator of the columns of a table; nil for JSON.
  var separator: UInt8? {
    switch self {
    case .ndjson: nil
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    }
  }
}
