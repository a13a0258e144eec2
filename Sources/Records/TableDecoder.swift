import Values

/// Decodes a table (RFC 4180). Each row becomes an object whose keys are the names of the columns,
/// or of the columns that are needed. An empty line is not a row, unless there is only one column.
///
/// Plain rows are decoded quickly. All others are scanned byte by byte, to find any mistakes in
/// them. Rows whose columns have types are also scanned.
struct TableDecoder: RecordDecoder {
  private let table: RecordTable
  private var scanner: RowScanner
  /// The types of the columns, once they are known; nil if all cells are guessed.
  private var types: [RecordTable.CellType?]?
  /// The layout for reading rows, once the columns are known.
  private var layout: RowLayout?
  /// The layout for reading whole rows, if only some columns are decoded.
  private var wholeLayout: RowLayout?
  /// The mistake in the header, which makes every row bad.
  private var headerMistake: String?
  private let bigNumbers: BigNumbers?
  private let lengthLimit: Int

  init(_ table: RecordTable, _ bigNumbers: BigNumbers?, _ lengthLimit: Int) {
    self.lengthLimit = lengthLimit
    self.table = table
    scanner = RowScanner(separator: table.separator)
    self.bigNumbers = bigNumbers
  }

  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch
  ) {
    let whole = block
    var (start, line) = (whole.start, whole.line)
    if layout == nil, case .names(let names) = table.header {
      setColumns(names.map { Text($0) }, only: memory.selection)
    }
    JSONReader.reading(padded: whole.bytes, count: whole.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      while !batch.isFull, start < whole.end {
        // A row that has been partly scanned is not scanned from its beginning again.
        if let layout, types == nil, headerMistake == nil, !scanner.hasPart {
          decodePlainRows(as: layout, with: &reader, from: &start, &line, into: batch)
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
      if types == nil, reader.readRow(at: start, as: layout, into: &value) != nil { return value }
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        var scanner = RowScanner(separator: scanner.separator)
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
        // The row has been read before, and any mistake in it has been reported.
        guard unsafe scanner.scan(text, from: start, isAtEnd: true) != nil,
          let cells = unsafe try? cells(of: scanner, in: text, with: &reader),
          cells.count == layout.header.count
        else { return nil }
        return layout.row(of: cells)
      }
    }
  }

  mutating func skipRecord() {
    scanner.forgetPart()
  }

  /// Decodes rows up to the first one that is not plain.
  @inline(__always)
  private func decodePlainRows(
    as layout: RowLayout, with reader: inout JSONReader, from start: inout Int, _ line: inout Int,
    into batch: RecordBatch
  ) {
    while !batch.isFull {
      reader.record = batch.count
      var end: JSONReader.RowEnd?
      let isAdded = batch.add(line: line, start: start) { value in
        end = reader.readRow(at: start, as: layout, into: &value)
        guard let end, end.text - start <= lengthLimit else { return nil }
        return end.text
      }
      guard isAdded, let end else { return reader.forgetDeferred() }
      start = end.next
      line += end.lineBreaks
    }
  }
}

// MARK: - Scanning each byte

extension TableDecoder {
  /// Decodes the row that begins at `start`; returns false if it is not complete.
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

  /// Returns the record of the scanned row; nil for the header and for an empty line.
  private mutating func record(
    of row: RowScanner.Row, from start: Int, in text: UnsafeBufferPointer<UInt8>,
    with reader: inout JSONReader, only fields: Set<Text>?
  ) throws(RowMistake) -> Value? {
    if row.mistake == nil, scanner.isEmptyLine, layout?.header.count != 1 { return nil }
    if let reason = row.mistake { throw RowMistake(reason) }
    if row.end - start > lengthLimit { throw RowMistake(RecordFormat.tooLong(lengthLimit)) }
    if layout == nil {
      guard table.header == .none else {
        unsafe try readHeader(text, from: start, only: fields)
        return nil
      }
      setColumns(scanner.fields.indices.map { Text("c\($0 + 1)") }, only: fields)
    }
    if let headerMistake { throw RowMistake(headerMistake) }
    let count = scanner.fields.count
    guard let layout, count == layout.header.count else {
      throw RowMistake(
        "found \(count) \(count == 1 ? "field" : "fields"), expected \(layout?.header.count ?? 0) "
          + (table.header == .none ? "as in the first row" : "as in the header"))
    }
    return layout.row(of: unsafe try cells(of: scanner, in: text, with: &reader))
  }

  /// Sets the names of the columns.
  private mutating func setColumns(_ columns: [Text], only fields: Set<Text>?) {
    let layout = RowLayout(columns, separator: scanner.separator, only: fields)
    wholeLayout = layout.isPart ? RowLayout(columns, separator: scanner.separator) : nil
    self.layout = layout
    types = table.cellTypes(of: columns)
    if headerMistake == nil { headerMistake = table.missingColumn(in: columns) }
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
    setColumns(columns, only: fields)
    if let headerMistake { throw RowMistake(headerMistake) }
  }

  /// Whether a table with one column seems to have several columns with another separator.
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
    for (column, field) in scanner.fields.enumerated() {
      if let types, column < types.count, let type = types[column] {
        let cell = unsafe try self.cell(field, as: type, in: text, with: &reader)
        guard let cell else {
          let name = layout?.header[column].string.abbreviated ?? ""
          throw RowMistake(
            "found '\(unsafe try Self.text(of: field, in: text).string.abbreviated)' in the "
              + "column '\(name)', expected \(type.phrase)")
        }
        cells.append(cell)
      } else {
        cells.append(unsafe try value(of: field, in: text, with: &reader))
      }
    }
    return cells
  }

  /// Returns a cell of a column that has a type; nil if the cell does not have it.
  private func cell(
    _ field: RowScanner.Field, as type: RecordTable.CellType,
    in text: UnsafeBufferPointer<UInt8>, with reader: inout JSONReader
  ) throws(RowMistake) -> Value? {
    if type == .string { return unsafe .string(try Self.text(of: field, in: text)) }
    if field.range.isEmpty { return .null }
    switch (type, unsafe try value(of: field, in: text, with: &reader)) {
    case (.bool, .bool(let bool)): return .bool(bool)
    case (.int, .int(let int)): return .int(int)
    case (.double, .double(let double)): return .double(double)
    case (.double, .int(let int)): return .double(Double(int))
    default: return nil
    }
  }

  /// Returns a JSON number or Boolean as that value, and any other field as a string.
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
      // Each quote in the field is doubled.
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
      throw RowMistake("found a field that is not UTF-8")
    }
    return unsafe Text(validUTF8: Array(bytes))
  }
}

/// The reason why a row is malformed.
private struct RowMistake: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
