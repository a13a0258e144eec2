import Expressions
import StreamModels
import Values

/// A variable or group that a stream needs from an enclosing operator, and cannot play without.
struct ContextRequirement {
  let subject: ProvidedName
  /// The mistake to report if no enclosing operator provides it.
  var mistake: Diagnostic
  /// The number of the document that contains the mistake.
  let document: Int
  /// The expression or stream of a parameter that needs it. It is set until the body in which the
  /// parameter was given is reached, because operators in between must not provide it.
  var given: GivenExpression?
  /// Whether an operator has another variable of the same name, so that the requirement cannot be
  /// met.
  var isHidden = false

  /// An operator that provides variables or a group.
  struct Provider {
    let place: ExpressionPlace
    /// The body of operators that contains it.
    let site: Int
  }

  /// The maximum number of requirements of a stream. An author with a hundred such mistakes need
  /// not see more.
  static let maximum = 100
}

extension [ContextRequirement] {
  /// Returns the requirements that an operator does not meet. An operator cannot meet a requirement
  /// of an expression given outside it, because the variable would have another value there.
  func without(
    _ provided: Set<ProvidedName>, by provider: ContextRequirement.Provider
  ) -> [ContextRequirement] {
    guard !provided.isEmpty else { return self }
    return compactMap { requirement in
      guard provided.contains(requirement.subject), !requirement.isHidden else {
        return requirement
      }
      guard let given = requirement.given else { return nil }
      if given.site == provider.site, given.place?.document == provider.place.document,
        given.place?.path.components.starts(with: provider.place.path.components) == true
      {
        return nil
      }
      return requirement.hidden(by: provider)
    }
  }

  /// Returns the requirements of a body where it is used. Requirements of expressions that were
  /// given there can be met by the operators around it.
  func used(by place: ExpressionPlace, givenIn site: Int) -> [ContextRequirement] {
    map { requirement in
      var requirement = requirement
      if requirement.given?.site == site { requirement.given = nil }
      requirement.mistake.notes.append(
        Diagnostic.Note("the operator is used here", at: place))
      return requirement
    }
  }

  /// Returns the requirements of a stream that is the value of a parameter.
  func given(_ given: GivenExpression) -> [ContextRequirement] {
    map { requirement in
      var requirement = requirement
      requirement.given = requirement.given ?? given
      return requirement
    }
  }

  /// Returns the requirements that a model has wherever it is used.
  func left(site: Int) -> [ContextRequirement] {
    map { requirement in
      var requirement = requirement
      if requirement.given?.site == site { requirement.given = nil }
      return requirement
    }
  }

  /// Returns one requirement for each subject, for a stream that is used by name. The mistake is
  /// reported at the name.
  func named(_ name: String, at path: DocumentPath, of document: Int) -> [ContextRequirement] {
    filter { $0.isHidden || $0.given != nil }
      + ProvidedName.allCases.filter { subject in
        contains { $0.subject == subject && !$0.isHidden && $0.given == nil }
      }.map { subject in
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

extension ContextRequirement {
  /// Returns the requirement with a different mistake: an operator between the use of an expression
  /// and the place where it was given has a variable of the same name. Nothing can meet it any
  /// more.
  fileprivate func hidden(by provider: Provider) -> ContextRequirement {
    var requirement = self
    requirement.mistake.message =
      "'\(subject.name)' means something else where the expression is "
      + "used"
    requirement.mistake.hint =
      "add it to the values with 'map', and read it from '$0'"
    requirement.mistake.notes.append(Diagnostic.Note("it is hidden here", at: provider.place))
    requirement.isHidden = true
    return requirement
  }
}
