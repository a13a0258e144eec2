import Reactive
import Values

extension Parameters {
  /// The parameters as a short text for people: `$0 > 2`, `0.5`, `count: 3, seconds: 1`. Streams and
  /// operators in them are stages of their own, and not in it.
  var summary: String {
    let texts = entries.compactMap { entry in entry.value.summary.map { (entry.name, $0) } }
    if texts.count == 1, entries.count == 1 || texts[0].0 == "expression" {
      return texts[0].1.abbreviated
    }
    return texts.map { "\($0): \($1)" }.joined(separator: ", ").abbreviated
  }
}

extension ParameterValue {
  fileprivate var summary: String? {
    switch self {
    case .duration(let seconds): "\(seconds.duration.secondsText) s"
    case .expression(let text), .text(let text): text.onOneLine
    case .value(let value), .reference(let value): "\(value)"
    case .count(let count): "\(count)"
    case .flag(let flag): "\(flag)"
    case .durations(let durations):
      durations.durations.map { "\($0.secondsText) s" }.joined(separator: ", ")
    case .interval(let interval):
      "-\(interval.before.duration.secondsText) s to \(interval.after.duration.secondsText) s"
    case .streams, .stream, .operators, .errorPolicy: nil
    }
  }
}

extension Duration {
  /// The duration in seconds, in the shortest exact decimal form.
  var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
