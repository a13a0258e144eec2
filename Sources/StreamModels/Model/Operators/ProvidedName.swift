package import Expressions

/// A variable or group that an operator provides to the streams and operators in its parameters.
package enum ProvidedName: Hashable, Sendable, CaseIterable {
  /// The upstream value for which `flatMap` or a related operator plays an inner stream:
  /// `$outer`.
  case outer
  /// The message of the caught failure: `$error`.
  case error
  /// The key of a group: `$key`.
  case key
  /// The values of a group: the input `$group`.
  case group

  /// The variable in expressions; nil for a group, which is an input.
  package var variable: Variable? {
    switch self {
    case .outer: .outer
    case .error: .error
    case .key: .key
    case .group: nil
    }
  }

  package var name: String { variable?.rawValue ?? StreamInput.groupName }

  /// A hint with the operators that provide it, for a mistake elsewhere.
  package var availabilityHint: String {
    variable?.availabilityHint
      ?? "it is available inside the 'stream' of 'groupBy', and emits the values of the group"
  }
}
