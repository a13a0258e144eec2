import Expressions
import StreamModels
import Values

// MARK: - Parts

extension CarriedState {
  /// Begins the part of an operator or source of the new document.
  mutating func begin(_ run: Int, instead other: Int?) throws -> [Piece] {
    guard let number = fresh.runs[run].number else { return try write(run, instead: other) }
    let saved = fresh.operators[number]
    let states = fresh.entry(of: run)?.state?.steps
    // A stage of transforms without a state has nothing to carry.
    if states == [] { return try write(run, instead: other) }
    if states != nil, !saved.steps.isEmpty {
      return try begin(run, number, saved.steps, instead: other)
    }
    switch predecessor(of: saved.place, fitting: run, at: other) {
    case .none(let reason):
      outcomes.append(Outcome(place: saved.place, kind: .begins(reason)))
      return try write(run, instead: other)
    case .run(let old, let isChanged):
      outcomes.append(Outcome(place: saved.place, kind: .carried(isChanged: isChanged)))
      return try write(old, in: run, number)
    }
  }

  private enum Predecessor {
    case run(Int, isChanged: Bool)
    case none(String)
  }

  /// Finds the old state for an operator, source or transform of the new document.
  ///
  /// - Parameters:
  ///   - run: The first run of its part; nil for a transform, which is a part of a stage.
  ///   - other: The run of the old tree at the same position, which comes first if a stream is
  ///     played several times.
  private mutating func predecessor(
    of place: ExpressionPlace, fitting run: Int?, at other: Int?
  ) -> Predecessor {
    guard let before = match.oldPlace(of: place) else { return .none("it is new") }
    matched.insert(before)
    guard !unusable.contains(place) else { return .none("its state has another form") }
    let candidates = unused[before] ?? []
    guard let candidate = candidates.first(where: { $0 == other }) ?? candidates.first else {
      return .none("it had no state")
    }
    let playsInner = run != nil && playsInner(candidate)
    var isChanged = false
    if place.isOperator {
      switch match.difference(of: place, from: before, playsInner: playsInner) {
      case .none: break
      case .constants: isChanged = true
      case .parameters: return .none("it has other parameters")
      case .key(let name): return .none("its '\(name)' is another one")
      }
    } else if !match.isSameSource(at: place, as: before, playsInner: playsInner) {
      return .none("it is another source")
    }
    if let run {
      guard fits(candidate, run) else { return .none("its upstreams are others") }
      // The stage of a source with the transforms after it.
      if old.runs[candidate].upstreams.isEmpty, !hasSameSource(place.stream) {
        return .none("it is applied to another source")
      }
    }
    unused[before]?.removeAll { $0 == candidate }
    return .run(candidate, isChanged: isChanged)
  }

  /// Begins a stage of transforms: each one that was there before has its state.
  private mutating func begin(
    _ run: Int, _ number: Int, _ steps: [ExpressionPlace], instead other: Int?
  ) throws -> [Piece] {
    guard let entry = fresh.entry(of: run), var states = entry.state?.steps,
      states.count == steps.count
    else { return try write(run, instead: other) }
    var stage: Int?
    for (index, place) in steps.enumerated() {
      switch predecessor(of: place, fitting: nil, at: other) {
      case .none(let reason):
        outcomes.append(Outcome(place: place, kind: .begins(reason)))
      case .run(let candidate, let isChanged):
        guard let state = savedStep(of: place, in: candidate) else {
          outcomes.append(Outcome(place: place, kind: .begins("an earlier version saved it")))
          continue
        }
        states[index] = state
        stage = candidate
        outcomes.append(Outcome(place: place, kind: .carried(isChanged: isChanged)))
      }
    }
    // The results for values that arrive again belong to the state.
    if let stage, fits(stage, run), let before = old.entry(of: stage),
      before.state?.hasKind(of: entry.state) == true
    {
      try add(before.replacing(steps: states), of: number)
      return pieces(upstreamOf: stage, in: run, number)
    }
    try add(entry.replacing(steps: states), of: number)
    return pieces(upstreamOf: run, instead: stage.flatMap { old.runs[$0].upstreams.first } ?? other)
  }

  /// The saved state of a transform in a stage of the old document.
  private mutating func savedStep(of place: ExpressionPlace, in stage: Int) -> Value? {
    guard let before = match.oldPlace(of: place), let number = old.runs[stage].number,
      let index = old.operators[number].steps.firstIndex(of: before),
      let states = old.entry(of: stage)?.state?.steps,
      states.indices.contains(index)
    else { return nil }
    return states[index]
  }

  /// Notes the operators of the document before that are gone, and their states with them.
  mutating func noteDropped() {
    for run in old.firstRuns {
      guard let saved = old.runs[run].number.map({ old.operators[$0] }),
        old.entry(of: run)?.state?.steps != []
      else { continue }
      for place in saved.steps.isEmpty ? [saved.place] : saved.steps
      where place.isOperator && !matched.contains(place) {
        outcomes.append(Outcome(place: place, kind: .dropped))
      }
    }
  }
}
