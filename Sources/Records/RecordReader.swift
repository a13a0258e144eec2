public import Reactive
public import Values

/// A reader of an input's records, one at a time, on demand.
public protocol RecordReader: AnyObject {
  /// Reads the next record, and waits for it if possible. After `notYet`, the reader calls `onNews`
  /// as soon as there is more to read.
  func next() -> RecordReading

  /// Returns a delivered record to the reader, which may reuse its memory for the next ones if
  /// nothing else references it. A reader may ignore the record.
  func _reuse(_ record: consuming Value)

  /// The place of the last record that was read.
  var place: RecordPlace { get }

  /// The text of the last record that was read, as it was found.
  var text: [UInt8] { get }

  /// Called after `notYet`, when there is more to read.
  var onNews: (() -> Void)? { get set }

  /// Called with the scheduler when the playback begins.
  func begin(on scheduler: any Scheduler)

  /// Whether there is nothing more for now after `notYet`, as at the end of a followed file. A
  /// reader that cannot tell has caught up with the present after some silence.
  var _isAtPresent: Bool { get }

  /// Sets the longest wait for a record before the playback begins, in milliseconds.
  func _limitWaiting(to milliseconds: Int32)

  /// The number of bytes read.
  var byteCount: Int { get }

  /// The number of bytes that have been read ahead and not decoded.
  var _heldByteCount: Int { get }

  /// Whether virtual time must stop after `notYet`, until `_waitForNews` returns.
  var _isAwaited: Bool { get }

  /// Waits until `next` returns a value other than `notYet`.
  func _waitForNews(isolation: isolated (any Actor)?) async

  /// Ends the reading, and closes any open file.
  func cancel()
}

extension RecordReader {
  public func _reuse(_ record: consuming Value) {}
  public var byteCount: Int { 0 }
  public var _heldByteCount: Int { 0 }
  public var _isAwaited: Bool { false }
  public var _isAtPresent: Bool { false }
  public func _limitWaiting(to milliseconds: Int32) {}
  public func begin(on scheduler: any Scheduler) {}
  public func _waitForNews(isolation: isolated (any Actor)?) async {}
}

/// The result of reading a record.
public enum RecordReading: Sendable {
  /// A record.
  case record(Value)
  /// A bad record, and the reason. The next record may be good.
  case bad(String)
  /// No record has arrived yet.
  case notYet
  /// There are no more records.
  case end
  /// Reading failed for the given reason, and cannot continue.
  case failed(String)
}

/// The place of a record, for people.
public struct RecordPlace: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The file or other origin of the record; empty if it is unknown.
  public var source: String
  /// The number of its first line, or of the record, counting from 1.
  public var line: Int

  /// Creates the place of a record.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  /// `trades.ndjson:3`, or `record 3`.
  public var description: String { source.isEmpty ? "record \(line)" : "\(source):\(line)" }
}
