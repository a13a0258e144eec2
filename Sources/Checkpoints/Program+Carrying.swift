import Expressions
package import Playing
import Reactive
import Records
import StreamModels
import Values

/// The state of a saved playback for a program whose document has changed.
package struct CarriedPlayback {
  package let checkpoint: PlaybackCheckpoint
  /// A sentence about the state of each operator, in the order of the document.
  package let report: [String]
}

extension Program {
  /// The reason why a state cannot be carried to a changed document.
  package enum CarryingTrouble: Error {
    case ended
    case damaged
  }

  /// Makes the state with which a saved playback of another version of the document continues.
  ///
  /// An operator or a source that has the same place and the same parameters continues; its
  /// constants and expressions may differ. All others begin at the instant at which the playback
  /// was saved. No record is read, and nothing is emitted.
  ///
  /// - Parameters:
  ///   - taps: The definitions that are also subscribed to in the playback.
  ///   - outputCount: The number of outputs that receive events in the playback.
  package func carry(
    _ saved: PlaybackCheckpoint, of run: RunDescription, taps: [String] = [], outputCount: Int = 0
  ) throws -> CarriedPlayback {
    let beginning = Beginning(program: self, taps: taps, outputCount: outputCount)
    guard let fresh = try beginning.checkpoint(saved.head) else { throw CarryingTrouble.ended }
    guard let old = RunTree(saved), let new = RunTree(fresh) else { throw CarryingTrouble.damaged }
    let documents = sources.compactMap { $0.map(RunDescription.Document.init) }
    let match = DocumentMatch(run.documents, documents)
    let reverse = DocumentMatch(documents, run.documents)
    let root = new.playback?.carrying(old.playback, saved.head, fresh.head)
    var head = saved.head
    head.clock = fresh.head.clock
    var unusable: Set<ExpressionPlace> = []
    while true {
      let state = try CarriedState(
        old, new, match, reverse: reverse, root: root, unusable: unusable)
      let carried = PlaybackCheckpoint(head: head, runs: state.bytes, operators: state.operators)
      let lines = CountedLines(carried.runs)
      do {
        try beginning.resume(DecodedCheckpoint(clock: head.clock, runs: lines), head)
        return CarriedPlayback(
          checkpoint: carried, report: report(state.outcomes, of: run, fresh.head, saved.head))
      } catch {
        // A state of another form is found when it is decoded: its operator begins anew.
        let owner =
          state.owners.indices.contains(lines.count - 1) ? state.owners[lines.count - 1] : nil
        guard let owner, unusable.insert(owner.place).inserted else { throw error }
        unusable.formUnion(owner.steps)
      }
    }
  }

  // MARK: - Report

  private func report(
    _ outcomes: [CarriedState.Outcome], of run: RunDescription, _ new: PlaybackCheckpoint.Head,
    _ old: PlaybackCheckpoint.Head
  ) -> [String] {
    var said: Set<CarriedState.Outcome> = []
    let lines = outcomes.filter { said.insert($0).inserted }.map { outcome in
      let isDropped = outcome.kind == .dropped
      let location = isDropped ? run.location(of: outcome.place) : location(of: outcome.place)
      return (
        order: (isDropped ? 1 : 0, location?.line ?? 0, location?.column ?? 0),
        text: text(of: outcome, at: location)
      )
    }
    let names = (new.inputs?.inputs.map(\.name) ?? [], old.inputs?.inputs.map(\.name) ?? [])
    return lines.sorted { $0.order < $1.order }.map(\.text)
      + names.0.filter { !names.1.contains($0) }.map { "the input '\($0)' is new" }
      + names.1.filter { !names.0.contains($0) }.map { "the input '\($0)' is not read any more" }
  }

  private func text(of outcome: CarriedState.Outcome, at location: SourceLocation?) -> String {
    let name =
      outcome.place.isOperator ? "'\(outcome.place.operatorName ?? "")'" : "the source"
    let place = location.map { " at \($0.file):\($0.line):\($0.column)" } ?? ""
    return switch outcome.kind {
    case .carried(isChanged: false): "\(name)\(place) continues"
    case .carried(isChanged: true): "\(name)\(place) continues with its new parameters"
    case .begins(let reason): "\(name)\(place) begins anew: \(reason)"
    case .dropped: "\(name)\(place) of the saved document is gone, and its state with it"
    }
  }
}

/// A playback of a program that only begins, without records.
private struct Beginning {
  let program: Program
  let taps: [String]
  let outputCount: Int

  private func session(_ positions: InputPositions?) throws -> InputSession? {
    if program.inputs.used.isEmpty { return nil }
    var bindings = InputBindings()
    bindings.isPast = true
    bindings.resumed = positions?.withoutRecords
    for name in program.inputs.used { bindings.bindings[name] = .values([]) }
    return try InputSession(program, bindings)
  }

  private func publisher(
    on scheduler: VirtualScheduler, _ session: InputSession?
  ) -> AnyPublisher<Value, StreamFailure> {
    program.publisher(
      on: scheduler, inputs: session, taps: taps.map { ($0, { _, _ in }) },
      receivers: (0..<outputCount).map { _ in { _, _ in } }, trace: nil, postponesSources: true)
  }

  private func audience(
    on scheduler: VirtualScheduler
  ) -> PlaybackAudience<ValueReceiver, VirtualScheduler> {
    PlaybackAudience(
      ValueReceiver(receiveCompletion: { _, _ in }, receiveValue: { _, _ in true }),
      on: scheduler, limit: .max)
  }

  /// Begins the playback at the instant of another one; nil if it ends at once.
  func checkpoint(_ head: PlaybackCheckpoint.Head) throws -> PlaybackCheckpoint? {
    let (scheduler, session) = (VirtualScheduler(head.clock), try session(nil))
    let audience = audience(on: scheduler)
    defer {
      audience.cancel()
      session?.end()
    }
    guard audience.listen(to: publisher(on: scheduler, session)) == nil,
      let subscription = audience.subscription
    else { return nil }
    return try PlaybackSnapshot(
      PlaybackCheckpoint.Head(
        valueCount: 0, inputs: session?.positions, instant: scheduler.now,
        clock: scheduler.state),
      of: subscription, isLast: false, { scheduler.pendingTickets }
    ).encoded()
  }

  /// Throws if a state does not belong to the program.
  func resume(_ checkpoint: DecodedCheckpoint, _ head: PlaybackCheckpoint.Head) throws {
    let (scheduler, session) = (VirtualScheduler(head.clock), try session(head.inputs))
    let audience = audience(on: scheduler)
    defer {
      audience.cancel()
      session?.end()
    }
    try checkpoint.resume(publisher(on: scheduler, session), with: audience)
  }
}

extension InputPositions {
  /// The positions of inputs whose records come only once, so that none is looked for.
  fileprivate var withoutRecords: InputPositions {
    InputPositions(
      start: start, calendarZero: calendarZero, instant: instant,
      inputs: inputs.map { Input(name: $0.name, position: nil) })
  }
}

/// The states of runs, of which it is known how many have been read.
private final class CountedLines: RunStates {
  private var lines: RunLines
  private(set) var count = 0

  init(_ bytes: [UInt8]) {
    lines = RunLines(bytes)
  }

  var isAtEnd: Bool { lines.isAtEnd }

  func decode<State: Decodable>(_ type: State.Type) throws -> State {
    count += 1
    return try lines.decode(type)
  }
}

extension RunTree {
  /// The saved form of the run of the playback itself; nil if it needs none.
  fileprivate var playback: Value? {
    guard runs.first.map({ $0.number == nil }) == true, let entry = entry(of: 0),
      case .object(let saved) = entry, case .object(let state)? = saved["state"],
      state["dropped"] != nil
    else { return nil }
    return entry
  }
}

extension Value {
  /// The saved form of the run of a playback with the inputs, and all that is the same, of another
  /// one.
  fileprivate func carrying(
    _ old: Value?, _ oldHead: PlaybackCheckpoint.Head, _ newHead: PlaybackCheckpoint.Head
  ) -> CarriedState.Root? {
    guard var state else { return nil }
    let before = old?.state ?? Object([])
    var diagramCount = 0
    for key in ["ends", "latest", "outputs", "dropped"] as [Text] {
      // Diagrams, streams that are played once and side outputs have no names here. If there are as
      // many, they are the same.
      guard case .array(let new)? = state[key], case .array(let olds)? = before[key],
        key == "dropped" || new.count == olds.count
      else { continue }
      state = state.replacing(key, by: .array(olds))
      if key == "ends" { diagramCount = olds.count }
    }
    let flags =
      (old?.runningFlags ?? []).prefix(diagramCount) + runningFlags.dropFirst(diagramCount)
    if case .object(let inputs)? = before["inputs"] ?? state["inputs"],
      case .array(let readings)? = inputs["readings"]
    {
      let names = oldHead.inputs?.inputs.map(\.name) ?? []
      let carried = (newHead.inputs?.inputs ?? []).map { input -> Value in
        let index = names.firstIndex(of: input.name)
        return index.flatMap { readings.indices.contains($0) ? readings[$0] : nil } ?? .null
      }
      state = state.replacing(
        "inputs", by: .object(inputs.replacing("readings", by: .array(carried))))
    }
    return CarriedState.Root(
      entry: ["state": .object(state), "isRunning": .array(Array(flags))],
      diagramCount: diagramCount)
  }
}

extension Value {
  /// For each upstream of a saved run, whether it runs.
  fileprivate var runningFlags: [Value] {
    if case .object(let entry) = self, case .array(let flags)? = entry["isRunning"] {
      flags
    } else {
      [true]
    }
  }
}
