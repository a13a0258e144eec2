import Marbles
import Pipelines
import Values

/// Prints values as a table, RFC 4180: the keys of the first value are its header. A value that is
/// not an object is a row with one column, `value`. Rows appended to a file get no second header,
/// and their keys must be those of its first one.
final class TablePrinter: EventPrinter {
  private let output: OutputFile
  private var header: [Text]?
  /// The number of values so far.
  private var count = 0
  /// The reason why a value cannot be printed.
  private var trouble: String?

  init(to output: OutputFile) {
    self.output = output
  }

  func print(_ event: Timeline<Value>.Event) -> Bool {
    guard case .value(let value) = event.kind, trouble == nil else { return trouble == nil }
    count += 1
    let row: Object
    if case .object(let object) = value {
      row = object
    } else {
      row = Object([Member(key: "value", value: value)])
    }
    let header = header ?? row.keys
    var needsHeader = false
    if self.header == nil {
      let line = Self.line(header.map { .string($0) })
      let present = output.firstBytes(line.count)
      needsHeader = present.isEmpty
      guard needsHeader || Self.isHeader(line, in: present) else {
        trouble = Self.mistake(in: line)
        return false
      }
      self.header = header
    }
    // Rows mostly have exactly the keys of the header, in the same order.
    if row.keys != header, let key = row.keys.first(where: { !header.contains($0) }) {
      trouble =
        "value \(count), at \(event.instant.secondsText) s, has the key '\(key.string)', which the "
        + "header lacks: its columns are the keys of the first value; give all values the same keys "
        + "with 'map', or print with '--format json'"
      return false
    }
    return output.write { writer in
      if needsHeader { Self.write(header.map { .string($0) }, to: &writer) }
      Self.write(header.map { row[$0] ?? .null }, to: &writer)
    }
  }

  func finish() -> String? { trouble }

  private static func line(_ fields: [Value]) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    write(fields, to: &writer)
    return unsafe writer.buffer.withUnsafeBytes { unsafe Array($0) }
  }

  /// Returns whether a file begins with a header, with any line ending.
  private static func isHeader(_ line: [UInt8], in present: [UInt8]) -> Bool {
    let text = line.dropLast(2)
    let ends = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    return present.starts(with: text)
      && (present.count == text.count || ends.contains(present[text.count]))
  }

  private static func mistake(in line: [UInt8]) -> String {
    let keys = String(decoding: line.dropLast(2), as: UTF8.self)
    return "the header of the file is not '\(keys)', the keys of the first value; name another file"
  }

  private static func write(_ fields: [Value], to writer: inout JSONWriter) {
    for (index, field) in fields.enumerated() {
      if index > 0 { writer.buffer.append(UInt8(ascii: ",")) }
      switch field {
      case .null: break
      case .string(let text): writer.buffer.appendField(text.utf8)
      case .array, .object: writer.buffer.appendField(JSONWriter.text(of: field))
      case .bool, .int, .double: writer.write(field)
      }
    }
    writer.buffer.append("\r\n" as StaticString)
  }
}

extension ByteBuffer {
  /// Writes a field, in quotes if necessary.
  fileprivate mutating func appendField(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = bytes.contains { byte in
      byte == UInt8(ascii: ",") || byte == quote || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return append(bytes) }
    append(quote)
    for byte in bytes {
      if byte == quote { append(quote) }
      append(byte)
    }
    append(quote)
  }
}
