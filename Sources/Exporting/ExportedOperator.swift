import Checking
package import Playing
package import StreamModels

/// An operator that can be written as Swift, and split over several processes.
package protocol ExportedOperator: PlayedOperator {
  /// Writes Swift calls that do the same to a chain of publishers.
  func writeSwift(to swift: SwiftStep) throws(Diagnostics)

  /// The time by which it delays each value, if that is all it does; nil otherwise.
  var fixedDelay: Seconds? { get }

  /// Whether it makes its stream fail by itself.
  var alwaysFails: Bool { get }

  /// Finds the records on which the results depend, so that inputs can be split by a key.
  func partition(_ step: PartitionStep)
}

extension ExportedOperator {
  package var fixedDelay: Seconds? { nil }

  package var alwaysFails: Bool { false }

  package func partition(_ step: PartitionStep) {
    step.depend(on: Self.spec.dependence)
  }
}

/// An operator that is also a source, and can be written as Swift.
package protocol ExportedCombination: PlayedCombination, ExportedOperator {
  /// The publisher of `Reactive` that does the same with a list of publishers, and whether its
  /// values are Swift arrays.
  static var swiftPublisher: (name: String, emitsArrays: Bool) { get }
}

extension ExportedCombination {
  package func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.join(Self.swiftPublisher.name) { upstream throws(Diagnostics) in
      [upstream] + (try swift.streams(streams.count))
    }
    if Self.swiftPublisher.emitsArrays { swift.call("map", .atom("Value.array")) }
  }
}

extension OperatorRegistry {
  /// Returns the operator that combines streams by a rule.
  static func exportedCombination(_ rule: CombiningRule) -> any ExportedCombination.Type {
    guard let type = type(named: rule.rawValue) as? any ExportedCombination.Type else {
      preconditionFailure("the registry has no '\(rule.rawValue)' that combines streams")
    }
    return type
  }
}

extension OperatorDefinition {
  /// The operator as the registry has it: each can be exported.
  var asExported: any ExportedOperator {
    guard let exported = self as? any ExportedOperator else {
      preconditionFailure("the registry has '\(spec.name)', which cannot be exported")
    }
    return exported
  }
}
