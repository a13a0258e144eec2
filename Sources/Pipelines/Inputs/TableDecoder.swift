import Values

/// Decodes a table with a header, RFC 4180: of each row an object with the header's keys, or of those
/// keys that are read. An empty line is no row, unless there is only one column.
///
/// Rows with nothing unusual about them are decoded quickly. The others are looked at byte by byte, to
/// tell what is wrong with them, if anything is.
struct TableDecoder: RecordDecoder {
  private var scanner: RowScanner
  /// How rows are read, once the first one has been.
  private var layout: RowLayout?
  /// How they are read whole, if of their columns only some are read.
  private var wholeLayout: RowLayout?
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
      while !batch.isFull, start < whole.end {
        if let layout, headerMistake == nil {
          Self.decodePlainRows(as: layout, with: &reader, from: &start, &line, into: batch)
          if batch.isFull || start == whole.end { return }
        }
        let isDecoded = unsafe whole.bytes.withUnsafeBufferPointer { bytes in
          unsafe decodeRow(
            of: UnsafeBufferPointer(rebasing: bytes[..<whole.end]), isAtEnd: whole.isAtEnd,
            with: &reader, only: memory.selection, from: &start, &line, into: batch)
        }
        if !isDecoded { return }
      }
    }
    batch.wholeRows = wholeLayout
    batch.takeDeferred(from: memory)
    (block.start, block.line) = (start, line)
  }

  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    guard let layout = batch.wholeRows else { return nil }
    let (bytes, count) = (batch.paddedText, batch.textCount)
    return JSONReader.reading(padded: bytes, count: count, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      let start = batch.textRange(of: index).lowerBound
      var value = Value.null
      if reader.readRow(at: start, as: layout, into: &value) != nil { return value }
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        var scanner = scanner
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
        // It has been read before: what is wrong with it has been told.
        guard unsafe scanner.scan(text, from: start, isAtEnd: true) != nil,
          let cells = unsafe try? cells(of: scanner, in: text, with: &reader),
          cells.count == layout.header.count
        else { return nil }
        return layout.row(of: cells)
      }
    }
  }

  /// Decodes rows as long as there is nothing unusual about them.
  @inline(__always)
  private static func decodePlainRows(
    as layout: RowLayout, with reader: inout JSONReader, from start: inout Int, _ line: inout Int,
    into batch: RecordBatch
  ) {
    while !batch.isFull {
      reader.record = batch.count
      var end: JSONReader.RowEnd?
      let isAdded = batch.add(line: line, start: start) { value in
        end = reader.readRow(at: start, as: layout, into: &value)
        guard let end, end.text - start <= RecordFormat.lengthLimit else { return nil }
        return end.text
      }
      guard isAdded, let end else { return reader.forgetDeferred() }
      start = end.next
      line += end.lineBreaks
    }
  }
}

// MARK: - Looking at each byte

extension TableDecoder {
  /// Decodes the row that begins at `start`; false if it is not whole.
  private mutating func decodeRow(
    of text: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, with reader: inout JSONReader,
    only fields: Set<Text>?, from start: inout Int, _ line: inout Int, into batch: RecordBatch
  ) -> Bool {
    guard let row = unsafe scanner.scan(text, from: start, isAtEnd: isAtEnd) else { return false }
    do throws(RowMistake) {
      if let value = unsafe try record(of: row, from: start, in: text, with: &reader, only: fields)
      {
        batch.add(value, line: line, start: start, end: row.end)
      }
    } catch {
      batch.addMistake(error.reason, line: line, start: start, end: row.end)
    }
    start = row.next
    line += row.lineBreaks
    return true
  }

  /// The record of the row that has been scanned; nil if it is none.
  private mutating func record(
    of row: RowScanner.Row, from start: Int, in text: UnsafeBufferPointer<UInt8>,
    with reader: inout JSONReader, only fields: Set<Text>?
  ) throws(RowMistake) -> Value? {
    if row.mistake == nil, scanner.isEmptyLine, layout?.header.count != 1 { return nil }
    if let reason = row.mistake { throw RowMistake(reason) }
    if row.end - start > RecordFormat.lengthLimit { throw RowMistake(RecordFormat.tooLong) }
    guard let layout else {
      unsafe try readHeader(text, from: start, only: fields)
      return nil
    }
    if let headerMistake { throw RowMistake(headerMistake) }
    let count = scanner.fields.count
    guard count == layout.header.count else {
      throw RowMistake(
        "\(count) \(count == 1 ? "field" : "fields"), expected \(layout.header.count) as in the header"
      )
    }
    return layout.row(of: unsafe try cells(of: scanner, in: text, with: &reader))
  }

  private mutating func readHeader(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, only fields: Set<Text>?
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
    let layout = RowLayout(columns, separator: scanner.separator, only: fields)
    wholeLayout = layout.isPart ? RowLayout(columns, separator: scanner.separator) : nil
    self.layout = layout
    if let headerMistake { throw RowMistake(headerMistake) }
  }

  /// Whether a table of one column is one of several with another sign between them.
  private func isTorn(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let lines = unsafe text.prefix(4096).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    let known = unsafe lines.prefix(2).map { unsafe ArraySlice(Array($0)) }
    return known.count == 2
      && FormatGuess.separator(of: known, besides: scanner.separator) != nil
  }

  private func cells(
    of scanner: RowScanner, in text: UnsafeBufferPointer<UInt8>, with reader: inout JSONReader
  ) throws(RowMistake) -> [Value] {
    var cells: [Value] = []
    cells.reserveCapacity(scanner.fields.count)
    for field in scanner.fields {
      cells.append(unsafe try value(of: field, in: text, with: &reader))
    }
    return cells
  }

  /// A number or a boolean of JSON is that, anything else a string.
  private func value(
    of field: RowScanner.Field, in text: UnsafeBufferPointer<UInt8>, with reader: inout JSONReader
  ) throws(RowMistake) -> Value {
    let bytes = unsafe text[field.range]
    if !field.hasQuotes {
      if unsafe bytes.elementsEqual("true".utf8) { return true }
      if unsafe bytes.elementsEqual("false".utf8) { return false }
      if reader.isNumber(field.range) {
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
