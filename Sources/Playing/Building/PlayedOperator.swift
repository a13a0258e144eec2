package import Checking
import StreamModels

/// An operator that can be played.
package protocol PlayedOperator: CheckedOperator {
  /// Adds its stages to a plan, and returns the node with its events.
  func build(_ step: PlanStep) -> Int

  /// The earlier value because of which it drops another one.
  var rival: Rival { get }
}

extension PlayedOperator {
  package var rival: Rival { .none }
}

/// An operator that is also a source, and can be played.
package protocol PlayedCombination: CombiningOperator, PlayedOperator {
  /// Adds the combined stream of several nodes to a plan, and returns its node.
  static func build(_ streams: [Int], in step: PlanStep) -> Int
}

extension PlayedCombination {
  package func build(_ step: PlanStep) -> Int {
    Self.build([step.upstream] + step.streams, in: step)
  }
}

/// The earlier value because of which a stage drops another one, as far as the order of values
/// determines it.
package enum Rival: Sendable {
  case none
  /// The value that it passed the given number of values ago; 1 is the latest.
  case passed(Int)
  /// The last value that it did not drop at once, and plays or keeps.
  case kept
}

extension OperatorDefinition {
  /// The operator as the registry has it: each can be played.
  package var asPlayed: any PlayedOperator {
    guard let played = self as? any PlayedOperator else {
      preconditionFailure("the registry has '\(spec.name)', which cannot be played")
    }
    return played
  }
}

extension CombiningOperator {
  /// The operator as the registry has it: each can be played.
  static var asPlayed: any PlayedCombination.Type {
    guard let played = self as? any PlayedCombination.Type else {
      preconditionFailure("the registry has '\(spec.name)', which cannot be played")
    }
    return played
  }
}
