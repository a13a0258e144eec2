import Reactive
import Values

/// The records of an input, read and decoded once for several playbacks.
///
/// A playback reads at its own pace. A record is stored until every playback that still reads has
/// read it, so that playbacks that take turns need little memory. Every playback that reads the
/// input must be open before `begin`.
package final class SharedInput {
  /// The records in one format. Playbacks whose files state different formats do not share them.
  private struct Source {
    let format: RecordFormat?
    let records: SharedRecords
  }

  private let binding: InputBinding
  /// Whether the origin can be opened once only, as standard input.
  private let isReadOnce: Bool
  private var sources: [Source] = []

  package init(_ binding: InputBinding, isReadOnce: Bool) {
    self.binding = binding
    self.isReadOnce = isReadOnce
  }

  /// The binding of each of the playbacks.
  package var shared: InputBinding {
    InputBinding(reading: { [self] (stop, format) throws(InputError) in
      if let source = sources.first(where: { $0.format == format }) {
        return source.records.reader()
      }
      guard !isReadOnce || sources.isEmpty else {
        throw InputError(
          .unreadable,
          "standard input cannot be read in two formats: both files must state the same")
      }
      let records = SharedRecords(try binding.open(stop, format))
      sources.append(Source(format: format, records: records))
      return records.reader()
    })
  }

  /// Notes that no other playback will read the input.
  package func begin() {
    for source in sources { source.records.begin() }
  }
}

/// The records of a reader that several others read.
private final class SharedRecords {
  /// The result of reading, and its place.
  struct Entry {
    let reading: RecordReading
    let place: RecordPlace
    /// The text of a bad record; nil for others, whose text is the JSON of their values.
    let text: [UInt8]?
  }

  /// The number of records that are released at once.
  private static let step = 1024

  private let base: any RecordReader
  private var entries: [Entry] = []
  /// The number of entries that have been released.
  private var start = 0
  private var readers: [SharedReader] = []
  private var hasBegun = false
  /// Whether the reader has the clock of a playback.
  private var isJoined = false

  init(_ base: any RecordReader) {
    self.base = base
    base.onNews = { [unowned self] in for reader in readers { reader.onNews?() } }
  }

  var byteCount: Int { base.byteCount }
  var isAwaited: Bool { base._isAwaited }

  func reader() -> SharedReader {
    let reader = SharedReader(self)
    readers.append(reader)
    return reader
  }

  func begin() { hasBegun = true }

  /// Lets a thread decode ahead, if the clock of the first playback allows it.
  func begin(on scheduler: any Scheduler) {
    guard !isJoined else { return }
    isJoined = true
    base.begin(on: scheduler)
  }

  /// Returns the entry at a position. One that ends the reading, or delays it, is not stored.
  func read(at position: Int) -> Entry {
    if position - start < entries.count { return entries[position - start] }
    let reading = base.next()
    let text: [UInt8]? = if case .bad = reading { base.text } else { nil }
    let entry = Entry(reading: reading, place: base.place, text: text)
    switch reading {
    case .record, .bad:
      if readers.count > 1 || !hasBegun {
        entries.append(entry)
        release()
      } else {
        (entries, start) = ([], position + 1)
      }
    case .notYet, .end, .failed: break
    }
    return entry
  }

  /// Releases what all readers have read.
  private func release() {
    guard hasBegun, entries.count >= 2 * Self.step else { return }
    let read = (readers.map(\.position).min() ?? 0) - start
    guard read >= Self.step else { return }
    entries.removeFirst(read)
    start += read
  }

  /// Notes that a reader reads no more.
  func leave(_ reader: SharedReader) {
    readers.removeAll { $0 === reader }
    if readers.isEmpty {
      entries = []
      base.cancel()
    }
  }
}

/// One of several readers of the same records.
private final class SharedReader: RecordReader {
  private var records: SharedRecords?
  /// The number of records that it has read.
  private(set) var position = 0
  /// The last entry that it has read.
  private var last: SharedRecords.Entry?
  var onNews: (() -> Void)?

  init(_ records: SharedRecords) { self.records = records }

  private(set) var byteCount = 0
  var _isAwaited: Bool { records?.isAwaited ?? false }

  var place: RecordPlace { last?.place ?? RecordPlace(source: "", line: 0) }

  var text: [UInt8] {
    if case .record(let value)? = last?.reading { return JSONWriter.text(of: value) }
    return last?.text ?? []
  }

  func next() -> RecordReading {
    guard let records else { return .end }
    let entry = records.read(at: position)
    byteCount = records.byteCount
    switch entry.reading {
    case .record, .bad:
      position += 1
      last = entry
    case .notYet, .end, .failed: break
    }
    return entry.reading
  }

  func begin(on scheduler: any Scheduler) {
    records?.begin(on: scheduler)
  }

  func cancel() {
    records.take()?.leave(self)
  }
}
