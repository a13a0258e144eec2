import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Values

/// Values as the rows of a table. The keys of the first value are the header. A value that is not
/// an object is a row with one column, `value`.
///
/// Fields are quoted as in RFC 4180. Lines end with a line feed, like all lines that are printed.
/// If the lines of an existing file end with carriage return and line feed, so do the new ones.
struct TableRows {
  private let separator: UInt8
  private var lineEnd: StaticString = "\n"
  private var header: [Text]?
  /// The number of values so far.
  private var count = 0
  /// The reason why a value cannot be written.
  private(set) var trouble: String?

  /// The rows so far, for the table that continues them.
  var state: SavedTable {
    get {
      SavedTable(
        header: header?.map(\.string), count: count, endsWithReturn: lineEnd.utf8CodeUnitCount == 2)
    }
    set {
      header = newValue.header?.map { Text($0) }
      count = newValue.count
      lineEnd = newValue.endsWithReturn ? "\r\n" : "\n"
    }
  }

  init(separator: UInt8 = UInt8(ascii: ",")) {
    self.separator = separator
  }

  /// Writes a value as a row, after the header if there is none yet. Returns false if the value
  /// cannot be written.
  ///
  /// - Parameter edges: Returns the edges of the file that rows are appended to. The file must
  ///   begin with the same header.
  mutating func write(
    _ value: Value, at instant: Instant, to writer: inout JSONWriter,
    after edges: (Int) -> FileEdges
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
      guard begin(header, to: &writer, after: edges) else { return false }
      self.header = header
    }
    // Rows usually have exactly the keys of the header, in the same order.
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

  /// Writes the header, unless rows are appended to a file that already has it, and ends the last
  /// line of that file if it is open. Returns false if the file has a different header.
  private mutating func begin(
    _ header: [Text], to writer: inout JSONWriter, after edges: (Int) -> FileEdges
  ) -> Bool {
    let start = writer.buffer.count
    writeFields(header.map { .string($0) }, to: &writer)
    let line = Array(writer.buffer.bytes[start...])
    let present = edges(line.count + 2)
    guard let last = present.last else {
      writer.buffer.append(lineEnd)
      return true
    }
    writer.buffer.truncate(to: start)
    let rest = present.first.dropFirst(line.count)
    let ends = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    guard present.first.starts(with: line), rest.first.map(ends.contains) ?? true else {
      let keys = String(decoding: line, as: UTF8.self)
      trouble =
        "the header of the file is not '\(keys)', the keys of the first value; name another file"
      return false
    }
    if rest.elementsEqual(ends) { lineEnd = "\r\n" }
    if last != UInt8(ascii: "\n") { writer.buffer.append(lineEnd) }
    return true
  }

  private func write(_ fields: [Value], to writer: inout JSONWriter) {
    writeFields(fields, to: &writer)
    writer.buffer.append(lineEnd)
  }

  private func writeFields(_ fields: [Value], to writer: inout JSONWriter) {
    for (index, field) in fields.enumerated() {
      if index > 0 { writer.buffer.append(separator) }
      switch field {
      case .null: break
      case .string(let text): writer.buffer.appendField(text.utf8, separator)
      case .array, .object: writer.buffer.appendField(JSONWriter.text(of: field), separator)
      case .bool, .int, .double: writer.write(field)
      }
    }
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
