package import Expressions
package import StreamModels
package import Values

extension CheckStep {
  /// Parses and checks the expression of a parameter or, without a `parameter`, an expression that
  /// is built into the operator.
  @discardableResult
  package func check(
    _ text: String, in scope: Scope, as requirement: CheckedExpression.Requirement = .anything,
    at parameter: Text?
  ) throws(Diagnostics) -> CheckedExpression {
    try check(
      text, in: scope, as: requirement, named: parameter,
      at: parameter.map(place(of:)) ?? place.path)
  }

  /// Parses and checks an expression at a path below the operator, such as one in an object.
  @discardableResult
  package func check(
    _ text: String, in scope: Scope, as requirement: CheckedExpression.Requirement = .anything,
    named parameter: Text?, at path: DocumentPath, mayBeConstant: Bool = false
  ) throws(Diagnostics) -> CheckedExpression {
    // Whether these variables exist depends only on the enclosing operators.
    var open = scope
    (open.outer, open.error, open.key) = (.dyn, .string, .dyn)
    let place = ExpressionPlace(document: document, path: path)
    do throws(ExpressionErrors) {
      let checked = try CheckedExpression(
        text, in: open, as: requirement, with: body.parametersInSight,
        suggestsNames: !whole.isFull
      ).placed(at: place)
      addVariables(at: path, mistakes: checked.mistakes)
      if let parameter {
        note(CheckedText(place: place, scope: scope, result: checked.type))
        if lints {
          if requirement == .condition, !mayBeConstant { lintCondition(checked, at: path) }
          lint(checked, of: parameter, at: path)
        }
      }
      note(checked, of: parameter)
      return checked
    } catch {
      addVariables(at: path, mistakes: error.mistakes)
      if parameter != nil { note(CheckedText(place: place, scope: scope, result: nil)) }
      throw Diagnostics(error.errors.map { body.mistake($0, in: scope, at: path) })
    }
  }

  /// Adds a requirement for each variable of an enclosing operator that an expression reads.
  private func addVariables(
    at place: DocumentPath, mistakes: (Variable) -> [ExpressionError]
  ) {
    for subject in ProvidedName.allCases {
      guard let variable = subject.variable else { continue }
      for error in mistakes(variable) {
        var requirement = ContextRequirement(
          subject: subject, mistake: body.mistake(error, at: place), document: document)
        requirement.given = error.origin?.given
        body.add([requirement])
      }
    }
  }

  /// Checks an expression that computes the next `$0` from the last one and `$1`. Returns a type
  /// that covers every result.
  package func checkAccumulation(
    _ text: String, initialValue: Value, of type: ValueType, at parameter: Text
  ) throws(Diagnostics) -> ValueType {
    let initialType = ValueType.of(initialValue)
    do throws(Diagnostics) {
      let first = try check(text, in: .pair(initialType, type), at: parameter)
      if first.type == initialType { return initialType }
    } catch {
      // An expression that is wrong for the first value may be right for all others, as in
      // `$0 == null ? $1 : $0 + $1`.
    }
    // The result and the initial value have different types: check again without a type for `$0`.
    return try check(text, in: .pair(.dyn, type), at: parameter).type
  }

  /// Checks the built-in condition `$0 < $1` for values of a type. Throws if the type has no order.
  package func checkOrder(of type: ValueType) throws(Diagnostics) {
    switch type {
    case .null, .list, .map:
      throw Diagnostics([
        Diagnostic(
          .expressionType, "values of type \(type), expected numbers, strings or bools",
          hint: "put 'map' before it, to turn each value into one that can be compared",
          at: place.path)
      ])
    default:
      try check("$0 < $1", in: .pair(type, type), as: .condition, at: nil)
    }
  }
}

extension BodyCheck {
  /// The parameters that expressions can read here; nil if there are none.
  var parametersInSight: ParameterScope? {
    parameters.isEmpty ? nil : ParameterScope(parameters.table, level: parameters.level)
  }

  /// Returns the diagnostic of a mistake in an expression. If the expression was given as the value
  /// of a parameter, the mistake is reported there, with a note at the place of use.
  func mistake(
    _ error: ExpressionError, in scope: Scope = .value(), at place: DocumentPath
  ) -> Diagnostic {
    guard let origin = error.origin, let given = origin.given.place else {
      return Diagnostic(error, in: scope, at: place)
    }
    var mistake = Diagnostic(error, in: scope, at: given.path)
    mistake.document = given.document
    let use = ExpressionPlace(document: document, path: place)
    mistake.notes.append(
      Diagnostic.Note("the expression is used here", at: use, rangeInString: origin.use))
    return mistake
  }
}
