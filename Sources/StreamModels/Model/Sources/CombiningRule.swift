import Values

/// A rule that combines several streams into one. It is both a source and an operator of the same
/// name, which also combines its upstream.
package enum CombiningRule: String, Sendable, CaseIterable {
  case append, merge, zip, combineLatest

  /// The spec of the source.
  package var spec: SourceSpec {
    switch self {
    case .append: Self.appendSpec
    case .merge: Self.mergeSpec
    case .zip: Self.zipSpec
    case .combineLatest: Self.combineLatestSpec
    }
  }

  /// The minimum number of streams of the source.
  package var leastCount: Int {
    switch self {
    case .append, .merge: 0
    case .zip, .combineLatest: 2
    }
  }

  private static let rulesByKey: [CombiningRule?] = ModelKey.allCases.map { key in
    allCases.first { $0.spec.key == key }
  }

  /// Creates the rule for the key of a source; nil if the key belongs to another source.
  package init?(_ key: ModelKey) {
    guard let rule = Self.rulesByKey[key.rawValue] else { return nil }
    self = rule
  }

  private static let appendSpec = SourceSpec(
    .append, "streams", SourceSpec.streams,
    "Emits the values of streams, each once the previous one has completed.",
    examples: [
      .init(
        #"{"append": [{"marbles": "-1-2|"}, {"marbles": "--8|"}]}"#, result: "-1-2--8|")
    ])

  private static let mergeSpec = SourceSpec(
    .merge, "streams", SourceSpec.streams,
    "Plays streams side by side, and emits their values as they arrive.",
    examples: [
      .init(
        #"{"merge": [{"marbles": "-1-2-|"}, {"marbles": "--8-9|"}]}"#, result: "-1829|")
    ])

  private static let zipSpec = SourceSpec(
    .zip, "streams", SourceSpec.twoOrMoreStreams,
    "Emits arrays of the n-th values of streams.",
    examples: [
      .init(
        #"{"zip": [{"marbles": "-1-2-|"}, {"marbles": "--8-9|"}]}"#, result: "--a-b|",
        values: ["a": [1, 8], "b": [2, 9]])
    ])

  private static let combineLatestSpec = SourceSpec(
    .combineLatest, "streams", SourceSpec.twoOrMoreStreams,
    "Emits arrays of the latest values of streams, once every stream has emitted one.",
    examples: [
      .init(
        #"{"combineLatest": [{"marbles": "-1--2-|"}, {"marbles": "--89-|"}]}"#,
        result: "--abc-|", values: ["a": [1, 8], "b": [1, 9], "c": [2, 9]])
    ])
}

extension StreamSource {
  /// Creates the source that combines streams by a rule.
  package init(_ rule: CombiningRule, of streams: [StreamInput]) {
    switch rule {
    case .append: self = .append(streams)
    case .merge: self = .merge(streams)
    case .zip: self = .zip(streams)
    case .combineLatest: self = .combineLatest(streams)
    }
  }

  /// The rule and the streams of a source that combines streams; nil for any other source.
  package var combination: (rule: CombiningRule, streams: [StreamInput])? {
    switch self {
    case .append(let streams): (.append, streams)
    case .merge(let streams): (.merge, streams)
    case .zip(let streams): (.zip, streams)
    case .combineLatest(let streams): (.combineLatest, streams)
    case .stream, .sequence, .from, .marbles, .input, .cron, .upstream: nil
    }
  }
}
