import Marbles
import Reactive
import Values

extension AbsenceSearch {
  // MARK: - It came at another time

  /// Returns the answer for a value that arrived at another time: the last stage that made it wait.
  func came(_ event: Trace.Event) -> Absence {
    var origin = event
    while let cause = origin.causes.last.map({ trace.events[$0] }), matches(cause) {
      origin = cause
    }
    let evidence = [index.fate(of: origin.number)]
    var step = event
    // This goes back to the stage that emitted the value later than it received the cause.
    while let cause = step.causes.last.map({ trace.events[$0] }), cause.instant == step.instant {
      step = cause
    }
    let stage = trace.stages[step.stage]
    let cause = step.causes.last.map { trace.events[$0] }
    let waited = cause.map { "\(time(step)), with \(brief($0)) since \(time($0))" }
    let first = cause ?? step
    guard let instant else {
      return Absence(
        stage: stage.number, isKnown: true, waited: waited ?? "nothing", remedy: "nothing",
        evidence: evidence)
    }
    let way = event.instant > instant ? "earlier" : "later"
    let difference = Instant(nanoseconds: Int64(clamping: event.distance(to: instant)))
    return Absence(
      stage: stage.number, isKnown: true,
      waited: waited ?? "nothing: it emitted it at \(time(step))",
      remedy: "\(brief(first)) would have to come \(LineageStyle.seconds(difference)) \(way)",
      evidence: evidence)
  }

  // MARK: - It ended on its way

  /// Returns the answer for a value that a stage emitted and that ended further down; nil if it did
  /// not end because it led to something else.
  func ended(_ event: Trace.Event) -> Absence? {
    guard index.arrivals(of: event.number).isEmpty else { return nil }
    let fate = index.fate(of: event.number)
    guard let end = lastEnd(of: [fate]) else { return nil }
    return Absence(
      stage: end.stage, isKnown: true, waited: waited(end), remedy: remedy(end),
      evidence: [fate])
  }

  /// Returns the end that is furthest down among several fates.
  private func lastEnd(of fates: [Lineage]) -> Trace.End? {
    var waiting = fates
    var last: Trace.End?
    while let next = waiting.popLast() {
      waiting += next.branches
      for end in next.ends where end.stage >= last?.stage ?? 0 { last = end }
    }
    return last
  }

  private func waited(_ end: Trace.End) -> String {
    let event = brief(trace.events[end.event])
    if let due = end.due { return "\(style.time(due)), with \(event)" }
    switch end.reason {
    case .dropped: return "another value than \(event)"
    case .held, .completed, .expired, .replaced, .cancelled:
      return "its turn with \(event), until \(style.time(end.instant))"
    }
  }

  /// Returns what would have to be different so that an event does not end.
  private func remedy(_ end: Trace.End) -> String {
    let own = trace.stages[end.stage].remedies[end.reason]
    let by = end.by.map { trace.events[$0] }
    let due = end.due.map(style.time)
    switch (end.reason, by, due) {
    case (.replaced, let by?, let due?):
      return "\(brief(by)) would have to come at \(due) or later, not at \(time(by))"
    case (.completed, _, let due?):
      return
        "the stream would have to continue until \(due), and not end at \(style.time(end.instant))"
    case (.held, _, let due?): return "the playback would have to continue until \(due)"
    case (.cancelled, let by?, _):
      return "\(brief(by)) would have to come later than at \(time(by)), or not at all"
    default: break
    }
    if let own { return own }
    switch end.reason {
    case .replaced: return "the value after it would have to come later"
    case .completed:
      return "the stream would have to continue after \(style.time(end.instant))"
    case .held: return "the playback would have to continue after \(style.time(end.instant))"
    case .expired:
      return "the value that it waits for would have to arrive before "
        + "\(style.time(end.instant))"
    case .dropped, .cancelled: return "the stage would have to let it pass"
    }
  }

  // MARK: - No stage emitted it

  /// Returns the answer for something that no stage emitted, although one could have made it.
  func missing(at maker: Trace.Stage) -> Absence {
    let own = values(of: maker.number)
    if let instant, value != nil {
      let shown = values(of: output.number).last { $0.instant == instant }
      if let shown, let made = origin(of: shown, at: maker) {
        return instead(made, at: maker, shown)
      }
      if let made = own.last(where: { $0.instant == instant }) { return instead(made, at: maker) }
    }
    if let ending { return ending }
    let near = own.isEmpty && instant == nil ? lastFates : fates
    if let end = lastEnd(of: near), end.stage != maker.number {
      let (upstream, event) = (trace.stages[end.stage].label, brief(trace.events[end.event]))
      return Absence(
        stage: maker.number, waited: "a value of \(upstream), where \(event) ended",
        remedy: "at \(upstream), \(remedy(end))", evidence: near)
    }
    if let end = lastEnd(of: near) {
      return Absence(stage: end.stage, waited: waited(end), remedy: remedy(end), evidence: near)
    }
    let closest = value.flatMap { nearestInValue($0, own) }
    if instant == nil, let closest { return instead(closest, at: maker) }
    return Absence(
      stage: maker.number, waited: waited(maker), remedy: remedy(maker), evidence: near)
  }

  /// Returns the event of a stage that led to another event; nil if there is none.
  private func origin(of event: Trace.Event, at stage: Trace.Stage) -> Trace.Event? {
    var seen: Set<Int> = [event.number]
    var waiting = [event.number]
    while let next = waiting.popLast() {
      if trace.events[next].stage == stage.number { return trace.events[next] }
      waiting += trace.events[next].causes.filter { seen.insert($0).inserted }
    }
    return nil
  }

  /// Returns the answer for a stage that made something else, which reached the output as another
  /// event.
  private func instead(
    _ event: Trace.Event, at maker: Trace.Stage, _ shown: Trace.Event? = nil
  ) -> Absence {
    let causes = event.causes.filter { trace.events[$0].stage != maker.number }
      .map { brief(trace.events[$0]) }
    let origin =
      causes.isEmpty ? "" : " from \(causes.prefix(3).joined(separator: ", "))"
    let end = causes.count > 3 ? " and \(causes.count - 3) more" : ""
    return Absence(
      stage: maker.number,
      waited: "nothing: at \(time(event)) it emitted \(brief(event)) instead",
      remedy: "it would have to make \(wanted)\(origin)\(end)",
      instead: index.causes(of: (shown ?? event).number))
  }

  /// What happened to the values of sources at the instant or, if there are none, to the values
  /// that a stage stored at that time.
  private var fates: [Lineage] {
    guard let instant else { return [] }
    let now = trace.events.filter { event in
      guard case .value = event.kind, event.instant == instant else { return false }
      return trace.stages[event.stage].role == .source
        && index.arrivals(of: event.number).isEmpty
    }
    if !now.isEmpty { return now.prefix(Self.evidenceLimit).map { index.fate(of: $0.number) } }
    var seen: Set<Int> = []
    return trace.ends.filter { end in
      trace.events[end.event].instant <= instant && instant <= max(end.instant, end.due ?? .zero)
        && seen.insert(end.event).inserted
    }.prefix(Self.evidenceLimit).map { index.fate(of: $0.event) }
  }

  /// What happened to the last values of sources that did not reach the output.
  private var lastFates: [Lineage] {
    let ended = trace.events.reversed().lazy.filter { event in
      guard case .value = event.kind else { return false }
      return trace.stages[event.stage].role == .source
        && index.arrivals(of: event.number).isEmpty
    }
    return ended.prefix(Self.evidenceLimit).map { index.fate(of: $0.number) }
  }

  /// The answer for a stream that an operator ended before the instant, because of a value.
  private var ending: Absence? {
    guard let instant, var step = completion(of: output.number), step.instant < instant else {
      return nil
    }
    while let cause = step.causes.first.map({ trace.events[$0] }) {
      guard case .value = cause.kind else {
        step = cause
        continue
      }
      return Absence(
        stage: step.stage,
        waited: "nothing: it ended the stream at \(time(step)), because of \(brief(cause))",
        remedy: "it would have to continue until \(style.time(instant))")
    }
    return nil
  }

  private func waited(_ maker: Trace.Stage) -> String {
    let (next, end) = (following(maker.number), completion(of: maker.number))
    if let end, next == nil {
      return "nothing: it had ended at \(style.time(end.instant))"
    }
    guard let upstream = maker.inputs.first.map({ trace.stages[$0] }) else {
      return next.map { "its next value, \(brief($0)), at \(time($0))" }
        ?? "nothing: it had emitted all of its values"
    }
    let ending = completion(of: upstream.number)
    if maker.emission == .summary {
      return "the end of \(upstream.label), "
        + (ending.map { "which came at \(style.time($0.instant))" } ?? "which did not come")
    }
    let arrival = following(upstream.number)
    return "a value of \(upstream.label); "
      + (arrival.map { "the next came at \(time($0)) (event \($0.number))" } ?? "no more arrived")
  }

  private func remedy(_ maker: Trace.Stage) -> String {
    if let instant, let end = completion(of: maker.number), end.instant < instant {
      return
        "the stream would have to continue until \(style.time(instant)), and not end at "
        + "\(time(end))"
    }
    // A stage further down may need some time.
    let by = instant.map { " by \(style.time($0))" } ?? ""
    guard let upstream = maker.inputs.first.map({ trace.stages[$0] }) else {
      return "it would have to emit \(wanted)\(by)"
    }
    if maker.emission == .summary { return "\(upstream.label) would have to end\(by)" }
    return "\(upstream.label) would have to emit a value\(by)"
      + (value == nil ? "" : " from which it makes \(wanted)")
  }

  /// Returns the first value of a stage after the instant.
  private func following(_ stage: Int) -> Trace.Event? {
    guard let instant else { return nil }
    return values(of: stage).first { $0.instant > instant }
  }

  /// Returns the completion of a stage.
  private func completion(of stage: Int) -> Trace.Event? {
    trace.events.last { event in
      if event.stage == stage, case .value = event.kind { false } else { event.stage == stage }
    }
  }

  /// Returns the event whose number is nearest to a value; for values that are not numbers, the
  /// last event.
  private func nearestInValue(_ value: Value, _ events: [Trace.Event]) -> Trace.Event? {
    guard let wanted = value.number else { return events.last }
    let numbers = events.compactMap { event -> (Trace.Event, Double)? in
      guard case .value(let other) = event.kind, let number = other.number else { return nil }
      return (event, (number - wanted).magnitude)
    }
    return numbers.min { $0.1 < $1.1 }?.0 ?? events.last
  }

  // MARK: - Words

  private var wanted: String { value.map { $0.description.cut(to: style.valueWidth) } ?? "a value" }

  private func time(_ event: Trace.Event) -> String { style.time(event.instant) }

  /// Returns an event in a few words: `3 (event 12)`.
  private func brief(_ event: Trace.Event) -> String {
    let what =
      switch event.kind {
      case .value(let value): value.description.cut(to: style.valueWidth)
      case .finished: "the completion"
      case .failure: "the failure"
      }
    return "\(what) (event \(event.number))"
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }
}
