import Checking
import Expressions
import Playing
package import Records
import StreamModels
package import Values

/// Finds the part to which each line of an input belongs, and the time of its record.
///
/// Lines pass through it unchanged, in blocks. Only one block is stored.
package struct RecordSplitter {
  /// The reason why lines cannot be assigned to parts.
  package struct Failure: Error {
    package let message: String
  }

  private let input: Partitioning.Input
  private let format: RecordFormat
  private let bigNumbers: BigNumbers?
  private let key: Evaluator?
  private var time: RecordTime
  private var frame = Frame()
  /// The number of lines before the block.
  private var lineCount = 0

  /// - Parameters:
  ///   - format: The format of the records; nil for the format that the input states or, if it
  ///     states none, JSON on each line.
  package init(
    _ input: Partitioning.Input, format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil
  ) {
    self.input = input
    self.format = format ?? input.source.records ?? .ndjson
    self.bigNumbers = bigNumbers
    key = input.key?.evaluator()
    time = RecordTime(input.time, in: input.source.unit)
  }

  /// Writes an answer for each of the given whole lines, in order: the part, the time in
  /// nanoseconds and the line, separated by tabs. For a malformed record, `!` is written in place
  /// of the part, and the reason in place of the time. For a line without a record, `-` is written
  /// in place of the part.
  package mutating func split(
    _ lines: [UInt8], into answers: inout [UInt8]
  ) throws(Failure) {
    // An empty line before the first one shows that it is not the beginning of a file, which may
    // have a byte order mark.
    let reader = TextRecords(
      BytesInMemory([0x0A] + lines), format: format, bigNumbers, name: input.source.name)
    defer { reader.cancel() }
    var rest = lines[...]
    var line = 1
    func nextLine() -> ArraySlice<UInt8> {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let text = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      line += 1
      return text.last == 0x0D ? text.dropLast() : text
    }
    reading: while true {
      let reading = reader.next()
      let place = reader.place.line
      switch reading {
      case .end: break reading
      case .failed(let reason): throw Failure(message: reason)
      case .notYet: continue
      case .record, .bad: break
      }
      guard place > 1 else { continue }
      while line + 1 < place, !rest.isEmpty { Self.skip(nextLine(), into: &answers) }
      try refuseBreaks(in: reader.text, reading, at: lineCount + line)
      answer(reading, nextLine(), into: &answers)
    }
    while !rest.isEmpty { Self.skip(nextLine(), into: &answers) }
    lineCount += line - 1
  }

  private static func skip(_ line: ArraySlice<UInt8>, into answers: inout [UInt8]) {
    answers += [UInt8(ascii: "-"), 0x09, 0x09, 0x0A]
  }

  /// Refuses a cell with a line break, because the rest of it may be in another part.
  private func refuseBreaks(
    in text: [UInt8], _ reading: RecordReading, at line: Int
  ) throws(Failure) {
    guard case .table = format else { return }
    let isBad = if case .bad = reading { true } else { false }
    let isOpen = isBad && text.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    guard text.contains(0x0A) || isOpen else { return }
    throw Failure(
      message:
        "input '\(input.source.name)', line \(line): found a cell with a line break, which "
        + "splitting by lines would break; remove the line break")
  }

  private mutating func answer(
    _ reading: RecordReading, _ line: ArraySlice<UInt8>, into answers: inout [UInt8]
  ) {
    switch reading {
    case .record(let record):
      do throws(StreamFailure) {
        let nanoseconds = try time.nanoseconds(of: record)
        answers += "\(part(of: record))\t\(nanoseconds)\t".utf8
      } catch {
        refuse(error.message, into: &answers)
      }
    case .bad(let reason): refuse(reason, into: &answers)
    case .notYet, .end, .failed: break
    }
    answers += line
    answers.append(0x0A)
  }

  private func refuse(_ reason: String, into answers: inout [UInt8]) {
    answers += "!\t".utf8
    answers += reason.utf8.map { $0 < 0x20 ? 0x20 : $0 }
    answers.append(0x09)
  }

  /// Returns the number of the part of a record. A record without a key reaches no operator that
  /// needs the key, so it can be in any part. If there are no keys, records are distributed by
  /// their hashes.
  package mutating func part(of record: Value) -> Int64 {
    guard let key else { return record.partitionHash }
    do throws(EvaluationError) {
      return try key.value(record, in: &frame).partitionHash
    } catch {
      return 0
    }
  }
}
