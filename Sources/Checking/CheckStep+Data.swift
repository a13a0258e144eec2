import Expressions
import StreamModels
import Values

/// Notes on how operators use the records of inputs.
extension CheckStep {
  /// Notes an operator's uses of inputs, and adds the warnings that need no records.
  ///
  /// - Parameter streams: The streams that it takes, including those of the operators inside it.
  func noteData(
    _ definition: any OperatorDefinition, from upstream: Upstream, with streams: [Upstream]
  ) {
    if let input = definition.untimedInput(of: upstream, with: streams) {
      noteUntimed(input, before: definition.spec.name)
    }
    guard lints, !streams.isEmpty, definition.takesStreams else { return }
    lintLateStreams(streams, of: definition)
    noteEncounter([upstream] + streams, in: definition.spec.name)
  }

  /// Notes the inputs that meet in an operator, or in the source of the same name, if the order of
  /// their records at one instant changes the result.
  func noteEncounter(_ streams: [Upstream], in name: String) {
    guard lints, !isInBody, Self.orderedNames.contains(name) else { return }
    let bits = streams.map(\.origin.prompt)
    // An input that leads to every stream is one stream of records, which has an order.
    let inputs = ModelCheck.inputs(in: bits.reduce(0, |) & ~bits.reduce(.max, &))
    guard inputs.count > 1 else { return }
    whole.facts.dataUses.encounters.append(
      .init(inputs: inputs, operatorName: name, place: place))
  }

  private static let orderedNames: Set<String> = [
    "combineLatest", "dropUntilOutput", "prefixUntilOutput", "race", "withLatestFrom",
  ]

  private func noteUntimed(_ input: Int, before name: String) {
    guard !whole.facts.dataUses.untimed.contains(where: { $0.input == input }) else { return }
    whole.facts.dataUses.untimed.append(
      .init(input: input, operatorName: name, place: place))
  }

  /// Notes the fields of an input's records that an expression needs.
  func noteFields(of checked: CheckedExpression, at place: DocumentPath, in input: Int) {
    let place = ExpressionPlace(document: document, path: place)
    whole.facts.dataUses.fields += checked.fieldsNeeded.map { name, range in
      .init(input: input, name: name, place: place, range: range)
    }
  }

  /// Returns the result of an operator, with the origin of its values set.
  func originated(
    _ result: Upstream, by definition: any OperatorDefinition, from upstream: Upstream,
    with streams: [Upstream]
  ) -> Upstream {
    // Most values do not come from inputs, and each item of a long stream has its own operators.
    if upstream.origin.isNone, streams.allSatisfy(\.origin.isNone) { return result }
    var result = result
    if definition.spec.choosesValues { result.origin.records = upstream.origin.records }
    if let untimed = upstream.origin.untimed, streams.allSatisfy({ $0.origin.untimed != nil }),
      !definition.setsTimes
    {
      result.origin.untimed = untimed
    }
    let prompt = prompt([upstream] + streams, in: definition.spec.name)
    if prompt != 0, definition.spec.name != "delay", !definition.goesByTime {
      result.origin.prompt = prompt
    }
    return result
  }

  /// Returns several streams combined into one, with the origin of its values set.
  func originated(_ combined: Upstream, from streams: [Upstream], in name: String) -> Upstream {
    var combined = combined
    combined.origin.prompt = prompt(streams, in: name)
    if streams.allSatisfy({ $0.origin.untimed != nil }) {
      combined.origin.untimed = streams.first?.origin.untimed
    }
    return combined
  }

  /// Returns the inputs at the instants of whose records the values of an operator come, or of the
  /// source of its name. Records without times come later if the operator subscribes later to them.
  private func prompt(_ streams: [Upstream], in name: String) -> UInt64 {
    let bits = streams.reduce(0) { $0 | $1.origin.prompt }
    guard Self.laterNames.contains(name) else { return bits }
    return ModelCheck.inputs(in: bits).filter { whole.facts.inputs[$0].time != nil }
      .reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The operators that subscribe to a stream after another one, or for a value of it.
  private static let laterNames: Set<String> = [
    "append", "catch", "concatMap", "exhaustMap", "flatMap", "groupBy", "prepend", "switchMap",
  ]
}

// MARK: - Streams inside a group

extension CheckStep {
  /// Warns of inputs that an operator inside a group takes, unless the groups are made of their
  /// records. A group subscribes with its first value, and misses the records before it.
  private func lintLateStreams(_ streams: [Upstream], of definition: any OperatorDefinition) {
    let grouped = body.surroundings.groupedInputs
    guard !grouped.isEmpty else { return }
    let taken = streams.reduce(0) { $0 | whole.inputBits(of: $1.step) }
    let hasKey = definition.spec.parameters.contains { $0.name == "on" }
    lintLateInputs(
      taken, at: place.path,
      wayOut: "put '\(definition.spec.name)' before 'groupBy'" + (hasKey ? ", with 'on'" : ""),
      inside: grouped)
  }

  func lintLateInputs(
    _ taken: UInt64, at place: DocumentPath, wayOut: String, inside grouped: [UInt64]
  ) {
    guard lints, !isInBody else { return }
    let late = taken & ~grouped.reduce(0, |)
    guard let input = ModelCheck.inputs(in: late).first else { return }
    let name = whole.facts.inputs[input].source.name.abbreviated
    warn(
      .lateSubscription,
      "every key subscribes to '\(name)' when its own first value arrives, and misses the records "
        + "before it; only the first key receives them all",
      hint: wayOut, at: place)
  }
}

extension OperatorDefinition {
  /// Whether the operator itself takes streams, not only the operators inside it.
  fileprivate var takesStreams: Bool {
    parameters.entries.contains { entry in
      switch entry.value {
      case .stream, .streams: true
      default: false
      }
    }
  }

  /// Whether it depends on the times of values, instead of only changing them.
  fileprivate var goesByTime: Bool {
    switch spec.category {
    case .repeating, .failing, .grouping: false
    case _ where spec.name == "measureInterval": true
    default:
      spec.name != "delay"
        && parameters.entries.contains { entry in
          switch entry.value {
          case .duration, .durations, .interval: true
          case .groups(let groups): groups.contains(where: \.parameters.hasDuration)
          default: false
          }
        }
    }
  }

  /// Whether it sets a separate time for each value.
  fileprivate var setsTimes: Bool {
    spec.name == "delay"
      && parameters.entries.contains { entry in
        if case .expression = entry.value { true } else { false }
      }
  }

  /// Returns an input without times on whose times the operator depends; nil if there is none.
  fileprivate func untimedInput(of upstream: Upstream, with streams: [Upstream]) -> Int? {
    let other = streams.lazy.compactMap(\.origin.untimed).first
    guard let input = upstream.origin.untimed ?? other, goesByTime else { return nil }
    return upstream.origin.untimed != nil || takesStreams ? input : nil
  }
}

extension Parameters {
  fileprivate var hasDuration: Bool {
    entries.contains { entry in
      if case .duration = entry.value { true } else { false }
    }
  }
}
