import Expressions
import Values

/// A variable or group that a stream needs from an enclosing operator, and cannot play without.
struct ContextRequirement {
  enum Subject: Hashable, CaseIterable {
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
    var variable: Variable? {
      switch self {
      case .outer: .outer
      case .error: .error
      case .key: .key
      case .group: nil
      }
    }

    var name: String { variable?.rawValue ?? StreamInput.groupName }

    /// A hint with the operators that provide it, for a mistake elsewhere.
    var availabilityHint: String {
      variable?.availabilityHint ?? "it is the values of the group inside the 'stream' of 'groupBy'"
    }
  }

  let subject: Subject
  /// The mistake to report if no enclosing operator provides it.
  var mistake: Diagnostic
  /// The number of the document that contains the mistake.
  let document: Int

  /// The maximum number of requirements of a stream: an author with a hundred such mistakes need
  /// not see more.
  static let maximum = 100
}

extension [ContextRequirement] {
  /// Returns the requirements that an operator does not meet.
  func without(_ provided: Set<ContextRequirement.Subject>) -> [ContextRequirement] {
    provided.isEmpty ? self : filter { !provided.contains($0.subject) }
  }

  /// Returns one requirement for each subject, for a stream that is used by its name: the mistake
  /// is reported where the name stands.
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
