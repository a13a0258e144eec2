import Checking
package import Expressions
package import StreamModels
package import Values

/// An operator that is being checked for splitting, with methods to state how its stream is
/// affected.
///
/// A rule reads the stream so far, and replaces it with another one:
///
///     step.stream = step.stream.mapValues { step.value(of: "expression", $0) }
package final class PartitionStep {
  /// The stream so far.
  package var stream: PartitionStream
  /// Whether the operator is applied to the values of one key, which are all in one part.
  package let isInGroup: Bool
  let checked: CheckedStep
  private let finder: PartitionFinder
  private let scope: PartitionFinder.Scope
  private var takenInputs = 0

  init(
    _ checked: CheckedStep, to stream: PartitionStream, _ finder: PartitionFinder,
    in scope: PartitionFinder.Scope
  ) {
    (self.checked, self.stream, self.finder, self.scope) = (checked, stream, finder, scope)
    isInGroup = scope.isInGroup
  }

  /// The name of the operator.
  private var name: String { checked.definition?.spec.name ?? "" }

  // MARK: - Values

  /// Returns the result of an expression for the values of a branch.
  package func value(of parameter: Text, _ branch: PartitionStream.Branch) -> SymbolicValue {
    checked.expressions[parameter]?.symbolicValue(of: [
      .first: branch.value, .key: branch.keys.last ?? .unknown,
    ]) ?? .unknown
  }

  /// The next stream that the operator takes in addition to its own.
  func nextStream() -> PartitionStream {
    defer { takenInputs += 1 }
    guard checked.streams.indices.contains(takenInputs),
      let unit = checked.streams[takenInputs]
    else { return PartitionStream() }
    return finder.stream(of: unit, in: scope)
  }

  /// The other streams that the operator takes.
  func remainingStreams() -> [PartitionStream] {
    (takenInputs..<max(takenInputs, checked.streams.count)).map { _ in nextStream() }
  }

  // MARK: - Rules

  /// Applies the rule of most operators: they either treat each value independently or depend on
  /// other values, which must then have the same key.
  package func depend(on dependence: OperatorDependence?) {
    let others = remainingStreams()
    if checked.definition?.end != .passed { refuseEndless(others) }
    for other in others where !other.isIndependent {
      stream = stream.merged(with: other)
      guard !isInGroup else { continue }
      return refuse(
        "'\(name)' combines the values of several inputs, whatever their key",
        hint: "match them by key, with 'join' or 'withLatestFrom' and 'on', or merge them before a "
          + "'groupBy'")
    }
    if let dependence, !isInGroup {
      refuse(
        "'\(name)' depends on \(dependence.subject), whatever their key",
        hint: "put it into the 'operators' of a 'groupBy', so that it depends only on one key")
    }
    if let dependence, !dependence.emitsReceived {
      stream = stream.mapValues { _ in .unknown }
    }
  }

  /// Applies the operators, or the stream, of a group.
  package func group(by parameter: Text) {
    let keys = stream.branches.map { value(of: parameter, $0) }
    if !isInGroup {
      require(
        zip(keys, stream.branches).map { .init(key: $0, records: $1.records) }, of: parameter)
    }
    var group = stream
    for (index, key) in keys.enumerated() { group.branches[index].keys.append(key) }
    noteFailure(of: &group)
    let inner = PartitionFinder.Scope(isInGroup: true, group: group)
    let result =
      checked.streams.isEmpty
      ? finder.apply(checked.steps, to: group, in: inner)
      : checked.streams[0].map { finder.stream(of: $0, in: inner) } ?? group
    // Every event of a group depends on the records of its key.
    stream = result.isIndependent ? group.mapValues { _ in .unknown } : result
    for index in stream.branches.indices { _ = stream.branches[index].keys.popLast() }
    stream.delaysEnd = group.delaysEnd
    stream.emitsByItself = group.emitsByItself
    if !isInGroup {
      stream.canFail = group.canFail || result.failsInGroup
      stream.delaysEnd = group.delaysEnd ?? result.delaysEndInGroup
      stream.delaysEndInGroup = nil
    }
  }

  /// Notes in a stream that the operator fails if its expression does.
  func noteFailure(of stream: inout PartitionStream) {
    guard let definition = checked.definition else { return }
    let fails =
      definition.asExported.alwaysFails
      || definition.parameters.hasExpression && checked.tolerance == nil
    guard fails else { return }
    if isInGroup { stream.failsInGroup = true } else { stream.canFail = true }
  }

  /// Plays a stream for each value.
  package func playForEach() {
    if let inner = checked.streams.first.flatMap(\.self) {
      _ = finder.stream(of: inner, in: PartitionFinder.Scope(isInGroup: true, group: nil))
    }
    stream = stream.mapValues { _ in .unknown }
  }

  /// Pairs the values with those of another stream, by keys if there are any.
  package func pair(isLeft: Bool, isFull: Bool = false, heedingEnd: Bool = false) {
    let other = nextStream()
    let hasKey = checked.expressions["on"] != nil
    if heedingEnd { heedEnd(of: other) }
    defer { stream.canFail = stream.canFail || other.canFail }
    guard !other.isIndependent else {
      stream = stream.mapValues { .list([$0.value, .unknown]) }
      return
    }
    if stream.emitsByItself, !isInGroup { refuseOwnEvents() }
    guard !isInGroup else {
      stream = stream.mapValues { _ in .unknown }
      return
    }
    guard hasKey else {
      stream = stream.mapValues { _ in .unknown }
      return refuse(
        "'\(name)' pairs values of all keys", hint: "match them by their keys, with 'on'")
    }
    let otherOn: Text = checked.expressions["otherOn"] == nil ? "on" : "otherOn"
    require(
      stream.branches.map { .init(key: value(of: "on", $0), records: $0.records) }
        + other.branches.map { .init(key: value(of: otherOn, $0), records: $0.records) }, of: "on")
    stream.branches = paired(finder.renamed(other), isLeft: isLeft, isFull: isFull)
  }

  private func paired(
    _ other: PartitionStream, isLeft: Bool, isFull: Bool
  ) -> [PartitionStream.Branch] {
    var pairs: [PartitionStream.Branch] = []
    for left in stream.branches {
      let isUnknown =
        stream.branches.count * other.branches.count > PartitionStream.branchLimit
      for right in isUnknown ? [] : other.branches {
        pairs.append(
          .init(
            value: .list([left.value, right.value]), records: left.records.union(right.records),
            keys: left.keys))
      }
      if isLeft || isUnknown {
        pairs.append(
          .init(value: .list([left.value, .unknown]), records: left.records, keys: left.keys))
      }
    }
    for right in isFull ? other.branches : [] {
      pairs.append(
        .init(value: .list([.unknown, right.value]), records: right.records, keys: right.keys))
    }
    return pairs
  }

  /// Merges the stream with others.
  package func merge() {
    let others = remainingStreams()
    refuseEndless(others)
    for other in others {
      if other.isIndependent, other.emitsByItself {
        addOwnEvents()
      } else {
        if stream.emitsByItself, !isInGroup, !other.isIndependent { refuseOwnEvents() }
        stream = stream.merged(with: other)
      }
    }
  }

  /// Adds events that do not depend on any record; in a group, they belong to the records of its
  /// key.
  package func addOwnEvents() {
    if isInGroup, !stream.isIndependent {
      stream = stream.merged(with: stream.mapValues { _ in .unknown })
      stream.delaysEndInGroup = stream.delaysEndInGroup ?? name
    } else if stream.isIndependent {
      stream.emitsByItself = true
    } else {
      refuseOwnEvents()
    }
  }

  private func refuseOwnEvents() {
    refuse(
      "'\(name)' emits events that do not come from a record, so every part would emit them",
      hint: "merge them in a separate file, after the parts")
  }

  /// Requires all values of one key to be in the same part.
  package func require(_ branches: [KeyRequirement.Branch], of parameter: Text) {
    guard !branches.isEmpty else { return }
    finder.requirements.append(
      KeyRequirement(
        name: name, branches: branches, place: checked.place, parameter: parameter))
  }

  // MARK: - Ends

  /// Notes how the end of the given upstream affects the operator.
  func end(after upstream: PartitionStream) {
    guard let end = checked.definition?.end else { return }
    if end.isHeeded, isInGroup || checked.definition?.spec.dependence == nil {
      heedEnd(of: upstream)
    }
    switch end {
    case .passed, .heeded: break
    case .shifted where !isInGroup: break
    case .shifted, .delayed, .heededAndDelayed:
      if isInGroup {
        stream.delaysEndInGroup = stream.delaysEndInGroup ?? name
      } else {
        stream.delaysEnd = stream.delaysEnd ?? name
      }
    }
  }

  /// Refuses an operator that depends on when its stream ends, if the values of other keys
  /// determine that.
  private func heedEnd(of stream: PartitionStream) {
    guard let delaying = stream.delaysEnd, !stream.isIndependent else { return }
    refuse(
      "'\(name)' waits for the end of its upstream, and '\(delaying)' delays that end until every "
        + "key is done",
      hint: "put both into one "
        + "'groupBy'")
  }

  /// Refuses streams that never end and that keep the operator from ending.
  private func refuseEndless(_ others: [PartitionStream]) {
    guard others.contains(where: \.neverEnds) else { return }
    finder.refuseEndless(name, at: checked.place)
  }

  // MARK: - Refusals

  /// Refuses an operator that acts on failures, if these can be caused by records of other keys.
  package func actOnFailures() {
    if isInGroup, stream.canFail {
      refuse(
        "'\(name)' inside a 'groupBy' acts on failures from its upstream, which would reach "
          + "the groups of only one part",
        hint: "add 'onError' to the operators before the 'groupBy', and to the 'groupBy' itself")
    }
    depend(on: checked.definition?.spec.dependence)
  }

  func refuse(_ message: String, hint: String) {
    finder.refuse(message, hint: hint, at: checked.place)
  }
}
