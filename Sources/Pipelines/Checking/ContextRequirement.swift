import Expressions
import Values

/// Something that an operator around provides, and a stream cannot play without.
struct ContextRequirement {
  enum Subject: Hashable, CaseIterable {
    /// The value for which `flatMap` and its kin play an inner stream: `$outer`.
    case outer
    /// The text of the failure that was caught: `$error`.
    case error
    /// The key of a group: `$key`.
    case key
    /// The values of a group: the input `$group`.
    case group

    /// The variable of expressions; a group is none.
    var variable: Variable? {
      switch self {
      case .outer: .outer
      case .error: .error
      case .key: .key
      case .group: nil
      }
    }

    var name: String { variable?.rawValue ?? StreamInput.groupName }

    /// Where it is provided, for whoever uses it elsewhere.
    var availabilityHint: String {
      variable?.availabilityHint ?? "it is the values of the group inside the 'stream' of 'groupBy'"
    }
  }

  let subject: Subject
  /// What is wrong where nothing provides it.
  var mistake: Diagnostic
  /// The number of the document in which the mistake stands.
  let document: Int

  /// How many a stream keeps; who has made a hundred such mistakes need not see more.
  static let maximum = 100
}

extension [ContextRequirement] {
  /// What remains when an operator provides some of it.
  func without(_ provided: Set<ContextRequirement.Subject>) -> [ContextRequirement] {
    provided.isEmpty ? self : filter { !provided.contains($0.subject) }
  }

  /// The same for who uses a stream by its name: told where the name stands.
  func named(_ name: String, at path: DocumentPath, of document: Int) -> [ContextRequirement] {
    ContextRequirement.Subject.allCases.filter { subject in contains { $0.subject == subject } }
      .map { subject in
        let message =
          name == StreamInput.groupName
          ? "'\(name)' is not available here"
          : "'\(name.abbreviated)' reads '\(subject.name)', which is not available here"
        return ContextRequirement(
          subject: subject,
          mistake: Diagnostic(.unknownName, message, hint: subject.availabilityHint, at: path),
          document: document)
      }
  }
}
