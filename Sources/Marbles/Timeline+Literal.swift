import Reactive

extension Timeline: CustomStringConvertible {
  /// The timeline as a Swift literal that can be pasted into a test, with one event per line.
  ///
  /// Values are written as their `debugDescription`: numbers, strings, collections and any other
  /// type that describes itself as code can be pasted unchanged.
  public var description: String {
    if events.isEmpty { return "[]" }
    return "[\n" + events.map { "  \($0),\n" }.joined() + "]"
  }
}

extension Timeline.Event: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .value(let value): ".value(\(String(reflecting: value)), at: \(time.literal))"
    case .finished: ".finished(at: \(time.literal))"
    case .failure(let message): ".failure(\(String(reflecting: message)), at: \(time.literal))"
    }
  }
}

extension Duration {
  /// The duration as Swift code, in the largest unit of which it is a whole number.
  package var literal: String {
    let nanoseconds = wholeNanoseconds
    if nanoseconds == 0 { return ".zero" }
    let units: [(size: Int64, name: String)] = [
      (1_000_000_000, "seconds"), (1_000_000, "milliseconds"), (1_000, "microseconds"),
    ]
    for unit in units where nanoseconds % unit.size == 0 {
      return ".\(unit.name)(\((nanoseconds / unit.size).grouped))"
    }
    return ".nanoseconds(\(nanoseconds.grouped))"
  }
}

extension Int64 {
  /// The digits, in groups of three if there are five or more.
  fileprivate var grouped: String {
    let digits = "\(magnitude)"
    guard digits.count > 4 else { return "\(self)" }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }
}
