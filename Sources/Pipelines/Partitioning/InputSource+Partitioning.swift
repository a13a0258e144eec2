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
    [timeRefusal, lateRefusal, recordsRefusal].compactMap(\.self)
  }

  private var timeRefusal: PartitionRefusal? {
    guard time == nil else { return nil }
    return PartitionRefusal(
      message:
        "the records of '\(name.abbreviated)' have no times of their own, and those by their "
        + "number are lost in parts",
      hint: #"state where the time of a record is, such as "time": "$0.time""#, key: "input")
  }

  private var lateRefusal: PartitionRefusal? {
    switch late?.treatment {
    case .drop, nil: nil
    case .now:
      PartitionRefusal(
        message: "a late record comes at the time of the latest before it, which may be in another "
          + "part",
        hint: #"let it be dropped, with "late": "drop", or put in order, with "reorder""#,
        key: "late")
    case .output:
      PartitionRefusal(
        message: "late records go to a stream of their own, and reach no part",
        hint: #"let them be dropped, with "late": "drop", or put in order, with "reorder""#,
        key: "late")
    }
  }

  private var recordsRefusal: PartitionRefusal? {
    let format =
      records ?? paths.map { RecordFormat(fileName: $0) }.first { $0 != .ndjson } ?? .ndjson
    switch format {
    case .ndjson, .lines(_, nil), .text(nil): return nil
    case .table(let table):
      if case .names = table.header { return nil }
      return PartitionRefusal(
        message: "the columns are those of the first line of each file, which only one part has",
        hint: #"state them: "records": { "csv": { "header": ["time", "host"] } }, and cut off the "#
          + "first lines", key: records == nil ? "path" : "records")
    case .json:
      return PartitionRefusal(
        message: "a record may have several lines, which may be in different parts",
        hint: "write one record on each line, as 'jq -c .[]' does", key: "records")
    case .lines, .text:
      return PartitionRefusal(
        message: "a record has several lines, which may be in different parts",
        hint: "gather them into one line each beforehand", key: "records")
    }
  }
}
