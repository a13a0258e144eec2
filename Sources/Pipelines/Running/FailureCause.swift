import Expressions
public import Values

/// What made a stream fail: the operator and its expression, the values, and the record.
///
/// An object, so that a failure stays small on its way.
public final class FailureCause: Sendable {
  /// A record that was delivered when the stream failed, or that is itself what is wrong.
  public struct Record: Codable, Sendable, Hashable {
    /// The name of the input.
    public let input: String
    /// Where the record stands.
    public let place: RecordPlace
    /// Its time as an RFC 3339 string, or in seconds where it is no date; nil if it has none.
    public let time: String?
  }

  /// Why it failed, without the expression: `division by zero`.
  public let reason: String
  /// The way out; nil if the reason says all.
  public let hint: String?
  /// The name of the operator; nil for a source, and for a record that is bad or late.
  public var operatorName: String? { place?.operatorName }
  /// The values that were given to the expression, `$0` and `$1`.
  public let values: [Value]
  /// The record at which the stream failed, if there was one.
  public let record: Record?

  private let detail: Detail?
  /// Where the expression or the operator is written.
  let place: ExpressionPlace?

  private init(
    reason: String, hint: String?, values: [Value], record: Record?,
    detail: Detail?, place: ExpressionPlace?
  ) {
    self.reason = reason
    self.hint = hint
    self.values = values
    self.record = record
    self.detail = detail
    self.place = place
  }

  /// An expression that failed.
  convenience init(_ evaluation: FailedEvaluation) {
    self.init(
      reason: evaluation.reason, hint: evaluation.hint, values: evaluation.values, record: nil,
      detail: .evaluation(evaluation), place: evaluation.place)
  }

  /// What failed by itself, and not in an expression.
  convenience init(_ reason: String, hint: String? = nil, at place: ExpressionPlace?) {
    self.init(
      reason: reason, hint: hint, values: [], record: nil, detail: nil, place: place)
  }

  /// The same, with the record that was being delivered.
  func during(_ record: Record) -> FailureCause {
    FailureCause(
      reason: reason, hint: hint, values: values, record: record, detail: detail,
      place: place)
  }

  /// The same at another place, which has the same text.
  func moved(to place: ExpressionPlace) -> FailureCause {
    FailureCause(
      reason: reason, hint: hint, values: values, record: record, detail: detail,
      place: place)
  }

  /// The details of the expression that failed.
  private enum Detail {
    case evaluation(FailedEvaluation)
    /// The part that failed and where it stands, of a failure that was saved.
    case part(String?, Range<Int>?)
  }

  /// The part of the expression that failed; nil if it was no expression.
  public var part: String? {
    switch detail {
    case .evaluation(let evaluation): evaluation.part
    case .part(let part, _): part
    case nil: nil
    }
  }

  /// Where that part stands, in Unicode scalars of the expression.
  var rangeInString: Range<Int>? {
    switch detail {
    case .evaluation(let evaluation): evaluation.range
    case .part(_, let range): range
    case nil: nil
    }
  }
}

// MARK: - Saving

extension FailureCause {
  /// The saved form of a cause.
  struct Saved: Codable {
    let reason: String
    let hint: String?
    let values: [Value]
    let record: Record?
    let part: String?
    let range: Range<Int>?
    let place: ExpressionPlace?
  }

  var saved: Saved {
    Saved(
      reason: reason, hint: hint, values: values, record: record, part: part,
      range: rangeInString, place: place)
  }

  convenience init(_ saved: Saved) {
    self.init(
      reason: saved.reason, hint: saved.hint, values: saved.values, record: saved.record,
      detail: .part(saved.part, saved.range), place: saved.place)
  }
}

extension FailureCause: CustomReflectable {
  /// The reason and the record: values may be large.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": reason, "record": record as Any])
  }
}

extension ExpressionPlace {
  /// The operator that stands here, or whose parameter does.
  fileprivate var operatorName: String? {
    for names in [path.components.suffix(3), path.components.dropLast().suffix(3)] {
      let names = Array(names)
      if names.count == 3, names[0] == .key("operators"), case .index = names[1],
        case .key(let name) = names[2]
      {
        return name.string
      }
    }
    return nil
  }
}

extension StreamFailure {
  /// An expression that failed.
  init(_ error: EvaluationError) {
    message = error.message
    cause =
      error.evaluation.map(FailureCause.init)
      ?? error.place.map { FailureCause(error.message, at: $0) }
  }
}
