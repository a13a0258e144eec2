import Reactive

/// Parses one marble text: keeps track of the time, the open group, and all mistakes.
struct MarbleReader {
  private var scanner: MarbleScanner
  private let frame: Duration
  private let allowsStart: Bool
  private var frameNanoseconds: Int64 = 0
  private let receive: (MarbleDiagram.Event) -> Void
  private var eventCount = 0
  /// The time of the start of a hot diagram, and the number of events before it.
  private var start: (time: Int64, eventCount: Int)?
  private var errors: [MarbleError] = []
  /// The time of the next symbol; nil beyond the end of time.
  private var clock: Int64? = 0
  private var group: Group?
  private var end: Range<Int>?
  /// The range after the end, from the first character to the last.
  private var excess: Range<Int>?
  private var excessSign: Substring = ""
  private var isBeyondEndOfTime = false

  private struct Group {
    var opening: Substring
    var range: Range<Int>
    var instant: Int64?
    var characterCount: Int64 = 1
    var hasEvents = false
    /// The range of `|` or `#` in it.
    var end: Range<Int>?
    var isEndFollowed = false
    /// The number of groups open inside it, which is a mistake that has already been reported.
    var depth = 0
    var isTimed: Bool { opening == "(" }
  }

  /// - Parameter receive: Receives the events in the order of the text.
  init(
    _ text: String, frame: Duration, allowsStart: Bool,
    _ receive: @escaping (MarbleDiagram.Event) -> Void
  ) {
    self.receive = receive
    scanner = MarbleScanner(text)
    self.frame = frame
    self.allowsStart = allowsStart
  }

  /// Reads the text. Returns the start of a hot diagram: the times of the events before it are not
  /// counted from there yet.
  mutating func read() -> Result<(time: Int64, eventCount: Int)?, MarbleErrors> {
    readFrame()
    while let token = scanner.next() { read(token) }
    if let group {
      report(
        .unclosedGroup, "'\(group.opening)' without '\(closing(group))'",
        hint: "every group must be closed", at: group.range)
    }
    if let excess {
      report(
        .afterEnd, "'\(excessSign)' after the end, expected only spaces and '-'",
        hint: "a stream ends only once", at: excess)
    }
    if let errors = MarbleErrors(errors) { return .failure(errors) }
    return .success(start)
  }

  private mutating func readFrame() {
    frameNanoseconds = frame.wholeNanoseconds
    if frameNanoseconds <= 0 {
      report(.frame, "a frame of \(frame), expected at least 1 nanosecond", at: 0..<0)
      frameNanoseconds = 1
    } else if frameNanoseconds == .max {
      report(.beyondEndOfTime, "a frame beyond the end of time", at: 0..<0)
      frameNanoseconds = 1
    }
  }

  private mutating func read(_ token: MarbleScanner.Token) {
    if case .space = token { return }
    if group != nil {
      group?.characterCount += 1
    } else if end != nil {
      readAfterEnd(token)
      return
    } else if clock == nil {
      reportEndOfTime()
    }
    switch token {
    case .space: break
    case .nothing: advance(frames: 1)
    case .value: add(.value(symbol: String(scanner.lexeme)))
    case .finished: add(.finished)
    case .failure: add(.failure)
    case .start: readStart()
    case .open: openGroup()
    case .close: closeGroup()
    case .timeSpan(let nanoseconds): readTimeSpan(nanoseconds)
    case .blank: readBlank()
    }
  }

  private mutating func readAfterEnd(_ token: MarbleScanner.Token) {
    switch token {
    case .nothing: return advance(frames: 1)
    // The stream may have ended before the start.
    case .start where allowsStart && start == nil: return readStart()
    default: break
    }
    if excess == nil { excessSign = scanner.lexeme }
    excess = (excess?.lowerBound ?? scanner.range.lowerBound)..<scanner.range.upperBound
  }

  private mutating func readBlank() {
    let scalars = scanner.lexeme.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    report(
      .blank, "blank character \(scalars.joined(separator: " ")), expected a space or a symbol",
      hint: "use spaces", at: scanner.range)
    advance(frames: 1)
  }
}

// MARK: Time

extension MarbleReader {
  /// Advances the time, which does not change inside a group.
  private mutating func advance(frames: Int64) {
    guard group == nil, clock != nil else { return }
    let (nanoseconds, overflow) = frames.multipliedReportingOverflow(by: frameNanoseconds)
    advance(nanoseconds: overflow ? nil : nanoseconds)
  }

  private mutating func advance(nanoseconds: Int64?) {
    guard let now = clock, let nanoseconds else {
      clock = nil
      return
    }
    let (sum, overflow) = now.addingReportingOverflow(nanoseconds)
    // The end of time itself is an instant that no scheduler reaches.
    clock = overflow || sum == .max ? nil : sum
  }

  private mutating func readTimeSpan(_ nanoseconds: Int64?) {
    guard group == nil else {
      return report(
        .timeSpanInGroup,
        "time span '\(scanner.lexeme)' inside a group, expected values or the end",
        hint: "the events of a group are at one instant", at: scanner.range)
    }
    advance(nanoseconds: nanoseconds)
    if clock == nil { reportEndOfTime() }
  }

  private mutating func reportEndOfTime() {
    guard !isBeyondEndOfTime else { return }
    isBeyondEndOfTime = true
    report(
      .beyondEndOfTime, "'\(scanner.lexeme)' beyond the end of time",
      hint: "time ends after 292 years", at: scanner.range)
  }

  private mutating func readStart() {
    defer { advance(frames: 1) }
    if !allowsStart {
      report(
        .startNotAllowed, "'^' in a diagram that is not hot, expected a value, '-' or the end",
        hint: "only a hot diagram marks its start", at: scanner.range)
    } else if group != nil {
      report(
        .startInGroup, "'^' inside a group, expected values or the end",
        hint: "write it before or after the group", at: scanner.range)
    } else if start != nil {
      report(.repeatedStart, "second '^', expected at most one", at: scanner.range)
    } else if let now = clock {
      start = (now, eventCount)
      clock = 0
    }
  }
}

// MARK: Events and groups

extension MarbleReader {
  private mutating func add(_ kind: MarbleDiagram.Kind) {
    defer { advance(frames: 1) }
    if let end = group?.end {
      if group?.isEndFollowed == false {
        report(
          .endNotLast, "found the end before '\(scanner.lexeme)' in a group, expected the end last",
          at: end)
      }
      group?.isEndFollowed = true
      return
    }
    group?.hasEvents = true
    if let nanoseconds = group != nil ? group?.instant : clock {
      let instant = Instant(nanoseconds: nanoseconds)
      receive(MarbleDiagram.Event(instant: instant, kind: kind, range: scanner.range))
      eventCount += 1
    }
    if case .value = kind { return }
    group?.end = scanner.range
    end = scanner.range
  }

  private mutating func openGroup() {
    if let group {
      report(
        .nestedGroup, "'\(scanner.lexeme)' inside a group, expected values or the end",
        hint: "close '\(group.opening)' first", at: scanner.range)
      self.group?.depth += 1
    } else {
      group = Group(opening: scanner.lexeme, range: scanner.range, instant: clock)
    }
  }

  private mutating func closeGroup() {
    guard let group else {
      return report(
        .unopenedGroup,
        "'\(scanner.lexeme)' without '\(scanner.lexeme == ")" ? "(" : "[")' before it",
        at: scanner.range)
    }
    if group.depth > 0 {
      self.group?.depth -= 1
      return
    }
    if scanner.lexeme != closing(group) {
      report(
        .mismatchedGroup,
        "'\(scanner.lexeme)' after '\(group.opening)', expected '\(closing(group))'",
        at: scanner.range)
    } else if !group.hasEvents {
      report(
        .emptyGroup, "found an empty group, expected values or the end",
        hint: "write '-' for a frame without events",
        at: group.range.lowerBound..<scanner.range.upperBound)
    }
    self.group = nil
    advance(frames: group.isTimed ? group.characterCount : 1)
  }

  private func closing(_ group: Group) -> String { group.isTimed ? ")" : "]" }

  private mutating func report(
    _ code: MarbleError.Code, _ message: String, hint: String? = nil, at range: Range<Int>
  ) {
    errors.append(MarbleError(code, message, hint: hint, range: range))
  }
}
