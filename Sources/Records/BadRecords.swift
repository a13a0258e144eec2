/// A bad record: it is not JSON, or has no time.
public struct BadRecord: Codable, Sendable, Hashable {
  /// The name of the input.
  public var input: String
  /// The place of the record.
  public var place: RecordPlace
  /// The reason why the record could not be read.
  public var reason: String
  /// A hint, if the reason does not contain one: "there are 'a' and 'b'".
  public var hint: String?
  /// The text of the record, as it was found.
  public var text: [UInt8]

  package init(
    input: String, place: RecordPlace, reason: String, hint: String? = nil, text: [UInt8]
  ) {
    self.input = input
    self.place = place
    self.reason = reason
    self.hint = hint
    self.text = text
  }

  /// The message for people: `input 'trades', trades.ndjson:3: no JSON at byte 1: …`
  public var message: String { "input '\(input)', \(place): \(reason)" }
}

/// The treatment of bad records.
public enum BadRecordPolicy {
  /// The stream fails.
  case fail
  /// The record is skipped and counted.
  case skip
  /// The record is passed to the closure and counted.
  case report((BadRecord) -> Void)
}

/// A record that is earlier than a previous one.
public struct LateRecord: Codable, Sendable, Hashable {
  /// The place of the record.
  public let place: RecordPlace
  /// How much earlier it is than the latest time before it.
  public let lateness: Duration

  package init(place: RecordPlace, lateness: Duration) {
    self.place = place
    self.lateness = lateness
  }
}

/// The number of bad records that an input may have if they are skipped or reported.
public enum BadRecordLimit: Hashable, Sendable {
  /// A number of records.
  case count(Int)
  /// A share of the records, per million: 2.5 % is 25,000. The share is checked at the end of an
  /// input and, once a thousand records have been read, at each bad record.
  case perMillion(Int)

  /// The number of records from which a share of them is meaningful.
  package static let leastCount = 1000
}
