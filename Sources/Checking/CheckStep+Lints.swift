package import Expressions
package import StreamModels
package import Values

/// Warnings about things that are allowed but unlikely to be intended. They follow from facts that
/// are known before a stream plays, and are given only where they are certain to apply to every
/// playback.
extension CheckStep {
  /// Adds a warning about a parameter of the operator.
  package func warn(_ message: String, hint: String, at key: Text) {
    var warning = Diagnostic(
      .invalidValue, message, hint: hint, at: place(of: key), severity: .warning)
    warning.document = document
    body.add(warning)
  }

  /// Whether expressions in the operator can read a parameter with a name.
  package func hasParameter(_ name: String) -> Bool {
    body.parametersInSight?.names.contains(name) ?? false
  }

  /// Adds warnings about the operator.
  package func warn(_ warnings: Diagnostics) {
    var warnings = warnings
    warnings.updateEach { $1.document = document }
    body.add(warnings)
  }

  /// Adds a warning about something that is allowed but unlikely to be intended.
  package func warn(
    _ code: DiagnosticCode, _ message: String, hint: String, at path: DocumentPath
  ) {
    var warning = Diagnostic(code, message, hint: hint, at: path, severity: .warning)
    warning.document = document
    warning.isAtKey = true
    body.add(warning)
  }

  /// Returns the result of a condition that is the same for all values; nil if that is not known.
  package func constantCondition(of checked: CheckedExpression) -> Bool? {
    lints ? checked.constantCondition(trustingTypes: true) : nil
  }

  /// Warns of a condition that does not depend on the values.
  func lintCondition(_ checked: CheckedExpression, at place: DocumentPath) {
    // The types in a body are those of one of its uses.
    guard let result = checked.constantCondition(trustingTypes: !isInBody) else { return }
    var warning = Diagnostic(
      .constantCondition, "the condition is \(result) for every value",
      hint: "compare '$0', or a part of it, with a value of the same type", at: place,
      rangeInString: 0..<checked.text.unicodeScalars.count, severity: .warning)
    warning.document = document
    body.add(warning)
  }

  /// Warns of integer divisions that lose a fraction, and notes the fields of records that an
  /// expression needs.
  func lint(_ checked: CheckedExpression, of parameter: Text, at place: DocumentPath) {
    guard !isInBody else { return }
    lintDivisions(
      checked.cutMeans, "'/' of two ints drops the fraction of this mean", at: place)
    // In the key of the other stream, `$0` is a value of that stream.
    guard let reading, parameter != "otherOn",
      let spec = reading.by.parameters.first(where: { Text($0.name) == parameter }),
      spec.role != .accumulation, spec.role != .comparison
    else { return }
    noteFields(of: checked, at: place, in: reading.input)
  }

  /// Warns of integer divisions.
  func lintDivisions(_ divisions: [CutDivision], _ message: String, at place: DocumentPath) {
    for division in divisions {
      var warning = Diagnostic(
        .integerDivision, message,
        hint: "write '\(division.wayOut)'; 'int(…)' around it states that this is "
          + "intended", at: place,
        rangeInString: division.range, severity: .warning)
      warning.document = document
      body.add(warning)
    }
  }

  /// Warns of an operator that receives no values, waits in vain, or has no effect.
  ///
  /// - Parameter emptying: An operator before it that never emits a value; nil if there is none.
  func lint(
    _ next: Operator, from upstream: Upstream, to result: Upstream, _ emptying: inout Operator?
  ) {
    let (before, after) = (upstream.extent, result.extent)
    defer {
      if !after.isEmpty { emptying = nil } else if !before.isEmpty { emptying = next }
    }
    let name = next.spec.name
    if next.spec.waitsForEnd, before.neverCompletes, !before.isEmpty, after.isEmpty {
      warn(
        .neverEmits, "'\(name)' never emits because its upstream never completes",
        hint: "end the upstream with 'prefix' or 'prefixUntilOutput', or use an operator "
          + "that emits earlier, such as 'scan' or 'collect' with 'seconds'",
        at: place.path)
    } else if let emptying, after.isEmpty, next.spec.onlyMapsValues {
      warn(
        .unreachable,
        "no value reaches '\(name)' because '\(emptying.spec.name)' before it drops them all",
        hint: "change '\(emptying.spec.name)', or remove '\(name)'", at: place.path)
    } else if !isInBody, next.spec.handlesFailures, before.failure == .never {
      warn(
        .noEffect, "'\(name)' has no effect because its upstream never fails",
        hint: "remove it, or put it after the operator that can fail", at: place.path)
    } else if !isInBody, next.spec.category == .repeating, before.neverCompletes {
      warn(
        .noEffect, "'\(name)' has no effect because its upstream never completes",
        hint: "remove it, or end the upstream, for example with 'prefix'", at: place.path)
    }
  }

  /// Warns of streams that are never played because the one before them does not complete.
  package func lintAppend(_ streams: [Upstream], at places: [DocumentPath]) {
    guard lints else { return }
    let first = streams.dropLast().firstIndex {
      $0.extent.completion == .never || $0.extent.failure == .always
    }
    guard let first else { return }
    let fails = streams[first].extent.failure == .always
    warn(
      .unreachable,
      "this stream never plays because the one before it "
        + (fails ? "always fails" : "never completes"),
      hint: fails
        ? "handle the failure with 'catch' or 'replaceError', or put that stream last"
        : "end that stream, for example with 'prefix', put it last, or use 'merge'",
      at: places[first + 1])
  }

  /// Warns of streams whose values have no partners.
  package func lintZip(_ streams: [Upstream], at places: [DocumentPath]) {
    guard lints, !isInBody else { return }
    let extents = streams.map(\.extent)
    let least = extents.compactMap(\.most).min()
    // A stream that never ends, such as the ticks of a clock, has as many values as needed.
    let long = extents.firstIndex { extent in
      extent.completion == .always && extent.most != nil
        && least.map { extent.fewest > $0 } ?? false
    }
    guard let least, let long else { return }
    let rest = extents[long].fewest - least
    warn(
      .unpairedValues,
      "this stream has \(extents[long].fewest) values and another stream of the 'zip' has "
        + "\(least), so "
        + "\(rest == 1 ? "a value is" : "\(rest) values are") never emitted",
      hint: "give both the same number of values, or use 'combineLatest' or 'withLatestFrom', "
        + "which need no partners",
      at: places[long])
  }

  /// Warns if only the stream of the first value is played.
  package func lintConcatenation(of inner: Upstream, after upstream: Upstream) {
    guard lints, inner.extent.neverCompletes, upstream.extent.fewest > 1 else { return }
    warn(
      .unreachable, "only the first value is used because its stream never completes",
      hint: "'flatMap' plays all streams at once, and 'switchMap' only the latest", at: place.path)
  }

  /// Warns of an unlimited number of groups: each value of a stream that never ends starts a new
  /// one.
  package func lintKeys(_ key: CheckedExpression, of upstream: Upstream, isForgetting: Bool) {
    guard lints, !isForgetting, key.isValueOrTime else { return }
    let isNew = key.usesTime ? upstream.extent.isEndless : upstream.extent.isEverNew
    guard isNew, upstream.extent.most == nil else { return }
    warn(
      .endlessKeys, "every value starts a new group, and no group ever ends",
      hint: "write 'forgetAfter', or use a key with a limited number of values",
      at: place(of: "key"))
  }
}

extension OperatorSpec {
  /// Whether it emits only at the end of its upstream, if ever.
  fileprivate var waitsForEnd: Bool { category == .reducing || name == "last" }
  /// Whether it only replaces values or drops some of them.
  fileprivate var onlyMapsValues: Bool {
    category == .mapping || category == .filtering && name != "ignoreOutput" && name != "last"
  }
  /// Whether it only handles failures.
  fileprivate var handlesFailures: Bool { ["catch", "replaceError", "retry"].contains(name) }
}
