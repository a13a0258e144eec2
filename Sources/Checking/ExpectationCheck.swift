import Expressions
import Marbles
import StreamModels
import Values

/// Finds expected events that cannot occur, based on facts known about a stream before it plays.
struct ExpectationCheck {
  let type: ValueType
  let extent: Extent
  /// The values of symbols in diagrams.
  var values: [Member] = []
  /// Whether the playback is stopped at a stated time.
  var isCut = false
  /// Whether numbers may differ slightly.
  var isTolerant = false

  /// Returns the first mistake of each kind, with its path below the expectation.
  func mistakes(in stated: StatedEvents) -> Diagnostics {
    let events = stated.timeline.events
    var values: [(index: Int, value: Value)] = []
    for (index, event) in events.enumerated() {
      if case .value(let value) = event.kind { values.append((index, value)) }
    }
    func mistake(_ message: String, _ hint: String, at index: Int?) -> Diagnostic {
      let place = index.flatMap { stated.places.indices.contains($0) ? stated.places[$0] : nil }
      return Diagnostic(
        .impossibleExpectation, message, hint: hint, at: place?.path ?? [],
        rangeInString: place?.range)
    }
    var found: [Diagnostic] = []
    if let most = extent.most, values.count > most {
      found.append(
        mistake(
          "this value is never emitted: the stream emits \(most == 0 ? "none" : "at most \(most)")",
          "remove it, or check the operators that drop values", at: values[most].index))
    }
    if let (index, value) = values.first(where: { conflicts($0.value, with: type) }) {
      let isNumber =
        [.int, .double].contains(type) && [.int, .double].contains(ValueType.of(value))
      found.append(
        mistake(
          "\(ValueType.of(value).phrase) is never emitted: the stream emits values of type \(type)",
          isNumber
            ? "1 and 1.0 differ; 'tolerance' in a test lets numbers differ"
            : "expect values of the type that the stream emits", at: index))
    }
    if let end = endMistake(in: events, valueCount: values.count) {
      found.append(mistake(end.message, end.hint, at: end.isOfAll ? nil : events.count - 1))
    }
    return Diagnostics(found)
  }

  /// Returns the mistake in the expected end.
  private func endMistake(
    in events: [Timeline<Value>.Event], valueCount: Int
  ) -> (message: String, hint: String, isOfAll: Bool)? {
    let tooFew = extent.fewest > valueCount && !isCut
    let least =
      extent.isEndless
      ? "an endless number of values" : "at least \(phrase(ofValues: extent.fewest))"
    switch events.last?.kind {
    case .finished? where extent.failure == .always:
      return (
        "the stream never completes: it always fails", "expect a failure", false
      )
    case .finished? where extent.completion == .never:
      return (
        "the stream never completes",
        "end the stream, for example with 'prefix', or remove the completion", false
      )
    case .failure? where extent.failure == .never:
      return ("the stream never fails", "expect a completion", false)
    case .finished? where tooFew:
      return (
        "the end comes after \(phrase(ofValues: valueCount)): the stream emits "
          + "\(least)", "expect all", false
      )
    case .value?, nil:
      guard !isCut, extent.failure == .never else { return nil }
      if extent.completion == .always {
        return (
          "a completion is missing: the stream always completes",
          "write '|' at the end of a diagram, or {\"time\": …, \"completion\": \"finished\"}", true
        )
      }
      return tooFew
        ? (
          "only \(phrase(ofValues: valueCount)) expected: the stream emits "
            + "\(least)", "expect all", true
        ) : nil
    default: return nil
    }
  }

  private func phrase(ofValues count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }

  /// Returns whether no value of a type can equal the given value.
  private func conflicts(_ value: Value, with type: ValueType) -> Bool {
    switch (type, value) {
    case (.null, .null), (.bool, .bool), (.int, .int), (.double, .double), (.string, .string): false
    case (.int, .double), (.double, .int): !isTolerant
    case (.list(let element), .array(let elements)):
      elements.contains { conflicts($0, with: element) }
    case (.map(let member), .object(let object)):
      object.members.contains { conflicts($0.value, with: member) }
    case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.list, _), (.map, _): true
    default: false
    }
  }
}

extension ValueType {
  /// The type with its article.
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .int: "an int"
    case .list: "an array"
    case .map: "an object"
    default: "a \(self)"
    }
  }
}

extension PlayedTest {
  /// Whether a file of events plays in place of a stream.
  var replacesByFiles: Bool {
    test.inputs.contains { $0.file != nil || $0.timelineFile != nil }
  }
}
