import Expressions
import Reactive
import StreamModels
import Tracing
import Values

extension Parameters {
  /// The parameters as a short string for people: `$0 > 2`, `0.5`, `count: 3, seconds: 1`. Streams
  /// and operators in them are separate stages, and not included.
  ///
  /// - Parameter reader: The parameters of the model that expressions can read. Their values are
  ///   added: `$0 > $most, $most = 2`.
  func summary(in reader: ParameterReader) -> String {
    ([plainSummary] + readParameters(in: reader)).joined(separator: ", ")
  }

  fileprivate var plainSummary: String {
    let texts = entries.compactMap { entry in entry.value.summary.map { (entry.name, $0) } }
    if texts.count == 1, entries.count == 1 || texts[0].0 == "expression" {
      return texts[0].1.shortened(to: Trace.Stage.longestParameters)
    }
    return texts.map { "\($0): \($1)" }.joined(separator: ", ")
      .shortened(to: Trace.Stage.longestParameters)
  }
}

extension Parameters {
  /// Returns the parameters of the model that the expressions read, with their values: `$most = 2`.
  private func readParameters(in reader: ParameterReader) -> [String] {
    guard !reader.isEmpty else { return [] }
    var names: [String] = []
    for case .expression(let text) in entries.map(\.value) {
      for part in text.split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
        let name = String(part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        if name.isIdentifier, !names.contains(name) { names.append(name) }
      }
    }
    return names.compactMap { name in
      switch reader.table.entry(named: name, from: reader.level)?.parameter {
      case .constant(let value): "$\(name) = \("\(value)".abbreviated)"
      case .duration(let text, written: _): "$\(name) = \(text)"
      case .expression(let expression): "$\(name) = \(expression.text.abbreviated)"
      case .stream, .unknown, nil: nil
      }
    }
  }
}

extension ParameterValue {
  fileprivate var summary: String? {
    switch self {
    case .duration(let seconds): seconds.summary
    case .expression(let text), .text(let text): text.onOneLine
    case .value(let value), .reference(let value): "\(value)"
    case .count(let count): "\(count)"
    case .flag(let flag): "\(flag)"
    case .durations(let durations):
      durations.list.map(\.summary).joined(separator: ", ")
    case .interval(.forever): "forever"
    case .interval(let interval): "-\(interval.before.summary) to \(interval.after.summary)"
    case .repetition(let repetition):
      repetition.maximum == repetition.minimum
        ? "\(repetition.minimum)"
        : "\(repetition.minimum) to \(repetition.maximum.map { "\($0)" } ?? "any")"
    case .groups(let groups):
      groups.map { group in
        (group.name.map { "\($0) " } ?? "") + "(\(group.parameters.plainSummary))"
      }.joined(separator: " ")
    case .streams, .stream, .operators, .errorPolicy: nil
    }
  }
}

extension Trace.Stage {
  /// The maximum number of characters for its parameters. Pictures and lines shorten them to fit.
  static let longestParameters = 200
}

extension Seconds {
  /// The duration as it was written: `4h`, or `2 s` for a number.
  fileprivate var summary: String { spelling ?? "\(text) s" }
}

extension Duration {
  /// The duration in seconds, in the shortest exact decimal form.
  var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
