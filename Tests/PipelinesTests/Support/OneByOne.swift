import Values

@testable import Pipelines
@testable import Records

/// A reader that hides the other records that it has decoded.
final class OneByOne: RecordReader {
  private let records: TextRecords
  init(_ records: TextRecords) { self.records = records }
  var onNews: (() -> Void)?
  var place: RecordPlace { records.place }
  var text: [UInt8] { records.text }
  var byteCount: Int { records.byteCount }
  func next() -> RecordReading { records.next() }
  func cancel() { records.cancel() }
}
