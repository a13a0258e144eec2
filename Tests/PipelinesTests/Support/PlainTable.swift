import Values

@testable import Pipelines
@testable import Records

/// A table that is read in the simplest way, byte by byte, with the result for each row.
struct PlainTable {
  struct Row: Equatable, CustomStringConvertible {
    var line: Int
    var text: [UInt8]
    /// The record, in the order of the header; nil if the row is not a record.
    var members: [Member]?
    var mistake: String?

    var description: String {
      let outcome = members.map { "\(Value.object(Object($0)))" } ?? mistake ?? ""
      return "\(line): \(outcome) of \(String(decoding: text, as: UTF8.self))"
    }
  }

  private let separator: UInt8
  private var rest: ArraySlice<UInt8>
  private var line = 1
  private var header: [Text]?
  private var headerMistake: String?

  /// Returns the rows of a table in order.
  static func rows(of bytes: [UInt8], separator: UInt8) -> [Row] {
    var table = PlainTable(separator: separator, rest: bytes[...])
    var rows: [Row] = []
    while !table.rest.isEmpty { if let row = table.next() { rows.append(row) } }
    return rows
  }

  private mutating func next() -> Row? {
    let all = rest
    let first = line
    var cells: [(bytes: [UInt8], isWord: Bool)] = []
    var mistake: String?
    while mistake == nil {
      let (cell, end, reason) = passCell()
      (cells, mistake) = (cells + [cell], reason)
      if end != separator { break }
    }
    if mistake != nil {
      rest = all.drop { $0 != 0x0A }.dropFirst()
      line = first + (all.contains(0x0A) ? 1 : 0)
    }
    var text = all[..<rest.startIndex]
    if text.last == 0x0A { text = text.dropLast() }
    if text.last == 0x0D, mistake == nil { text = text.dropLast() }
    if text.isEmpty, mistake == nil, header?.count != 1 { return nil }
    var row = Row(line: first, text: Array(text), mistake: mistake)
    if mistake != nil { return row }
    guard let header else { return takeHeader(cells.map(\.bytes), &row) ? nil : row }
    row.mistake = headerMistake
    if row.mistake == nil, cells.count != header.count {
      row.mistake =
        "found \(cells.count) field\(cells.count == 1 ? "" : "s"), expected \(header.count) as in the header"
    }
    if row.mistake != nil { return row }
    var members: [Member] = []
    for (key, cell) in zip(header, cells) {
      switch Self.value(cell.bytes, isWord: cell.isWord) {
      case .success(let value): members.append(Member(key: key, value: value))
      case .failure(let reason):
        row.mistake = reason.text
        return row
      }
    }
    row.members = members
    return row
  }

  private mutating func takeHeader(_ cells: [[UInt8]], _ row: inout Row) -> Bool {
    var names: [Text] = []
    for cell in cells {
      guard String(validating: cell, as: UTF8.self) != nil else {
        row.mistake = "found a field that is not UTF-8"
        return false
      }
      let name = Text(validUTF8: cell)
      if names.contains(name), headerMistake == nil {
        headerMistake = "the header has two columns '\(name.string.abbreviated)'"
      }
      names.append(name)
    }
    header = names
    row.mistake = headerMistake
    return headerMistake == nil
  }

  /// Skips a cell and returns it with its end: a separator, a line break, or nothing.
  private mutating func passCell() -> (([UInt8], Bool), end: UInt8?, mistake: String?) {
    var cell: [UInt8] = []
    var hasQuotes = false
    let isQuoted = rest.first == 0x22
    if isQuoted {
      rest = rest.dropFirst()
      while true {
        guard let byte = rest.popFirst() else {
          return ((cell, true), nil, "found a quote that is not closed")
        }
        if byte == 0x0A { line += 1 }
        if byte == 0x22 {
          if rest.first != 0x22 { break }
          hasQuotes = true
          rest = rest.dropFirst()
        }
        cell.append(byte)
      }
      if rest.first == 0x0D, rest.count == 1 || rest.dropFirst().first == 0x0A {
        rest = rest.dropFirst()
      }
      let byte = rest.popFirst()
      if byte == 0x0A { line += 1 }
      let isEnd = byte == nil || byte == separator || byte == 0x0A
      return ((cell, !hasQuotes), byte, isEnd ? nil : "found text after a closing quote")
    }
    while let byte = rest.popFirst() {
      if byte == separator { return ((cell, true), byte, nil) }
      if byte == 0x0A {
        line += 1
        return ((cell.last == 0x0D ? cell.dropLast() : cell, true), byte, nil)
      }
      if byte == 0x22 {
        return ((cell, true), nil, "found a quote inside a field that is not quoted")
      }
      cell.append(byte)
    }
    return ((cell.last == 0x0D ? cell.dropLast() : cell, true), nil, nil)
  }

  private struct Reason: Error { var text: String }

  private static func value(_ cell: [UInt8], isWord: Bool) -> Result<Value, Reason> {
    guard let text = String(validating: cell, as: UTF8.self) else {
      return .failure(Reason(text: "found a field that is not UTF-8"))
    }
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    guard isWord, isNumber || text == "true" || text == "false" else {
      return .success(.string(Text(text)))
    }
    do throws(ReadError) {
      let (value, notes) = try JSONReader.value(of: SourceText(name: "", text))
      return notes.first.map { .failure(Reason(text: $0.mistakeOfRecord())) } ?? .success(value)
    } catch {
      return .failure(Reason(text: error.message))
    }
  }
}
