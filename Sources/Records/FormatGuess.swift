/// A guess at the actual format of an input whose first record is bad.
///
/// Only the first lines are inspected, and only if the record is bad. The format of readable
/// records is never guessed.
struct FormatGuess {
  private let format: RecordFormat
  private let sample: ArraySlice<UInt8>
  /// The first two lines that are not blank.
  private let lines: [ArraySlice<UInt8>]

  /// The number of bytes that are inspected.
  private static let reach = 4096

  init(_ bytes: ArraySlice<UInt8>, readAs format: RecordFormat) {
    self.format = format
    sample = bytes.prefix(Self.reach)
    // The line decoder may already have put a zero at the end of a line.
    lines = Array(
      sample.split { $0 == UInt8(ascii: "\n") || $0 == 0 }.lazy
        .filter { line in line.contains { $0 > 0x20 } }.prefix(2))
  }

  /// The likely format, and how to read it; nil if there is no evidence for one.
  var wayOut: String? {
    guard format.canBeGuessed, let line = lines.first,
      let first = line.first(where: { $0 > 0x20 })
    else { return nil }
    switch first {
    case UInt8(ascii: "["): return format == .json ? nil : Self.array
    case UInt8(ascii: "{"): return format == .json ? nil : object(on: line)
    default: return table
    }
  }

  /// The advice for an array.
  static let array = "it looks like a JSON array; \(advice(for: "json"))"

  /// The words and options that select a format.
  private static func advice(for word: String) -> String {
    "write \"records\": \"\(word)\" beside the input, or '--input-format \(word)'"
  }

  private func object(on line: ArraySlice<UInt8>) -> String? {
    let last = line.last { $0 > 0x20 }
    if last == UInt8(ascii: "{") || last == UInt8(ascii: ",") || last == UInt8(ascii: "[") {
      return "it looks like JSON over several lines; \(Self.advice(for: "json"))"
    }
    return format == .ndjson
      ? nil : "it looks like JSON, one value on each line; \(Self.advice(for: "ndjson"))"
  }

  /// The advice for a table in another format.
  private var table: String? {
    guard let separator = Self.separator(of: lines, besides: format.separator) else { return nil }
    switch separator {
    case UInt8(ascii: ","): return "it looks like CSV; \(Self.advice(for: "csv"))"
    case UInt8(ascii: "\t"):
      return "it looks like a table with tabs; \(Self.advice(for: "tsv"))"
    default:
      let sign = Character(Unicode.Scalar(separator))
      return "it looks like a table with '\(sign)'; write "
        + "\"records\": { \"csv\": { \"delimiter\": \"\(sign)\" } } beside the input"
    }
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
  /// The separator of the columns of a table; nil for any other format.
  fileprivate var separator: UInt8? {
    if case .table(let table) = self { table.separator } else { nil }
  }

  /// Whether a bad record may have another format. This is false for text, because any line is
  /// valid text.
  fileprivate var canBeGuessed: Bool {
    switch self {
    case .ndjson, .json, .table: true
    case .lines, .text: false
    }
  }
}
