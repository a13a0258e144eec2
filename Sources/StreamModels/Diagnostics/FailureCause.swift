package import Expressions
public import Records
public import Values

/// The cause of a stream's failure: the operator and its expression, the values, and the record.
///
/// It is a class, so that a failure stays small when it is passed on.
public final class FailureCause: Sendable {
  /// The record that was being delivered when the stream failed, or the bad record itself.
  public struct Record: Codable, Sendable, Hashable {
    /// The name of the input.
    public let input: String
    /// The place of the record in its input.
    public let place: RecordPlace
    /// Its time as an RFC 3339 string, or in seconds if it is not a date; nil if it has none.
    public let time: String?

    package init(input: String, place: RecordPlace, time: String?) {
      self.input = input
      self.place = place
      self.time = time
    }
  }

  /// The reason, without the expression: `division by zero`.
  public let reason: String
  /// A way to fix it; nil if the reason is enough.
  public let hint: String?
  /// The name of the operator; nil for a source, and for a bad or late record.
  public var operatorName: String? { place?.operatorName }
  /// The values on which the expression failed, `$0` and `$1`.
  public let values: [Value]
  /// The record at which the stream failed, if there was one.
  public let record: Record?

  private let detail: Detail?
  /// The place of the expression or the operator in the document.
  package let place: ExpressionPlace?

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

  /// Creates the cause of a failed expression.
  package convenience init(_ evaluation: FailedEvaluation) {
    self.init(
      reason: evaluation.reason, hint: evaluation.hint, values: evaluation.values, record: nil,
      detail: .evaluation(evaluation), place: evaluation.place)
  }

  /// Creates the cause of a failure that was not caused by an expression.
  package convenience init(_ reason: String, hint: String? = nil, at place: ExpressionPlace?) {
    self.init(
      reason: reason, hint: hint, values: [], record: nil, detail: nil, place: place)
  }

  /// Returns the same cause with the record that was being delivered.
  package func during(_ record: Record) -> FailureCause {
    FailureCause(
      reason: reason, hint: hint, values: values, record: record, detail: detail,
      place: place)
  }

  /// Returns the same cause at another place with the same text.
  package func moved(to place: ExpressionPlace) -> FailureCause {
    FailureCause(
      reason: reason, hint: hint, values: values, record: record, detail: detail,
      place: place)
  }

  /// Returns the same cause with another range in the string at its place.
  package func moved(toRange range: Range<Int>) -> FailureCause {
    FailureCause(
      reason: reason, hint: hint, values: values, record: record, detail: .part(part, range),
      place: place)
  }

  /// The details of the expression that failed.
  private enum Detail {
    case evaluation(FailedEvaluation)
    /// The part that failed and its range, for a failure that was saved.
    case part(String?, Range<Int>?)
  }

  /// The part of the expression that failed; nil if the failure was not caused by an expression.
  public var part: String? {
    switch detail {
    case .evaluation(let evaluation): evaluation.part
    case .part(let part, _): part
    case nil: nil
    }
  }

  /// The range of that part, in Unicode scalars of the expression.
  package var rangeInString: Range<Int>? {
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
  package struct Saved: Codable {
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

  package convenience init(_ saved: Saved) {
    self.init(
      reason: saved.reason, hint: saved.hint, values: saved.values, record: saved.record,
      detail: .part(saved.part, saved.range), place: saved.place)
  }
}

extension FailureCause: CustomReflectable {
  /// Shows only the reason and the record, because values may be large.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": reason, "record": record as Any])
  }
}

extension ExpressionPlace {
  /// The name of the operator at this path, or of the one whose parameter is at this path.
  package var operatorName: String? {
    let names = path.components
    for index in names.indices.dropFirst(2).reversed() {
      guard names[index - 2] == .key("operators"), case .index = names[index - 1],
        case .key(let name) = names[index]
      else { continue }
      // It is the operator, one of its parameters, or in an object of one; but not in a stream.
      let rest = names[(index + 1)...]
      let isInObject =
        rest.count <= 3 && rest.first != .key("stream") && rest.first != .key("streams")
      return rest.count <= 1 || isInObject ? name.string : nil
    }
    return nil
  }
}

extension StreamFailure {
  /// Creates the failure of an expression.
  package init(_ error: EvaluationError) {
    message = error.message
    cause =
      error.evaluation.map(FailureCause.init)
      ?? error.place.map { FailureCause(error.message, at: $0) }
  }
}
