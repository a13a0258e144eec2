import Foundation
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// Rows of tables are the same as in a plain reading of each byte, however few of their columns are
/// read.
///
/// `STREAMS_RANDOM_CASES` is the number of tables, `STREAMS_RANDOM_SEED` their seed.
@Suite struct TableRowTests {
  private typealias Row = PlainTable.Row

  private let cases = RandomCampaign.cases ?? 10
  private let seed = RandomCampaign.seed ?? 1

  /// How a table is read.
  private enum Manner: CaseIterable {
    case oneByOne, inBatches, ahead
  }

  private struct Reading {
    var fields: Set<Text>?
    var manner: Manner
    var stride = Int.max
    var batchSize = 64
    var separator = UInt8(ascii: ",")
  }

  /// Returns the rows of a table. Each states whether the fields that are read equal those of the
  /// whole row.
  private func rows(of bytes: [UInt8], _ reading: Reading) -> [Row] {
    let records = TextRecords(
      PartedBytes(bytes, stride: reading.stride), format: reading.separator == 0x09 ? .tsv : .csv,
      name: "table")
    if let fields = reading.fields { records.readOnly(fields) }
    if reading.manner == .ahead {
      records.readAhead(
        ReadingAhead.Plan(
          firstByte: 0, batchSize: reading.batchSize, queueLength: 2, needsProcessor: false))
    }
    return reading.manner == .oneByOne
      ? rowsOneByOne(of: records) : rowsInBatches(of: records, fields: reading.fields)
  }

  private func rowsOneByOne(of records: TextRecords) -> [Row] {
    var rows: [Row] = []
    while true {
      switch records.next() {
      case .record(let value):
        rows.append(
          Row(line: records.place.line, text: records.text, members: value.rowMembers))
        records._reuse(value)
      case .bad(let mistake):
        rows.append(Row(line: records.place.line, text: records.text, mistake: mistake))
      case .end: return rows
      case .notYet, .failed:
        Issue.record("a table that cannot be read")
        return rows
      }
    }
  }

  private func rowsInBatches(of records: TextRecords, fields: Set<Text>?) -> [Row] {
    var rows: [Row] = []
    while let batch = records.decodedRecords() {
      for index in batch.position..<batch.count {
        let text = Array(batch.paddedText[batch.textRange(of: index)])
        var row = Row(line: batch[index].line, text: text, mistake: batch.mistake(at: index))
        if row.mistake == nil {
          row.members = records.wholeRecord(at: index).rowMembers
          let kept = row.members?.filter { fields?.contains($0.key) != false }
          #expect(batch.values[index].rowMembers == kept)
        }
        rows.append(row)
      }
      batch.position = batch.count
    }
    return rows
  }

  private func check(
    _ table: [UInt8], _ separator: UInt8, _ random: inout SplitMix64, _ note: String
  ) {
    let expected = PlainTable.rows(of: table, separator: separator)
    let columns: [Text] = ["c0", "c1", "c2", "c3", "c17", "c39", "nowhere"]
    for manner in Manner.allCases {
      for fields in [nil, Set(columns.filter { _ in random.oneIn(3) })] {
        let reading = Reading(
          fields: fields, manner: manner,
          stride: random.oneIn(2) ? .max : 1 + random.below(100),
          batchSize: [1, 2, 7, 64][random.below(4)], separator: separator)
        let found = rows(of: table, reading)
        // A guess about the format of all records is part of the first mistake.
        guard found.count == expected.count,
          zip(found, expected).allSatisfy({ $0 == $1 || $0.hasMore(than: $1) })
        else {
          let place = zip(found, expected).prefix { $0 == $1 }.count
          Issue.record(
            """
            \(note), \(reading), row \(place)
            \(expected.dropFirst(place).prefix(2))
            \(found.dropFirst(place).prefix(2))
            \(String(decoding: table, as: UTF8.self))
            """)
          return
        }
      }
    }
  }

  @Test func `random tables are read like in a plain loop over their bytes`() {
    var random = SplitMix64(seed: seed)
    for number in 0..<cases {
      let separator = UInt8(ascii: random.oneIn(4) ? "\t" : ",")
      let table = Self.table(width: [1, 2, 4, 4, 40][random.below(5)], separator, &random)
      check(table, separator, &random, "seed \(seed), table \(number)")
    }
  }

  @Test func `random bytes are read like in a plain loop`() {
    var random = SplitMix64(seed: seed)
    let pieces =
      Self.pieces + ["\"", "\"", "\n", "\n", "\r", "\r\n", ",", ",", "\t", "\u{0}", "\"\""]
    for number in 0..<cases {
      var table = Array("c0,c1\n".utf8)
      for _ in 0..<random.below(60) {
        table +=
          random.oneIn(40)
          ? [[0xC3], [0xFF], [0xED, 0xA0, 0x80]][random.below(3)]
          : Array(pieces[random.below(pieces.count)].utf8)
      }
      check(table, UInt8(ascii: ","), &random, "seed \(seed), bytes \(number)")
    }
  }
}

// MARK: - Random tables

extension TableRowTests {
  private static let pieces = [
    "a", "Z", " ", "é", "日", "0", "1", "12", "-", ".", "e", "E5", "e9", "true", "false", "t", "f",
    "12345678", "0.25", "1e999", "9e308", "2024-03-01", "12345678901234567890",
    "a fairly long word",
    "-7", "1.5e3", "123456789012345", "0.1234567890123456", "01", "\u{1}", "\u{7F}", "😀", "\r",
  ]

  private static func table(
    width: Int, _ separator: UInt8, _ random: inout SplitMix64
  ) -> [UInt8] {
    let lineBreak = random.oneIn(2) ? "\n" : "\r\n"
    let quotes = [1, 3, 20, 1000][random.below(4)]
    let damage = random.oneIn(2) ? 400 : 40
    // Several columns without anything unusual are skipped together.
    let pieces =
      random.oneIn(2)
      ? Self.pieces : Self.pieces.filter { $0.utf8.allSatisfy { 0x20...0x7F ~= $0 } }
    var lines = [(0..<width).map { "c\($0)" }]
    for _ in 0..<[0, 3, 20, 150][random.below(4)] {
      let count = random.oneIn(damage) ? random.below(width + 3) : width
      lines.append(
        (0..<count).map { _ in cell(of: pieces, &random, quotes: quotes, damage: damage) })
    }
    let sign = separator == 0x09 ? "\t" : ","
    let text = lines.map { $0.joined(separator: sign) }.joined(separator: lineBreak)
    var bytes = Array((text + (random.oneIn(2) ? lineBreak : "")).utf8)
    // The first bytes show that this is text.
    if random.oneIn(3), bytes.count > 16 {
      bytes[16 + random.below(bytes.count - 16)] =
        [0xFF, 0x22, 0x0A, 0x0D, 0xC3, 0][random.below(6)]
    }
    return bytes
  }

  private static func cell(
    of pieces: [String], _ random: inout SplitMix64, quotes: Int, damage: Int
  ) -> String {
    let count = [0, 1, 1, 1, 2, 3][random.below(6)]
    // Numbers that make a row bad are rare.
    let choice = random.oneIn(damage) ? pieces : pieces.filter { $0.first != "9" && $0 != "1e999" }
    var contents = (0..<count).map { _ in choice[random.below(choice.count)] }.joined()
    if !random.oneIn(damage), contents.count > 18, contents.first != "l" {
      contents = "x" + contents
    }
    guard random.oneIn(quotes) else { return contents }
    let inside = ["", ",", "\n", "\t", "\"\"", "\r\n"][random.below(6)]
    return "\"\(random.oneIn(3) ? inside : "")\(contents)\""
  }
}

extension PlainTable.Row {
  /// Whether this is the same row with a longer explanation.
  fileprivate func hasMore(than other: PlainTable.Row) -> Bool {
    guard let mistake, let begun = other.mistake else { return false }
    return line == other.line && text == other.text && mistake.hasPrefix(begun + "; ")
  }
}

extension Value {
  fileprivate var rowMembers: [Member]? {
    if case .object(let object) = self { return object.members }
    return nil
  }
}
