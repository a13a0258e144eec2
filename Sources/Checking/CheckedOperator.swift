import Expressions
package import StreamModels
package import Values

/// An operator that can be checked.
package protocol CheckedOperator: OperatorDefinition {
  /// Checks its expressions and streams, and returns what it emits.
  func check(_ step: CheckStep) throws(Diagnostics) -> Emission
}

/// An operator that is also a source: it combines its upstream with other streams, and as a source,
/// only the given streams.
package protocol CombiningOperator: CheckedOperator {
  /// The streams in addition to the upstream.
  var streams: [StreamInput] { get }

  /// Warns of streams that are unlikely to be meant to be combined, each with its place.
  static func lint(_ streams: [Upstream], at places: [DocumentPath], in step: CheckStep)

  /// Returns what the combined stream emits.
  static func combined(_ streams: [Upstream]) -> Emission
}

extension CombiningOperator {
  package static func lint(
    _ streams: [Upstream], at places: [DocumentPath], in step: CheckStep
  ) {}

  package func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
    let parts = [step.upstream] + step.takeStreams(streams.count)
    if step.lints {
      let places = streams.indices.map { step.place(of: "streams").appending($0) }
      Self.lint(parts, at: [step.place.path] + places, in: step)
    }
    return Self.combined(parts)
  }
}

extension OperatorDefinition {
  /// The operator as the registry has it: each can be checked.
  var asChecked: any CheckedOperator {
    guard let checked = self as? any CheckedOperator else {
      preconditionFailure("the registry has '\(spec.name)', which cannot be checked")
    }
    return checked
  }
}

extension OperatorRegistry {
  /// Returns the operator that combines streams by a rule.
  static func combining(_ rule: CombiningRule) -> any CombiningOperator.Type {
    guard let type = type(named: rule.rawValue) as? any CombiningOperator.Type else {
      preconditionFailure("the registry has no '\(rule.rawValue)' that combines streams")
    }
    return type
  }
}
