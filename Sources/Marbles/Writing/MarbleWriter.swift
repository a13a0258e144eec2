/// Writes symbols at their instants, one after another.
struct MarbleWriter {
  /// The maximum number of frames written as `-`; longer silences are time spans.
  private static let longestSilence: Int64 = 20

  private let frame: Int64
  private var text = ""
  /// The text since the last space, which might read as a time span.
  private var run = ""
  /// The last character of `run`.
  private var last: String?
  /// The time at the end of the text so far.
  private var clock: Int64 = 0

  init(frame: Int64) {
    self.frame = frame
  }

  /// Writes the events at one instant.
  ///
  /// - Parameter next: The instant of the next events; nil if there are none.
  mutating func write(_ symbols: [String], at instant: Int64, next: Int64?) {
    pass(instant - clock)
    let room = next.map { ($0 - instant) / frame } ?? .max
    let isTimed = symbols.count > 1 && symbols.count + 2 <= room
    if symbols.count > 1 { append(isTimed ? "(" : "[") }
    for symbol in symbols { append(symbol) }
    if symbols.count > 1 { append(isTimed ? ")" : "]") }
    // Beyond the end of time the clock does not matter, because nothing follows.
    clock = instant
    if next != nil { clock += (isTimed ? Int64(symbols.count) + 2 : 1) * frame }
  }

  mutating func finish() -> String {
    endRun()
    return text
  }

  private mutating func pass(_ silence: Int64) {
    let (frames, rest) = silence.quotientAndRemainder(dividingBy: frame)
    if rest == 0, frames <= Self.longestSilence {
      for _ in 0..<frames { append("-") }
      return
    }
    endRun()
    if !text.isEmpty { text += " " }
    text += MarbleTimeSpan.text(silence) + " "
  }

  private mutating func append(_ symbol: String) {
    if let last, joins(last, symbol) { endRun(with: " ") }
    run += symbol
    last = symbol
  }

  /// Returns whether two adjacent symbols would not be read as these two.
  private func joins(_ left: String, _ right: String) -> Bool {
    if left.utf8.count == 1, right.utf8.count == 1 { return false }
    let both = left + right
    return both.count != 2 || both.prefix(1) != left
  }

  /// Adds the run to the text. If the run would be read as a time span, a space, which takes no
  /// time, is inserted between its number and its unit.
  private mutating func endRun(with separator: String = "") {
    var scanner = MarbleScanner(run)
    if case .timeSpan? = scanner.next() {
      let number = run.prefix { $0.isNumber || $0 == "." }
      text += number + " " + run.dropFirst(number.count)
    } else {
      text += run
    }
    text += separator
    run = ""
    last = nil
  }
}
