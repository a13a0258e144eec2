import Expressions
import Reactive
import Values

extension Chain {
  /// What makes the rows of a stream whose events are known.
  func rows(of node: Int) -> RowRecipe {
    let (base, transforms) = plan.transforms(before: node)
    var recipe = baseRows(of: base)
    recipe.transform(by: transforms)
    recipe.frame = frame
    return recipe
  }

  /// The same for a stream that has the clock for itself, in which a delay is but a sum; nil if its
  /// events are not known all the same.
  func rowsAlone(of output: Int) -> RowRecipe? {
    var stages: [(node: Int, transforms: [Transform])] = []
    var (base, transforms) = plan.transforms(before: output)
    while plan.known[base] == nil {
      guard let input = inputOfLayer(base) else { return nil }
      stages.append((base, transforms))
      (base, transforms) = plan.transforms(before: input)
    }
    var recipe = baseRows(of: base)
    recipe.transform(by: transforms)
    for stage in stages.reversed() {
      addLayer(of: stage.node, to: &recipe)
      recipe.transform(by: stage.transforms)
    }
    recipe.frame = frame
    return recipe
  }

  /// What a node takes in that can be a layer on the rows of that; nil if it cannot.
  private func inputOfLayer(_ node: Int) -> Int? {
    switch plan.nodes[node] {
    case .delay(let input, _): input
    case .stage(let inputs, _, let stage): stage.addLayer == nil ? nil : inputs[0]
    default: nil
    }
  }

  private func addLayer(of node: Int, to recipe: inout RowRecipe) {
    switch plan.nodes[node] {
    case .delay(_, let nanoseconds):
      recipe.add { start, _ in ShiftLayer(by: nanoseconds, start: start) }
    case .stage(_, _, let stage):
      stage.addLayer?(&recipe)
    default: notKnown()
    }
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
      return .marbles(diagram, clockStandsStill: scheduler.clockStandsStill)
    case .append(let inputs):
      let parts = inputs.map { rows(of: $0) }
      return RowRecipe(takesEarlierPlaces: parts.contains { $0.takesEarlierPlaces }) {
        AppendedRows(parts.in($1), start: $0, batch: $2)
      }
    case .merge(let inputs):
      return joined(inputs) { MergedRows($0, start: $1, batch: $2) }
    case .zip(let inputs):
      return joined(inputs) { ZippedRows($0, start: $1, batch: $2) }
    case .stage(let inputs, _, _):
      var recipe = rows(of: inputs[0])
      addLayer(of: node, to: &recipe)
      return recipe
    case .outer, .evaluated, .input, .delay, .transform, .group:
      notKnown()
    }
  }

  /// The recipe for the rows of items that take in no further streams.
  func rows(of items: ItemsPlan, _ range: Range<Int>) -> RowRecipe {
    let clockStandsStill = scheduler.clockStandsStill
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
      leafCount: max(1, parts.reduce(0) { $0 + $1.leafCount }),
      takesEarlierPlaces: parts.contains { $0.takesEarlierPlaces }
    ) { join(parts.in($1), $0, $2) }
  }
}

extension RowRecipe {
  /// The recipe for the rows of a diagram from its beginning; earlier events have gone by.
  static func marbles(_ diagram: MarblePlan, clockStandsStill: Bool) -> RowRecipe {
    RowRecipe(takesEarlierPlaces: true) { start, _, batch in
      MarbleRows(diagram, start: start, clockStandsStill: clockStandsStill, batch: batch)
    }
  }

  fileprivate mutating func transform(by transforms: [Transform]) {
    guard !transforms.isEmpty else { return }
    add { _, frame in TransformLayer(TransformRun(transforms, frame: frame)) }
  }
}

extension [RowRecipe] {
  /// The same with these variables around them.
  fileprivate func `in`(_ frame: Frame) -> [RowRecipe] {
    map { recipe in
      var recipe = recipe
      recipe.frame = frame
      return recipe
    }
  }
}

extension Plan {
  /// The transforms at a node and right before it, in their order, and the node before them.
  func transforms(before node: Int) -> (base: Int, transforms: [Transform]) {
    var transforms: [Transform] = []
    var base = node
    while case .transform(let input, let transform) = nodes[base] {
      transforms.append(transform)
      base = input
    }
    return (base, transforms.reversed())
  }
}
