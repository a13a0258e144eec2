import Pipelines
import Reactive
import Values

/// Values as the rows of a table, RFC 4180: the keys of the first value are its header. A value that
/// is not an object is a row with one column, `value`.
struct TableRows {
  private let separator: UInt8
  private var header: [Text]?
  /// The number of values so far.
  private var count = 0
  /// The reason why a value cannot be written.
  private(set) var trouble: String?

  init(separator: UInt8 = UInt8(ascii: ",")) {
    self.separator = separator
  }

  /// Writes a value as a row, after the header if there is none yet. Returns false if it cannot be
  /// written.
  ///
  /// - Parameter firstBytes: Returns the first bytes of the file that is appended to, which must be
  ///   the same header.
  mutating func write(
    _ value: Value, at instant: Instant, to writer: inout JSONWriter,
    after firstBytes: (Int) -> [UInt8]
  ) -> Bool {
    guard trouble == nil else { return false }
    count += 1
    let row: Object
    if case .object(let object) = value {
      row = object
    } else {
      row = Object([Member(key: "value", value: value)])
    }
    let header = header ?? row.keys
    if self.header == nil {
      let line = line(header.map { .string($0) })
      let present = firstBytes(line.count)
      guard present.isEmpty || Self.isHeader(line, in: present) else {
        trouble = Self.mistake(in: line)
        return false
      }
      self.header = header
      if present.isEmpty { write(header.map { .string($0) }, to: &writer) }
    }
    // Rows mostly have exactly the keys of the header, in the same order.
    if row.keys != header, let key = row.keys.first(where: { !header.contains($0) }) {
      trouble =
        "value \(count), at \(instant.secondsText) s, has the key '\(key.string)', which the "
        + "header lacks: its columns are the keys of the first value; give all values the same keys "
        + "with 'map', or print with '--format json'"
      return false
    }
    write(header.map { row[$0] ?? .null }, to: &writer)
    return true
  }

  private func line(_ fields: [Value]) -> [UInt8] {
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

  private func write(_ fields: [Value], to writer: inout JSONWriter) {
    for (index, field) in fields.enumerated() {
      if index > 0 { writer.buffer.append(separator) }
      switch field {
      case .null: break
      case .string(let text): writer.buffer.appendField(text.utf8, separator)
      case .array, .object: writer.buffer.appendField(JSONWriter.text(of: field), separator)
      case .bool, .int, .double: writer.write(field)
      }
    }
    writer.buffer.append("\r\n" as StaticString)
  }
}

extension ByteBuffer {
  /// Writes a field, in quotes if necessary.
  fileprivate mutating func appendField(_ bytes: [UInt8], _ separator: UInt8) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = bytes.contains { byte in
      byte == separator || byte == quote || byte == UInt8(ascii: "\n")
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
