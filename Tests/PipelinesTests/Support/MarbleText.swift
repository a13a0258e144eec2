import Marbles
import Values

/// Marble strings in operators' examples: one character a second. Digits are ints, other characters
/// are strings, `|` is the completion, and `#` is a failure with the message "error".
extension Timeline where Output == Value {
  init(marbles: String, values: [String: Value] = [:]) {
    self.init()
    for (second, sign) in marbles.enumerated() {
      let time = Duration.seconds(second)
      switch sign {
      case "-": break
      case "|": events.append(.finished(at: time))
      case "#": events.append(.failure("error", at: time))
      default:
        events.append(.value(values[String(sign)] ?? Self.value(of: sign), at: time))
      }
    }
  }

  private static func value(of sign: Character) -> Value {
    sign.wholeNumberValue.map { .int(Int64($0)) } ?? .string(Text(String(sign)))
  }
}

extension Timeline where Output == Value {
  /// The items of a `stream` that plays this timeline, which must end where its last value does.
  var items: String {
    var last = Duration.zero
    return events.compactMap { event -> String? in
      defer { last = event.time }
      let delay = (event.time - last).components.seconds
      let operators = #""operators": [{"delay": {"seconds": \#(delay)}}]"#
      switch event.kind {
      case .value(let value): return #"{"value": \#(value), \#(operators)}"#
      case .finished:
        return #"{"value": null, \#(operators.dropLast()), {"dropFirst": {"count": 1}}]}"#
      case .failure: return nil
      }
    }.joined(separator: ", ")
  }
}
