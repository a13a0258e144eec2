import Expressions
import Platform
import StreamModels
import Values

/// The state of a changed document: what its operators hold when they begin, and what those of the
/// document before held where they are the same.
struct CarriedState {
  /// The fate of the state of an operator or a source.
  struct Outcome: Hashable {
    enum Kind: Hashable {
      /// It continues; its parameters are the same or not.
      case carried(isChanged: Bool)
      case begins(String)
      /// It is gone, or begins anew at another place.
      case dropped
    }

    /// The place in the new document; that in the document before for a dropped state.
    let place: ExpressionPlace
    let kind: Kind
  }

  /// The saved form of the run of the playback itself.
  struct Root {
    let entry: Value
    /// The number of hot diagrams that continue.
    let diagramCount: Int
  }

  let old: RunTree
  let fresh: RunTree
  var match: DocumentMatch
  /// The matching places the other way round.
  private var reverse: DocumentMatch
  /// The operators of the new document whose old states cannot be used.
  let unusable: Set<ExpressionPlace>
  /// The first runs of old operators that have not been used, by place, and by the place of a step.
  var unused: [ExpressionPlace: [Int]] = [:]
  /// The places of the old document that have a match in the new one.
  var matched: Set<ExpressionPlace> = []
  private var lines = CheckpointLines()
  /// The operator or source of each line.
  private(set) var owners: [SavedOperator?] = []
  /// The operators and sources of the new document.
  private(set) var operators: [SavedOperator]
  var outcomes: [Outcome] = []

  /// Puts the state together.
  ///
  /// - Parameter root: The run of the playback itself; nil if it has none.
  init(
    _ old: RunTree, _ fresh: RunTree, _ match: DocumentMatch, reverse: DocumentMatch, root: Root?,
    unusable: Set<ExpressionPlace>
  ) throws {
    (self.old, self.fresh, self.match, self.unusable) = (old, fresh, match, unusable)
    (self.reverse, operators) = (reverse, fresh.operators)
    for run in old.firstRuns {
      guard let saved = old.runs[run].number.map({ old.operators[$0] }) else { continue }
      for place in Set(saved.steps + [saved.place]) { unused[place, default: []].append(run) }
    }
    try putTogether(root: root)
    noteDropped()
  }

  var bytes: [UInt8] { lines.bytes }

  // MARK: - Runs

  /// A piece of the tree whose lines are to be written.
  enum Piece {
    /// The part of an operator or source in the new tree, and all upstream of it, with the run of
    /// the old tree at the same position, if there is one.
    case part(Int, instead: Int?)
    /// A run of the new tree within such a part.
    case fresh(Int, instead: Int?)
    /// A run of the old tree, and the one at the same position in the new one.
    case carried(Int, Int?, number: Int?)
    /// A run of the old tree in a stream that only begins later in the new one.
    case kept(Int)
  }

  private mutating func putTogether(root: Root?) throws {
    guard !fresh.runs.isEmpty else { return }
    var stack: [Piece] = []
    if let root {
      try add(JSONWriter.text(of: root.entry)[...], of: nil)
      let diagrams = old.runs[0].upstreams.prefix(root.diagramCount)
      stack = diagrams.compactMap { $0.map { .carried($0, nil, number: nil) } }
      stack += fresh.runs[0].upstreams.dropFirst(diagrams.count).compactMap {
        $0.map { piece($0, below: nil, instead: nil) }
      }
      stack.reverse()
    } else {
      stack = [piece(0, below: nil, instead: 0)]
    }
    while let piece = stack.popLast() {
      switch piece {
      case .part(let run, let other): try stack += begin(run, instead: other).reversed()
      case .fresh(let run, let other): try stack += write(run, instead: other).reversed()
      case .carried(let run, let counterpart, let number):
        try stack += write(run, in: counterpart, number).reversed()
      case .kept(let run):
        try add(old.bytes(of: run), of: keptNumber(of: run))
        stack += old.runs[run].upstreams.reversed().compactMap { $0.map { .kept($0) } }
      }
    }
  }

  private func piece(_ run: Int, below number: Int?, instead other: Int?) -> Piece {
    fresh.isBoundary(run, below: number)
      ? .part(run, instead: other) : .fresh(run, instead: other)
  }

  mutating func add(_ entry: ArraySlice<UInt8>, of number: Int?) throws {
    try lines.add(entry: entry, of: number)
    owners.append(number.map { operators[$0] })
  }

  /// The number of the operator to which a run of the old tree belongs in the new document.
  private mutating func keptNumber(of run: Int) -> Int? {
    guard let saved = old.runs[run].number.map({ old.operators[$0] }),
      let place = reverse.oldPlace(of: saved.place)
    else { return nil }
    matched.formUnion([saved.place] + saved.steps)
    let owner = SavedOperator(
      at: place, steps: saved.steps.compactMap { reverse.oldPlace(of: $0) })
    if let known = operators.firstIndex(of: owner) { return known }
    operators.append(owner)
    return operators.count - 1
  }

  /// Writes a run of the new tree. Returns the pieces upstream of it.
  mutating func write(_ run: Int, instead other: Int?) throws -> [Piece] {
    try add(fresh.bytes(of: run), of: fresh.runs[run].number)
    return pieces(upstreamOf: run, instead: other)
  }

  /// The pieces upstream of a run of the new tree. If the run is new, what was there before is
  /// upstream of it now.
  func pieces(upstreamOf run: Int, instead other: Int?) -> [Piece] {
    fresh.runs[run].upstreams.compactMap { upstream in
      upstream.map { piece($0, below: fresh.runs[run].number, instead: other) }
    }
  }

  /// Writes a run of the old tree. Returns the pieces upstream of it.
  mutating func write(
    _ run: Int, in counterpart: Int?, _ number: Int?
  ) throws -> [Piece] {
    try add(old.bytes(of: run), of: number)
    return pieces(upstreamOf: run, in: counterpart, number)
  }

  mutating func pieces(
    upstreamOf run: Int, in counterpart: Int?, _ number: Int?
  ) -> [Piece] {
    let others = counterpart.map { fresh.runs[$0].upstreams } ?? []
    var pieces: [Piece] = []
    for (index, upstream) in old.runs[run].upstreams.enumerated() {
      guard let upstream else { continue }
      let other = others.indices.contains(index) ? others[index] : nil
      if !old.isBoundary(upstream, below: old.runs[run].number) {
        let isOther = other.map { [fresh] other in
          fresh.isBoundary(other, below: counterpart.flatMap { fresh.runs[$0].number })
        }
        pieces.append(.carried(upstream, isOther == true ? nil : other, number: number))
      } else if isPlayedLater(upstream, of: run, than: other, of: counterpart) {
        pieces.append(.kept(upstream))
      } else if let other {
        pieces.append(.part(other, instead: upstream))
      }
    }
    return pieces
  }

  /// Whether a run of the old tree belongs to one of the streams that an operator or a source plays
  /// one after another, and not to the stream to which the operator is applied.
  private func isAlternative(_ upstream: Int, of run: Int) -> Bool {
    guard let place = old.place(of: run), let other = old.place(of: upstream), old.isSeries(run)
    else { return false }
    return match.names(other, in: place, isNew: false)
  }

  /// Whether a run of the old tree belongs to a stream that the new one only plays later, or that has
  /// ended there at once.
  private mutating func isPlayedLater(
    _ upstream: Int, of run: Int, than other: Int?, of counterpart: Int?
  ) -> Bool {
    guard let other else { return true }
    guard old.isSeries(run), !isSame(other, as: upstream) else { return false }
    if isAlternative(upstream, of: run) { return true }
    guard let counterpart, let place = fresh.place(of: counterpart),
      let stream = fresh.place(of: other)
    else { return false }
    return match.names(stream, in: place, isNew: true)
  }

  /// Whether all operators and sources from a run of the old tree on are the same in the new
  /// document, and none is added between them and the operator that plays them.
  private mutating func isUnchanged(_ upstream: Int, of run: Int) -> Bool {
    guard let place = old.place(of: run), let new = reverse.oldPlace(of: place),
      let stream = old.place(of: upstream),
      match.names(stream, in: place, isNew: false)
        || new.path.components.last(where: \.isIndex)
          == place.path.components.last(where: \.isIndex)
    else { return false }
    var stack = [upstream]
    while let next = stack.popLast() {
      stack += old.runs[next].upstreams.compactMap(\.self)
      guard let saved = old.runs[next].number.map({ old.operators[$0] }) else { continue }
      for place in saved.steps + [saved.place] {
        guard let new = reverse.oldPlace(of: place) else { return false }
        let isSame =
          !place.isOperator
          ? match.isSameSource(at: new, as: place, playsInner: true)
          : !match.difference(of: new, from: place, playsInner: true).endsState
        if !isSame { return false }
      }
    }
    return true
  }

  /// Whether a part of the new tree begins with the operator or source of one of the old tree.
  private mutating func isSame(_ run: Int, as other: Int) -> Bool {
    guard let place = fresh.place(of: run), let before = old.place(of: other) else { return false }
    return match.oldPlace(of: place) == before
  }

  /// Whether the part that begins with a run of the old tree has its other operators at the same
  /// positions as the one of the new tree.
  ///
  /// An upstream that has ended does not begin again. If it is another one now, the part does not
  /// fit.
  mutating func fits(_ run: Int, _ counterpart: Int) -> Bool {
    var stack: [(Int, Int?)] = [(run, counterpart)]
    while let (run, counterpart) = stack.popLast() {
      let others = counterpart.map { fresh.runs[$0].upstreams } ?? []
      for (index, upstream) in old.runs[run].upstreams.enumerated() {
        let other = others.indices.contains(index) ? others[index] : nil
        guard let upstream else {
          if let other, isAnother(other) { return false }
          continue
        }
        let isBoundary = other.map {
          fresh.isBoundary($0, below: counterpart.flatMap { fresh.runs[$0].number })
        }
        if old.isBoundary(upstream, below: old.runs[run].number) {
          if isPlayedLater(upstream, of: run, than: other, of: counterpart) {
            guard isUnchanged(upstream, of: run) else { return false }
          } else if isBoundary != true {
            return false
          }
        } else {
          // Instead of its upstream, an operator may play a stream of its parameters.
          stack.append((upstream, isBoundary == true ? nil : other))
        }
      }
    }
    return true
  }

  /// Whether the part that begins with a run of the new tree was not in the document before.
  mutating func isAnother(_ run: Int) -> Bool {
    guard let place = fresh.place(of: run) else { return false }
    if fresh.entry(of: run)?.state?.steps == [] {
      // Transforms without a state do not matter, only what they are applied to.
      let upstreams = fresh.runs[run].upstreams.compactMap(\.self).filter {
        fresh.isBoundary($0, below: fresh.runs[run].number)
      }
      guard upstreams.isEmpty else { return upstreams.contains { isAnother($0) } }
      return !hasSameSource(place.stream)
    }
    guard let before = match.oldPlace(of: place) else { return true }
    return !place.isOperator
      ? !match.isSameSource(at: place, as: before, playsInner: false)
      : match.difference(of: place, from: before, playsInner: false).endsState
  }

  /// Whether the stream at a place had the same source in the document before.
  mutating func hasSameSource(_ stream: ExpressionPlace) -> Bool {
    guard let before = match.oldPlace(of: stream) else { return false }
    return match.isSameSource(at: stream, as: before, playsInner: false)
  }

  /// Whether the part that begins with a run of the old tree includes runs of streams that the
  /// operator or source plays itself.
  func playsInner(_ run: Int) -> Bool {
    old.runs[run].upstreams.contains { upstream in
      upstream.map {
        !old.isBoundary($0, below: old.runs[run].number) || isAlternative($0, of: run)
      } ?? false
    }
  }
}

extension ExpressionPlace {
  /// Whether it is the place of an operator, and not of a source or a parameter.
  var isOperator: Bool {
    let names = path.components.suffix(3)
    guard let list = names.first, case .key? = names.last else { return false }
    return names.count == 3 && list == .key("operators") && names.dropFirst().first?.isIndex == true
  }

  /// The place of the stream to which an operator is applied; the same place for a source.
  var stream: ExpressionPlace {
    isOperator
      ? ExpressionPlace(document: document, path: DocumentPath(path.components.dropLast(3))) : self
  }
}

extension DocumentPath.Component {
  fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}

extension RunTree {
  /// Whether a run plays one stream after another.
  fileprivate func isSeries(_ run: Int) -> Bool { entry(of: run)?.state?["hasEmitted"] != nil }
}

extension Value {
  /// The state in the saved form of a run.
  var state: Object? {
    if case .object(let entry) = self, case .object(let state)? = entry["state"] {
      state
    } else {
      nil
    }
  }

  /// The saved form of a stage of transforms with other states of these.
  func replacing(steps: [Value]) -> ArraySlice<UInt8> {
    guard case .object(let entry) = self, let state else { return [] }
    let changed = state.replacing("steps", by: ["each": .array(steps)])
    return JSONWriter.text(of: .object(entry.replacing("state", by: .object(changed))))[...]
  }
}

extension Object {
  /// The saved states of a stage of transforms; nil if it is another stage, or if an earlier version
  /// has saved them as one.
  var steps: [Value]? {
    switch self["steps"] {
    case .array(let whole)?: whole.isEmpty ? [] : nil
    case .object(let states)?: if case .array(let each)? = states["each"] { each } else { nil }
    default: nil
    }
  }

  /// Whether both are states of the transforms of an input, or both of transforms after a stage.
  func hasKind(of other: Object?) -> Bool {
    (self["results"] == nil) == (other?["results"] == nil)
  }

  func replacing(_ key: Text, by value: Value) -> Object {
    Object(members.map { $0.key == key ? Member(key: key, value: value) : $0 })
  }
}
