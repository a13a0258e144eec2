import Marbles
import Reactive
import Tracing
import Values

/// A trace made by hand: sources with events, and operators that are simulated in a few lines each.
struct TraceSketch {
  /// An event that does not have a number yet.
  private struct Draft {
    var stage: Int
    var nanoseconds: Int64
    var kind: Timeline<Value>.Kind
    /// The indices of other drafts.
    var causes: [Int]
    var order: Int
  }

  private(set) var stages: [Trace.Stage] = []
  private var drafts: [Draft] = []
  private var ends: [(draft: Int, stage: Int, nanoseconds: Int64, text: String)] = []
  private var of: [[Int]] = []

  private mutating func add(
    _ role: Trace.Stage.Role, _ name: String, _ parameters: String, inputs: [Int],
    definition: String? = nil
  ) -> Int {
    stages.append(
      Trace.Stage(
        number: stages.count, role: role, name: name, parameters: parameters, inputs: inputs,
        definition: definition))
    of.append([])
    return stages.count - 1
  }

  private mutating func emit(
    _ stage: Int, _ nanoseconds: Int64, _ kind: Timeline<Value>.Kind, causes: [Int] = []
  ) {
    of[stage].append(drafts.count)
    drafts.append(
      Draft(
        stage: stage, nanoseconds: nanoseconds, kind: kind, causes: causes, order: drafts.count))
  }

  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }

  /// Adds a source with values at seconds.
  mutating func source(
    _ name: String = "marbles", _ parameters: String = "", definition: String? = nil,
    _ values: [(Double, Value)], end: Double? = nil, failure: (Double, String)? = nil
  ) -> Int {
    let stage = add(.source, name, parameters, inputs: [], definition: definition)
    for (seconds, value) in values { emit(stage, Self.nanoseconds(seconds), .value(value)) }
    if let end { emit(stage, Self.nanoseconds(end), .finished) }
    if let failure { emit(stage, Self.nanoseconds(failure.0), .failure(failure.1)) }
    return stage
  }

  /// Adds an operator that turns each value into another one, or none.
  mutating func map(
    _ name: String, _ parameters: String, _ input: Int, definition: String? = nil,
    _ transform: (Value) -> Value?
  ) -> Int {
    let stage = add(.operator, name, parameters, inputs: [input], definition: definition)
    for index in of[input] {
      let draft = drafts[index]
      guard case .value(let value) = draft.kind else {
        emit(stage, draft.nanoseconds, draft.kind, causes: [index])
        continue
      }
      if let made = transform(value) {
        emit(stage, draft.nanoseconds, .value(made), causes: [index])
      } else {
        ends.append((index, stage, draft.nanoseconds, "'\(name)' is false for it"))
      }
    }
    return stage
  }

  mutating func debounce(_ seconds: Double, _ input: Int) -> Int {
    let stage = add(.operator, "debounce", "\(seconds)", inputs: [input])
    let quiet = Self.nanoseconds(seconds)
    for (place, index) in of[input].enumerated() {
      let draft = drafts[index]
      let next = place + 1 < of[input].count ? drafts[of[input][place + 1]] : nil
      guard case .value = draft.kind else {
        emit(stage, draft.nanoseconds, draft.kind, causes: [index])
        continue
      }
      if let next, next.nanoseconds <= draft.nanoseconds + quiet {
        ends.append((index, stage, next.nanoseconds, "another came before the time was over"))
      } else {
        emit(stage, draft.nanoseconds + quiet, draft.kind, causes: [index])
      }
    }
    return stage
  }

  mutating func merge(_ inputs: [Int], name: String = "merge") -> Int {
    let stage = add(.operator, name, "", inputs: inputs)
    let all = inputs.flatMap { of[$0] }.sorted {
      (drafts[$0].nanoseconds, $0) < (drafts[$1].nanoseconds, $1)
    }
    let last = all.last
    for index in all {
      guard case .value = drafts[index].kind else {
        if index == last { emit(stage, drafts[index].nanoseconds, .finished, causes: [index]) }
        continue
      }
      emit(stage, drafts[index].nanoseconds, drafts[index].kind, causes: [index])
    }
    return stage
  }

  mutating func zip(_ left: Int, _ right: Int) -> Int {
    let stage = add(.operator, "zip", "", inputs: [left, right])
    let values = [left, right].map { of[$0].filter { isValue($0) } }
    for (first, second) in Swift.zip(values[0], values[1]) {
      guard case .value(let one) = drafts[first].kind, case .value(let two) = drafts[second].kind
      else { continue }
      emit(
        stage, max(drafts[first].nanoseconds, drafts[second].nanoseconds),
        .value([one, two]), causes: [first, second].sorted())
    }
    return stage
  }

  private func isValue(_ index: Int) -> Bool {
    if case .value = drafts[index].kind { true } else { false }
  }

  /// Adds an output that repeats a stage.
  mutating func output(_ input: Int, name: String = "") {
    let stage = add(.output, name, "", inputs: [input])
    for index in of[input] {
      emit(stage, drafts[index].nanoseconds, drafts[index].kind, causes: [index])
    }
  }

  /// The trace, with events in the order of their times.
  var trace: Trace {
    let order = drafts.indices.sorted {
      (drafts[$0].nanoseconds, drafts[$0].order) < (drafts[$1].nanoseconds, drafts[$1].order)
    }
    var numbers = Array(repeating: 0, count: drafts.count)
    for (number, index) in order.enumerated() { numbers[index] = number }
    let events = order.map { index in
      let draft = drafts[index]
      return Trace.Event(
        number: numbers[index], instant: Instant(nanoseconds: draft.nanoseconds),
        stage: draft.stage, kind: draft.kind, causes: draft.causes.map { numbers[$0] })
    }
    return Trace(
      stages: stages, events: events,
      ends: ends.map { end in
        Trace.End(
          event: numbers[end.draft], stage: end.stage,
          instant: Instant(nanoseconds: end.nanoseconds), reason: .dropped, text: end.text)
      })
  }
}
