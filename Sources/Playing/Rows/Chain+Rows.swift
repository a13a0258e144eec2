import Expressions
import Reactive
import StreamModels

extension Chain {
  /// Returns the recipe for the rows of a stream whose events are known.
  func rows(of node: Int) -> RowRecipe {
    let (base, transforms) = plan.graph.transforms(before: node)
    var recipe = baseRows(of: base)
    recipe.transform(by: transforms)
    recipe.frame = frame
    return recipe
  }

  /// Returns the recipe for a stream that has the clock to itself, in which a delay only adds to
  /// the time; nil if even so the events are not known.
  func rowsAlone(of output: Int) -> RowRecipe? {
    var delays: [(nanoseconds: Int64, transforms: [Transform])] = []
    var (base, transforms) = plan.graph.transforms(before: output)
    while plan.known[base] == nil {
      guard case .delay(let input, let nanoseconds) = plan.nodes[base] else { return nil }
      delays.append((nanoseconds, transforms))
      (base, transforms) = plan.graph.transforms(before: input)
    }
    var recipe = baseRows(of: base)
    recipe.transform(by: transforms)
    for delay in delays.reversed() {
      recipe.add { start, _ in ShiftLayer(by: delay.nanoseconds, start: start) }
      recipe.transform(by: delay.transforms)
    }
    recipe.frame = frame
    return recipe
  }

  private func baseRows(of node: Int) -> RowRecipe {
    switch plan.nodes[node] {
    case .items(let items):
      return rows(of: items, items.values.indices)
    case .item:
      let item = item
      return RowRecipe { start, _, batch in SequenceRows([item], start: start, batch: batch) }
    case .sequence(let values):
      return RowRecipe { start, _, batch in SequenceRows(values, start: start, batch: batch) }
    case .marbles(let diagram):
      return .marbles(diagram, clockStandsStill: scheduler._clockStandsStill)
    case .append(let inputs):
      let parts = inputs.map { rows(of: $0) }
      return RowRecipe(takesEarlierTickets: parts.contains { $0.takesEarlierTickets }) {
        AppendedRows(parts.in($1), start: $0, batch: $2)
      }
    case .merge(let inputs):
      return joined(inputs) { MergedRows($0, start: $1, batch: $2) }
    case .zip(let inputs):
      return joined(inputs) { ZippedRows($0, start: $1, batch: $2) }
    case .outer, .evaluated, .input, .sideOutput, .delay, .transform, .stage, .group:
      notKnown()
    }
  }

  /// Returns the recipe for the rows of items without further streams as inputs.
  func rows(of items: ItemsPlan, _ range: Range<Int>) -> RowRecipe {
    let clockStandsStill = scheduler._clockStandsStill
    var recipe = RowRecipe { start, frame, batch in
      ItemRows(
        items, range, frame: frame, start: start, clockStandsStill: clockStandsStill, batch: batch)
    }
    recipe.frame = frame
    return recipe
  }

  private func notKnown() -> Never {
    preconditionFailure("a stream whose events are not known")
  }

  private func joined(
    _ inputs: [Int], _ join: @escaping ([RowRecipe], Int64, RowBatch) -> RowSource
  ) -> RowRecipe {
    let parts = inputs.map { rows(of: $0) }
    return RowRecipe(
      sourceCount: max(1, parts.reduce(0) { $0 + $1.sourceCount }),
      takesEarlierTickets: parts.contains { $0.takesEarlierTickets }
    ) { join(parts.in($1), $0, $2) }
  }
}

extension RowRecipe {
  /// Returns the recipe for the rows of a diagram from its beginning; earlier events are skipped.
  static func marbles(_ diagram: MarblePlan, clockStandsStill: Bool) -> RowRecipe {
    RowRecipe(takesEarlierTickets: true) { start, _, batch in
      MarbleRows(diagram, start: start, clockStandsStill: clockStandsStill, batch: batch)
    }
  }

  fileprivate mutating func transform(by transforms: [Transform]) {
    guard !transforms.isEmpty else { return }
    add { _, frame in TransformLayer(TransformRun(transforms, frame: frame)) }
  }
}

extension [RowRecipe] {
  /// Returns the recipes with these variables.
  fileprivate func `in`(_ frame: Frame) -> [RowRecipe] {
    map { recipe in
      var recipe = recipe
      recipe.frame = frame
      return recipe
    }
  }
}
