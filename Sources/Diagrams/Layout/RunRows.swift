import Marbles
package import Reactive
package import Tracing
import Values

/// A trace in which each run of an inner stream has separate stages, so that each has a row: one
/// for each key of `groupBy`, and one for each stream that `flatMap` plays.
///
/// The runs have the name of their key or value in place of a definition. Beyond the first ten, the
/// runs of a stage share a row. A run without known events has no row.
package struct RunRows: Sendable {
  /// The maximum number of runs that have rows.
  fileprivate static let limit = 10
  /// The columns of the longest name.
  fileprivate static let longestName = 24

  package private(set) var trace: Trace
  /// For each stage of a single run, the instant at which the run began; nil for all others.
  package private(set) var begins: [Instant?] = []
  /// For each stage of a single run, the instant at which it was cancelled; nil if it was not, and
  /// for all other stages.
  package private(set) var stops: [Instant?] = []

  /// The runs of the stages of one inner stream. The stages are consecutive.
  fileprivate struct Block {
    let stages: Range<Int>
    /// The keys or values of the runs, as far as they are known.
    var owners: [Value?] = []
    var begins: [Instant] = []
    /// For each run that is known, its row. The last row contains all runs beyond the limit.
    var rows: [Int: Int] = [:]
    var rowCount = 1
  }

  package init(_ whole: Trace) {
    trace = whole
    var (blocks, isRun) = Self.blocks(of: whole)
    guard isRun.contains(true) else {
      begins = whole.stages.map { _ in nil }
      stops = begins
      return
    }
    let owners = Self.note(whole.events, in: &blocks, isRun)
    trace.stages = []
    var places: [[Int]] = whole.stages.map { _ in [] }
    var blockOf: [Int] = []
    for (index, block) in blocks.enumerated() {
      add(block, of: whole, &places)
      blockOf += block.stages.map { _ in index }
    }
    func place(_ stage: Int, _ run: Int) -> (stage: Int, run: Int) {
      let rows = places[stage]
      guard isRun[stage] else { return (rows[0], run) }
      let row = blocks[blockOf[stage]].row(of: run, owners[stage][run])
      return (rows[min(row, rows.count - 1)], row < Self.limit ? 0 : run)
    }
    for index in trace.events.indices where places.indices.contains(trace.events[index].stage) {
      let event = trace.events[index]
      (trace.events[index].stage, trace.events[index].run) = place(event.stage, event.run)
    }
    trace.cancellations = []
    for cancellation in whole.cancellations where places.indices.contains(cancellation.stage) {
      let (stage, run) = place(cancellation.stage, cancellation.run)
      if begins[stage] != nil {
        stops[stage] = max(stops[stage] ?? cancellation.instant, cancellation.instant)
      }
      trace.cancellations.append(
        Trace.Cancellation(stage: stage, run: run, instant: cancellation.instant))
    }
    for index in trace.ends.indices where places.indices.contains(trace.ends[index].stage) {
      let end = trace.ends[index]
      (trace.ends[index].stage, trace.ends[index].run) = place(end.stage, end.run)
    }
  }

  /// Adds the stages of a block, once for each row.
  private mutating func add(_ block: Block, of whole: Trace, _ places: inout [[Int]]) {
    let runs = block.rows.keys.sorted()
    for row in 0..<block.rowCount {
      let run = row < min(Self.limit, runs.count) ? runs[row] : nil
      for number in block.stages {
        var stage = whole.stages[number]
        stage.number = trace.stages.count
        stage.inputs = stage.inputs.flatMap { input -> [Int] in
          guard places.indices.contains(input) else { return [] }
          let rows = places[input]
          return block.stages.contains(input) && rows.indices.contains(row) ? [rows[row]] : rows
        }
        stage.inner = stage.inner.flatMap { places.indices.contains($0) ? places[$0] : [] }
        if let name = block.name(of: row, run) {
          stage.definition = stage.definition.map { "\($0) › \(name)" } ?? name
        }
        places[number].append(stage.number)
        trace.stages.append(stage)
        begins.append(run.map { block.begins[$0] })
        stops.append(nil)
      }
    }
  }
}

extension RunRows.Block {
  fileprivate func name(of row: Int, _ run: Int?) -> String? {
    guard let run else { return rows.isEmpty ? nil : "\(rows.count - RunRows.limit) more" }
    return owners[run].map { ValueLabel.text(of: $0, limit: RunRows.longestName) }
  }

  /// Returns the row of a run. The runs of a stage that is not always played have different
  /// numbers.
  fileprivate func row(of run: Int, _ owner: Value?) -> Int {
    if let row = rows[run], owner == nil || owners[run] == owner { return row }
    let other = rows.filter { $0.value < RunRows.limit && owners[$0.key] == owner }
    return other.map(\.value).min() ?? rowCount - 1
  }
}

// MARK: - Finding runs

extension RunRows {
  /// Returns the stages in blocks, and whether each belongs to an inner stream.
  private static func blocks(of trace: Trace) -> (blocks: [Block], isRun: [Bool]) {
    let players = players(in: trace)
    let owned = Set(trace.events.lazy.filter { $0.owner != nil }.map(\.stage))
    var blocks: [Block] = []
    var first = 0
    while first < players.count {
      var end = first + 1
      while end < players.count, players[first] != nil, players[end] == players[first] { end += 1 }
      blocks.append(Block(stages: first..<end))
      first = end
    }
    let isRun = blocks.flatMap { block in
      let hasOwners =
        players[block.stages.lowerBound] != nil && !owned.isDisjoint(with: block.stages)
      return block.stages.map { _ in hasOwners }
    }
    return (blocks, isRun)
  }

  /// Returns, for each stage, the number of the stage that plays it for its values or keys; nil if
  /// none does.
  private static func players(in trace: Trace) -> [Int?] {
    var players: [Int?] = trace.stages.map { _ in nil }
    for (number, stage) in trace.stages.enumerated().reversed() {
      for inner in stage.inner where players.indices.contains(inner) && inner < number {
        players[inner] = number
      }
      for input in stage.inputs where players.indices.contains(input) && input < number {
        players[input] = players[number] ?? players[input]
      }
    }
    return players
  }

  /// Records the runs of blocks, and assigns rows to them. Returns the owner of each run of each
  /// stage.
  private static func note(
    _ events: [Trace.Event], in blocks: inout [Block], _ isRun: [Bool]
  ) -> [[Int: Value]] {
    var owners: [[Int: Value]] = isRun.map { _ in [:] }
    var blockOf: [Int] = []
    for (index, block) in blocks.enumerated() { blockOf += block.stages.map { _ in index } }
    for event in events where isRun.indices.contains(event.stage) && isRun[event.stage] {
      guard let owner = event.owner, (0..<events.count).contains(event.run) else { continue }
      owners[event.stage][event.run] = owner
      let block = blockOf[event.stage]
      while blocks[block].owners.count <= event.run {
        blocks[block].owners.append(nil)
        blocks[block].begins.append(event.instant)
      }
      let causes = event.causes.filter { events.indices.contains($0) }
      let begin = causes.map { events[$0].instant }.min() ?? event.instant
      let isFirst = blocks[block].owners[event.run] == nil
      blocks[block].owners[event.run] = blocks[block].owners[event.run] ?? owner
      blocks[block].begins[event.run] =
        isFirst ? begin : min(begin, blocks[block].begins[event.run])
    }
    for index in blocks.indices {
      for (run, owner) in blocks[index].owners.enumerated() where owner != nil {
        blocks[index].rows[run] = min(blocks[index].rows.count, limit)
      }
      blocks[index].rowCount = max(1, min(blocks[index].rows.count, limit + 1))
    }
    return owners
  }
}
