/// Writes signs at their instants, one after the other.
struct MarbleWriter {
  /// Longer silences are time spans.
  private static let longestSilence: Int64 = 20

  private let frame: Int64
  private var text = ""
  /// What has been written since the last space; a part of the text that might be taken for a time
  /// span.
  private var run = ""
  /// The last sign of `run`.
  private var last: String?
  /// The time that the text so far takes.
  private var clock: Int64 = 0

  init(frame: Int64) {
    self.frame = frame
  }

  /// Writes what comes at one instant.
  ///
  /// - Parameter next: When the next thing comes; nil if nothing does.
  mutating func write(_ signs: [String], at instant: Int64, next: Int64?) {
    pass(instant - clock)
    let room = next.map { ($0 - instant) / frame } ?? .max
    let isTimed = signs.count > 1 && signs.count + 2 <= room
    if signs.count > 1 { append(isTimed ? "(" : "[") }
    for sign in signs { append(sign) }
    if signs.count > 1 { append(isTimed ? ")" : "]") }
    // What comes beyond the end of time needs no clock: nothing follows.
    clock = instant
    if next != nil { clock += (isTimed ? Int64(signs.count) + 2 : 1) * frame }
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

  private mutating func append(_ sign: String) {
    if let last, joins(last, sign) { endRun(with: " ") }
    run += sign
    last = sign
  }

  /// Whether two signs side by side would not be read as these two.
  private func joins(_ left: String, _ right: String) -> Bool {
    if left.utf8.count == 1, right.utf8.count == 1 { return false }
    let both = left + right
    return both.count != 2 || both.prefix(1) != left
  }

  /// Adds the run to the text. One that would be read as a time span gets a space, which takes no
  /// time, between its number and its unit.
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
