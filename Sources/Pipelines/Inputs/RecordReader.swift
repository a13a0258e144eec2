public import Reactive
public import Values

/// Gives the records of an input, one after the other, each when it is asked for.
public protocol RecordReader: AnyObject {
  /// Reads the next record, and waits for it where it can. After `notYet` it calls `onNews` as soon
  /// as there is more to be read.
  func next() -> RecordReading

  /// Takes back a record that has been delivered: the next ones may be read into its memory, if nobody
  /// else has it. A reader may ignore it.
  func _reuse(_ record: consuming Value)

  /// Where the record read last stands.
  var place: RecordPlace { get }

  /// The text of the record read last, as it was found.
  var text: [UInt8] { get }

  /// Called when more can be read than there was.
  var onNews: (() -> Void)? { get set }

  /// Tells of the clock of the playing, which now begins.
  func begin(on scheduler: any Scheduler)

  /// How many bytes have been read.
  var byteCount: Int { get }

  /// Whether virtual time has to stand still after `notYet`, until `_waitForNews` is back.
  var _isAwaited: Bool { get }

  /// Waits until `next` gives something else than `notYet`.
  func _waitForNews(isolation: isolated (any Actor)?) async

  /// Has no more records wanted; what is open is closed.
  func cancel()
}

extension RecordReader {
  public func _reuse(_ record: consuming Value) {}
  public var byteCount: Int { 0 }
  public var _isAwaited: Bool { false }
  public func begin(on scheduler: any Scheduler) {}
  public func _waitForNews(isolation: isolated (any Actor)?) async {}
}

/// What came of reading a record.
public enum RecordReading: Sendable {
  /// A record.
  case record(Value)
  /// A record that cannot be understood, and why. The next one may be.
  case bad(String)
  /// There is none yet.
  case notYet
  /// There are no more records.
  case end
  /// Nothing more can be read, and why.
  case failed(String)
}

/// Where a record stands, for people.
public struct RecordPlace: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The file, or what else it came from; empty if that is not known.
  public var source: String
  /// Its first line, or its number, from 1.
  public var line: Int

  /// Creates the place of a record.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  /// `trades.ndjson:3`, or `record 3`.
  public var description: String { source.isEmpty ? "record \(line)" : "\(source):\(line)" }
}
