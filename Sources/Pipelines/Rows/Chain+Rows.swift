import Expressions
import Reactive
import Values

extension Chain {
  /// What makes the rows of a stream whose events are known.
  func rows(of node: Int) -> RowRecipe {
    let (base, transforms) = plan.transforms(before: node)
    return baseRows(of: base).transformed(by: transforms, frame)
  }

  /// The same for a stream that has the clock for itself, in which a delay is but a sum; nil if its
  /// events are not known all the same.
  func rowsAlone(of output: Int) -> RowRecipe? {
    var layers: [(nanoseconds: Int64, transforms: [Transform])] = []
    var (base, transforms) = plan.transforms(before: output)
    while case .delay(let input, let nanoseconds) = plan.nodes[base] {
      guard layers.count < Self.deepestShift else { return nil }
      layers.append((nanoseconds, transforms))
      (base, transforms) = plan.transforms(before: input)
    }
    guard plan.known[base] != nil else { return nil }
    return layers.reversed().reduce(baseRows(of: base).transformed(by: transforms, frame)) {
      $0.shifted(by: $1.nanoseconds).transformed(by: $1.transforms, frame)
    }
  }

  /// How many delays are taken as sums: their calls nest.
  private static let deepestShift = 16

  private func baseRows(of node: Int) -> RowRecipe {
    switch plan.nodes[node] {
    case .items(let items):
      let frame = frame
      return RowRecipe { ItemRows(items, frame: frame, start: $0, batch: $1) }
    case .item:
      let item = item
      return RowRecipe { SequenceRows([item], start: $0, batch: $1) }
    case .sequence(let values):
      return RowRecipe { SequenceRows(values, start: $0, batch: $1) }
    case .marbles(let diagram):
      return RowRecipe(takesEarlierPlaces: true) { MarbleRows(diagram, start: $0, batch: $1) }
    case .append(let inputs):
      let parts = inputs.map { rows(of: $0) }
      return RowRecipe(takesEarlierPlaces: parts.contains { $0.takesEarlierPlaces }) {
        AppendedRows(parts, start: $0, batch: $1)
      }
    case .merge(let inputs):
      return joined(inputs) { MergedRows($0, start: $1, batch: $2) }
    case .zip(let inputs):
      return joined(inputs) { ZippedRows($0, start: $1, batch: $2) }
    case .stage(let inputs, _, let stage):
      guard let recipe = stage.rows?(rows(of: inputs[0]), frame) else { notKnown() }
      return recipe
    case .outer, .evaluated, .input, .delay, .transform, .group:
      notKnown()
    }
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
    ) { join(parts, $0, $1) }
  }
}

extension RowRecipe {
  fileprivate func transformed(by transforms: [Transform], _ frame: Frame) -> RowRecipe {
    guard !transforms.isEmpty else { return self }
    return RowRecipe(leafCount: leafCount, takesEarlierPlaces: takesEarlierPlaces) {
      [make] start, batch in
      TransformedRows(make(start, batch), TransformRun(transforms, frame: frame))
    }
  }

  func reduced(by evaluator: Evaluator, from first: Value, _ frame: Frame) -> RowRecipe {
    RowRecipe(leafCount: leafCount, takesEarlierPlaces: takesEarlierPlaces) {
      [make] start, batch in
      ReducedRows(make(start, batch), evaluator, from: first, frame: frame, start: start)
    }
  }

  fileprivate func shifted(by nanoseconds: Int64) -> RowRecipe {
    RowRecipe(leafCount: leafCount, takesEarlierPlaces: takesEarlierPlaces) {
      [make] start, batch in
      ShiftedRows(make(start, batch), by: nanoseconds, start: start)
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
