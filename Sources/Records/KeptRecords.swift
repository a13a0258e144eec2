package import Values

/// The records of an input, decoded once and kept for many playbacks, also on several threads.
package struct KeptRecords: Sendable {
  fileprivate struct Entry: Sendable {
    let reading: RecordReading
    let place: RecordPlace
    /// The text of a bad record; nil for others, whose text is the JSON of their values.
    let text: [UInt8]?
  }

  fileprivate let entries: [Entry]
  /// The reason why reading ended early; nil if it reached the end.
  fileprivate let failure: String?
  /// The number of bytes that were read.
  package let byteCount: Int

  /// Decoded records take about so many times the memory of their text.
  private static let expansion = 6

  /// Reads all records of a binding. Returns nil if they would take more memory than a limit.
  package init?(
    _ binding: InputBinding, format: RecordFormat?, stop: ReadingStop?, memory: Int
  ) throws(InputError) {
    let reader = try binding.open(stop, format)
    defer { reader.cancel() }
    var entries: [Entry] = []
    var failure: String?
    reading: while true {
      let reading = reader.next()
      switch reading {
      case .record: entries.append(Entry(reading: reading, place: reader.place, text: nil))
      case .bad: entries.append(Entry(reading: reading, place: reader.place, text: reader.text))
      case .failed(let reason):
        failure = reason
        break reading
      case .notYet, .end: break reading
      }
      let size = entries.count * MemoryLayout<Entry>.stride
      guard reader.byteCount * Self.expansion + size <= memory else { return nil }
    }
    (self.entries, self.failure, byteCount) = (entries, failure, reader.byteCount)
  }

  /// The values of the records that are not bad.
  package var values: [Value] {
    entries.compactMap { entry in
      if case .record(let value) = entry.reading { value } else { nil }
    }
  }

  /// A binding that reads them again from the first one.
  package var binding: InputBinding {
    InputBinding(reading: { (_, _) throws(InputError) in KeptReader(self) })
  }
}

private final class KeptReader: RecordReader {
  private let records: KeptRecords
  private var position = 0
  var onNews: (() -> Void)?

  init(_ records: KeptRecords) { self.records = records }

  var place: RecordPlace {
    position == 0
      ? RecordPlace(source: "", line: 0) : records.entries[position - 1].place
  }

  var text: [UInt8] {
    guard position > 0 else { return [] }
    let entry = records.entries[position - 1]
    if case .record(let value) = entry.reading { return JSONWriter.text(of: value) }
    return entry.text ?? []
  }

  var byteCount: Int { position == records.entries.count ? records.byteCount : 0 }

  func next() -> RecordReading {
    guard position < records.entries.count else {
      return records.failure.map { .failed($0) } ?? .end
    }
    position += 1
    return records.entries[position - 1].reading
  }

  func cancel() {}
}
