import Records
import StreamModels
import Values

extension InputSource {
  /// A reason why the records cannot be split.
  struct PartitionRefusal {
    let message: String
    let hint: String
    /// The key of the model at which the reason is reported.
    let key: Text
  }

  /// The reasons why the records cannot be split among parts, regardless of their keys.
  var partitionRefusals: [PartitionRefusal] {
    [timeRefusal, lateRefusal, endRefusal, malformedRefusal, priorityRefusal, recordsRefusal]
      .compactMap(\.self)
  }

  private var timeRefusal: PartitionRefusal? {
    guard time == nil else { return nil }
    return PartitionRefusal(
      message:
        "the records of '\(name.abbreviated)' have no times, and parts cannot derive times "
        + "from their numbers",
      hint: #"add the time of a record, such as "time": "$0.time""#, key: "input")
  }

  private var lateRefusal: PartitionRefusal? {
    switch late?.treatment {
    case .drop, nil: nil
    case .now:
      PartitionRefusal(
        message: "a late record gets the time of the latest record before it, which may be in "
          + "another "
          + "part",
        hint: #"drop late records with "late": "drop", or put them in order with "reorder""#,
        key: "late")
    case .output:
      PartitionRefusal(
        message: "late records go to a separate stream, which no part plays",
        hint: #"drop late records with "late": "drop", or put them in order with "reorder""#,
        key: "late")
    }
  }

  private var endRefusal: PartitionRefusal? {
    guard end?.meaning != nil else { return nil }
    return PartitionRefusal(
      message: "'end' keeps an input open after its last record, which only one part has",
      hint: "remove it, or play the file on one machine", key: "end")
  }

  private var malformedRefusal: PartitionRefusal? {
    if require != nil {
      return PartitionRefusal(
        message: "'require' may refuse the first record, from which times count in all parts",
        hint: "filter the records before they are split", key: "require")
    }
    guard malformedOutput != nil else { return nil }
    return PartitionRefusal(
      message: "malformed records go to a separate stream, which no part plays",
      hint: #"skip them with "malformed": "skip""#, key: "malformed")
  }

  private var priorityRefusal: PartitionRefusal? {
    guard priority != nil else { return nil }
    return PartitionRefusal(
      message: "'priority' orders the records of all inputs, and a part has some of them",
      hint: "remove it, or play the file on one machine", key: "priority")
  }

  private var recordsRefusal: PartitionRefusal? {
    let format =
      records ?? paths.map { RecordFormat(fileName: $0) }.first { $0 != .ndjson } ?? .ndjson
    switch format {
    case .ndjson, .lines(_, nil), .text(nil): return nil
    case .table(let table):
      if case .names = table.header { return nil }
      return PartitionRefusal(
        message: "the columns are named in the first line of each file, which only one part has",
        hint:
          #"write "records": { "csv": { "header": ["time", "host"] } }, and remove the first lines"#,
        key: records == nil ? "path" : "records")
    case .json:
      return PartitionRefusal(
        message: "a record may have several lines, which may end up in different parts",
        hint: "write one record on each line, for example with 'jq -c .[]'", key: "records")
    case .lines, .text:
      return PartitionRefusal(
        message: "a record has several lines, which may end up in different parts",
        hint: "join the lines of each record into one line first", key: "records")
    }
  }
}
