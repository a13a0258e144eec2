import Values

/// Decodes a table with a header, RFC 4180: of each row an object with the header's keys. An empty
/// line is no row, unless there is only one column.
struct TableDecoder: RecordDecoder {
  private var scanner: RowScanner
  /// The columns, once the first row has been read.
  private var header: ObjectShape?
  /// What is wrong with the header, and so with every row.
  private var headerMistake: String?
  private let bigNumbers: BigNumbers?

  init(separator: UInt8, _ bigNumbers: BigNumbers?) {
    scanner = RowScanner(separator: separator)
    self.bigNumbers = bigNumbers
  }

  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch
  ) {
    let whole = block
    var (start, line) = (whole.start, whole.line)
    JSONReader.reading(padded: whole.bytes, count: whole.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      unsafe whole.bytes.withUnsafeBufferPointer { bytes in
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<whole.end])
        while !batch.isFull, start < whole.end,
          let row = unsafe scanner.scan(text, from: start, isAtEnd: whole.isAtEnd)
        {
          unsafe take(row, from: start, line, of: text, with: &reader, into: batch)
          start = row.next
          line += row.lineBreaks
        }
      }
    }
    (block.start, block.line) = (start, line)
  }

  private mutating func take(
    _ row: RowScanner.Row, from start: Int, _ line: Int, of text: UnsafeBufferPointer<UInt8>,
    with reader: inout JSONReader, into batch: RecordBatch
  ) {
    if row.mistake == nil, scanner.isEmptyLine, header?.keys.count != 1 { return }
    do throws(RowMistake) {
      if let reason = row.mistake { throw RowMistake(reason) }
      if row.end - start > RecordFormat.lengthLimit { throw RowMistake(RecordFormat.tooLong) }
      guard let header else { return unsafe try readHeader(text, from: start) }
      if let headerMistake { throw RowMistake(headerMistake) }
      let columnCount = header.keys.count
      guard scanner.fields.count == columnCount else {
        throw RowMistake(
          "\(Self.count(scanner.fields.count)), expected \(columnCount) as in the header")
      }
      var object = ObjectBuilder(header)
      for field in scanner.fields {
        unsafe object.append(try value(of: field, in: text, with: &reader))
      }
      batch.add(.object(object.finish()), line: line, start: start, end: row.end)
    } catch {
      batch.addMistake(error.reason, line: line, start: start, end: row.end)
    }
  }

  private static func count(_ fields: Int) -> String {
    fields == 1 ? "1 field" : "\(fields) fields"
  }

  private mutating func readHeader(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(RowMistake) {
    var columns: [Text] = []
    var names: Set<Text> = []
    for field in scanner.fields {
      let name = unsafe try Self.text(of: field, in: text)
      if !names.insert(name).inserted, headerMistake == nil {
        headerMistake = "the header has two columns '\(name.string.abbreviated)'"
      }
      columns.append(name)
    }
    if columns.count == 1, unsafe isTorn(text[start...]) {
      headerMistake = "the header is a single column, '\(columns[0].string.abbreviated)'"
    }
    header = ObjectShape(shared: columns)
    if let headerMistake { throw RowMistake(headerMistake) }
  }

  /// Whether a table of one column is one of several with another sign between them.
  private func isTorn(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let lines = unsafe text.prefix(4096).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    let known = unsafe lines.prefix(2).map { unsafe ArraySlice(Array($0)) }
    return known.count == 2
      && FormatGuess.separator(of: known, besides: scanner.separator) != nil
  }

  /// A number or a boolean of JSON is that, anything else a string.
  private func value(
    of field: RowScanner.Field, in text: UnsafeBufferPointer<UInt8>, with reader: inout JSONReader
  ) throws(RowMistake) -> Value {
    let bytes = unsafe text[field.range]
    if !field.hasQuotes, let first = unsafe bytes.first {
      if first == UInt8(ascii: "t"), unsafe bytes.elementsEqual("true".utf8) { return true }
      if first == UInt8(ascii: "f"), unsafe bytes.elementsEqual("false".utf8) { return false }
      if first <= UInt8(ascii: "9"), unsafe isNumber(bytes) {
        reader.start(at: field.range.lowerBound)
        let value: Value
        do throws(ReadError) {
          value = try reader.readValue()
        } catch {
          throw RowMistake(error.message)
        }
        if bigNumbers == nil, let note = reader.notes.first {
          throw RowMistake(note.mistakeOfRecord())
        }
        return value
      }
    }
    return unsafe .string(try Self.text(of: field, in: text))
  }

  private static func text(
    of field: RowScanner.Field, in text: UnsafeBufferPointer<UInt8>
  ) throws(RowMistake) -> Text {
    let bytes = unsafe text[field.range]
    if field.hasQuotes {
      // Each quote in the field stands there twice.
      var isSecond = false
      let single = unsafe bytes.filter { byte in
        isSecond = byte == UInt8(ascii: "\"") && !isSecond
        return byte != UInt8(ascii: "\"") || isSecond
      }
      return unsafe try single.withUnsafeBufferPointer { bytes throws(RowMistake) in
        unsafe try checkedText(bytes)
      }
    }
    return unsafe try checkedText(UnsafeBufferPointer(rebasing: bytes))
  }

  private static func checkedText(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(RowMistake) -> Text {
    if unsafe bytes.allSatisfy({ $0 < 0x80 }) { return unsafe Text(validUTF8: Array(bytes)) }
    guard unsafe String(validating: bytes, as: UTF8.self) != nil else {
      throw RowMistake("a field that is not UTF-8")
    }
    return unsafe Text(validUTF8: Array(bytes))
  }
}

/// Why a row is none.
private struct RowMistake: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Whether bytes spell a number as JSON does.
private func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  var rest = unsafe bytes
  func passDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let digits = unsafe rest.prefix { (0x30...0x39).contains($0) }
    unsafe rest = unsafe rest[digits.endIndex...]
    return unsafe digits.count
  }
  if unsafe rest.first == UInt8(ascii: "-") { unsafe rest.removeFirst() }
  let startsWithZero = unsafe rest.first == UInt8(ascii: "0")
  let count = unsafe passDigits(&rest)
  guard count > 0, count == 1 || !startsWithZero else { return false }
  if unsafe rest.first == UInt8(ascii: ".") {
    unsafe rest.removeFirst()
    guard unsafe passDigits(&rest) > 0 else { return false }
  }
  if let byte = unsafe rest.first, byte | 0x20 == UInt8(ascii: "e") {
    unsafe rest.removeFirst()
    if unsafe rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      unsafe rest.removeFirst()
    }
    guard unsafe passDigits(&rest) > 0 else { return false }
  }
  return unsafe rest.isEmpty
}
