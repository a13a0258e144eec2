import Checking
import Reactive
import Records
import StreamModels
import Values

/// A reader of stated records. Unlike the records of a file, they can end after the last record,
/// with a failure, or not at all.
final class StatedRecordReader: RecordReader {
  private let stated: StatedRecords
  private var events: MarbleEvents.Iterator
  /// The next record, or the end.
  private var event: MarblePlan.Event?
  private var position = 0
  /// The start of the playback, from which times count unless they count from 1970.
  private var start = Instant.zero
  var onNews: (() -> Void)?

  init(_ stated: StatedRecords) {
    self.stated = stated
    events = stated.records.events.makeIterator()
    event = events.next()
  }

  var place: RecordPlace { RecordPlace(source: "", line: position) }
  private(set) var text: [UInt8] = []

  /// The instant of the latest record, or of the end after all records.
  private(set) var due = Instant.zero
  /// Whether the end comes after the last record.
  private(set) var endsLater = false

  /// Notes the instant at which the playback starts.
  func setStart(_ start: Instant) {
    self.start = stated.setsStart ? .zero : start
  }

  func next() -> RecordReading {
    // A diagram without an end stays open forever.
    guard let event else { return .notYet }
    let last = due
    due = start.advanced(byNanoseconds: event.time)
    switch event.kind {
    case .value(let value):
      position += 1
      self.event = events.next()
      text = JSONWriter.text(of: value)
      return .record(value)
    case .finished:
      endsLater = position == 0 || due > last
      return .end
    case .failure(let failure):
      endsLater = position == 0 || due > last
      return .failed(failure.message)
    }
  }

  func cancel() {}
}
