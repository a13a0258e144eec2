import Marbles
public import Reactive
public import Values

extension TraceIndex {
  /// Returns why a value did not reach the output at an instant; nil if it did, or if there is no
  /// output.
  ///
  /// - Parameters:
  ///   - value: The value; nil for any value.
  ///   - instant: The instant; nil for any instant.
  ///   - name: The name of the output; empty for the stream itself.
  public func absence(
    of value: Value?, at instant: Instant?, from name: String = "",
    style: LineageStyle = LineageStyle()
  ) -> Absence? {
    guard let output = trace.stages.last(where: { $0.role == .output && $0.name == name })
    else { return nil }
    let search = AbsenceSearch(
      index: self, output: output, value: value, instant: instant, style: style)
    return search.hasCome ? nil : search.absence
  }
}

/// The search for the stage at which an event was last possible.
struct AbsenceSearch {
  /// The number of events whose fate is shown.
  static let evidenceLimit = 3

  let index: TraceIndex
  let output: Trace.Stage
  let value: Value?
  let instant: Instant?
  let style: LineageStyle

  var trace: Trace { index.trace }

  /// Whether the output has emitted it.
  var hasCome: Bool {
    values(of: output.number).contains { matches($0) && (instant ?? $0.instant) == $0.instant }
  }

  var absence: Absence? {
    if value != nil {
      if let found = nearest(upstreamEvents.filter(matches)), let absence = ended(found) {
        return absence
      }
      if let other = nearest(values(of: output.number).filter(matches)) { return came(other) }
    }
    return missing(at: maker)
  }

  // MARK: - Events

  /// Returns the events of a stage that have values.
  func values(of stage: Int) -> [Trace.Event] {
    trace.events.filter { event in
      if event.stage == stage, case .value = event.kind { true } else { false }
    }
  }

  /// The events of the stages before the output.
  private var upstreamEvents: [Trace.Event] {
    let stages = Set(stages(from: output) { $0.inputs + $0.inner }.map(\.number))
    return trace.events.filter { stages.contains($0.stage) }
  }

  /// Whether an event has the value, with numbers compared as numbers.
  func matches(_ event: Trace.Event) -> Bool {
    guard let value else { return true }
    guard case .value(let other) = event.kind else { return false }
    return other.isLike(value)
  }

  /// Returns the event that is nearest to the instant. If there are several, events before it are
  /// preferred, and then the last that a stage emitted.
  private func nearest(_ events: [Trace.Event]) -> Trace.Event? {
    guard let instant else { return events.last }
    return events.min { left, right in
      let (first, second) = (left.distance(to: instant), right.distance(to: instant))
      if first != second { return first < second }
      let (isLate, isLateToo) = (left.instant > instant, right.instant > instant)
      return isLate == isLateToo ? left.number > right.number : isLateToo
    }
  }

  // MARK: - Stages

  /// Returns the stages that can be reached from one stage, without that stage, the nearest first.
  private func stages(
    from stage: Trace.Stage, _ next: (Trace.Stage) -> [Int]
  ) -> [Trace.Stage] {
    var found: [Trace.Stage] = []
    var seen: Set<Int> = [stage.number]
    var waiting = next(stage)
    while let number = waiting.first {
      waiting.removeFirst()
      guard seen.insert(number).inserted else { continue }
      found.append(trace.stages[number])
      waiting += next(trace.stages[number])
    }
    return found
  }

  /// The last stage that makes the values of the output. Those after it pass on the values that
  /// they receive. If there are several, it is the one that was the last to emit something before
  /// the instant.
  private var maker: Trace.Stage {
    let passing = { (stage: Trace.Stage) -> [Int] in
      if !stage.inner.isEmpty { return stage.inner }
      switch stage.emission {
      case .received: return Array(stage.inputs.prefix(1))
      case .mixed: return stage.inputs
      case .made, .summary: return stage.role == .output ? stage.inputs : []
      }
    }
    let makers = stages(from: output, passing).filter { passing($0).isEmpty }
    let numbers = Set(makers.map(\.number))
    let last = nearest(
      trace.events.filter { event in
        numbers.contains(event.stage) && instant.map { event.instant <= $0 } ?? true
      })
    return last.map { trace.stages[$0.stage] } ?? makers.first ?? output
  }
}

extension Trace.Event {
  /// The time between the event and an instant, in nanoseconds.
  func distance(to wanted: Instant) -> UInt64 {
    let (first, second) = (instant.nanoseconds, wanted.nanoseconds)
    return first > second
      ? UInt64(bitPattern: first &- second) : UInt64(bitPattern: second &- first)
  }
}

extension Value {
  /// Whether it is the same value, with numbers compared as numbers: `1` equals `1.0`.
  package func isLike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Double(int) == double
    default: self == other
    }
  }
}
