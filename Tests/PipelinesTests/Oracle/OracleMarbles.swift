import Values

/// A marble diagram, read character by character: frames of a second, without spaces and spans of
/// time.
struct OracleMarbles {
  private static let second = 1_000_000_000

  private let events: [(time: Int, kind: OracleEvent.Kind)]

  init(_ model: Value) {
    guard case .object(let model) = model, case .string(let marbles)? = model["marbles"] else {
      preconditionFailure("\(model) is not a diagram")
    }
    var time = 0
    /// The length of the current group: inside parentheses, characters take no time until the group
    /// is closed.
    var group: Int?
    var isFree = false
    var events: [(time: Int, kind: OracleEvent.Kind)] = []
    var start = 0
    for sign in marbles.string {
      switch sign {
      case "(": group = 1
      case "[": isFree = true
      case ")":
        time += (group ?? 0) + 1
        group = nil
        continue
      case "]":
        isFree = false
        time += 1
        continue
      case "^":
        start = time
        time += 1
        continue
      case "-": time += 1
      case "|": events.append((time, .finished))
      case "#": events.append((time, .failed(model["error"].map(Self.text) ?? "error")))
      default: events.append((time, .value(Self.value(of: sign, in: model))))
      }
      if group == nil, !isFree, sign != "-" { time += 1 }
      if sign != "(", let signs = group { group = signs + 1 }
    }
    self.events = events.map { (($0.time - start) * Self.second, $0.kind) }
  }

  /// All events are scheduled at once, in order. Events before the beginning are in the past; of a
  /// diagram that has already ended, only the end is left.
  func course(scheduledAt moment: Moment) -> Course {
    let events = events.enumerated()
    if let (_, last) = events.suffix(1).first, last.time < 0 {
      if case .value = last.kind { return [] }
      return [OracleEvent(moment: moment, kind: last.kind)]
    }
    return events.filter { $1.time >= 0 }.map { number, event in
      OracleEvent(moment: moment.then(number).schedule(after: event.time), kind: event.kind)
    }
  }

  private static func value(of sign: Character, in model: Object) -> Value {
    if case .object(let values)? = model["values"], let value = values[Text(String(sign))] {
      return value
    }
    return sign.wholeNumberValue.map { .int(Int64($0)) } ?? .string(Text(String(sign)))
  }

  private static func text(_ value: Value) -> String {
    if case .string(let text) = value { text.string } else { "\(value)" }
  }
}
