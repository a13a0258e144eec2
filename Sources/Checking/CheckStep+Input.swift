import Expressions
import StreamModels
import Values

extension CheckStep {
  /// Adds an input. An input is read once for all sources with its name, so these must agree;
  /// otherwise a mistake is reported.
  ///
  /// - Parameter address: The name with its file, for a hint.
  func input(
    _ source: InputSource, calledInFull address: String?, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    var (time, require): (CheckedExpression?, CheckedExpression?)
    do throws(Diagnostics) {
      time = try source.time.map { (text) throws(Diagnostics) in try checkTime(text) }
    } catch {
      mistakes.append(contentsOf: error)
    }
    do throws(Diagnostics) {
      require = try checkCondition(of: source)
      for (name, key) in [(source.late?.output, "late"), (source.malformedOutput, "malformed")] {
        if let name { try checkOutput(name, at: place(of: Text(key))) }
      }
    } catch {
      mistakes.append(contentsOf: error)
    }
    let known = whole.facts.inputs.firstIndex { $0.source.name == source.name && $0.stated == nil }
    if let number = known {
      let isElsewhere = whole.facts.inputs[number].document != document
      // The same paths refer to other files for a document in another folder.
      if !whole.facts.inputs[number].source.reads(like: source)
        || isElsewhere && !source.paths.isEmpty
          && whole.folder(of: whole.facts.inputs[number].document) != whole.folder(of: document)
      {
        let hint =
          isElsewhere
          ? address.map {
            "bind this one separately: '--input \($0)=PATH', or '\($0)' in a "
              + "test"
          } : nil
        mistakes.append(
          Diagnostic(
            .invalidValue,
            "input '\(source.name.abbreviated)' is already read with other "
              + "settings",
            hint: hint ?? "define it once in 'definitions' and refer to it by name",
            at: place(of: "input")))
      }
      return records(of: number)
    }
    if time != nil, whole.facts.followsCalendar, source.origin != .epoch {
      mistakes.append(.calendarBesideFirst(source.name, at: place(of: "input")))
    }
    if time != nil, let other = whole.facts.inputs.first(where: { $0.time != nil }),
      other.source.origin ?? .first != source.origin ?? .first
    {
      mistakes.append(
        Diagnostic(
          .invalidValue,
          "the times of '\(source.name.abbreviated)' and of '\(other.source.name.abbreviated)' "
            + "count from different origins, expected one origin for all inputs",
          hint: #"write the same "origin" beside both"#,
          at: place(of: source.origin == nil ? "input" : "origin")))
    }
    let input = InputPlan(
      source: source, document: document, time: time, require: require,
      pathPlace: place(of: "path"), lateOutput: outputNumber(of: source.late?.output),
      malformedOutput: outputNumber(of: source.malformedOutput))
    whole.facts.inputs.append(input)
    let number = whole.facts.inputs.count - 1
    if lints, let time { lint(time, ofRecordsOf: number) }
    if lints, let require { noteFields(of: require, at: place(of: "require"), in: number) }
    return records(of: number)
  }

  /// Adds the step that emits the records of an input.
  private func records(of number: Int) -> Upstream {
    let source = whole.facts.inputs[number].source
    var records = add(.input(number), emitting: .dyn)
    records.origin.records = number
    if source.time == nil, source.every == nil { records.origin.untimed = number }
    if number < UInt64.bitWidth { records.origin.prompt = 1 << UInt64(number) }
    return records
  }

  /// Warns of times that are truncated to seconds, and notes the fields from which they are read.
  private func lint(_ time: CheckedExpression, ofRecordsOf input: Int) {
    lintDivisions(
      time.cutTimes, "'/' of two ints drops the fraction: the times are whole seconds",
      at: place(of: "time"))
    noteFields(of: time, at: place(of: "time"), in: input)
  }

  private func outputNumber(of name: String?) -> Int? {
    name.map { whole.sideOutputs.number(of: $0, in: document) }
  }

  /// Adds an input whose records a test states, together with the instants at which they arrive.
  /// Of the settings for other records, only those that are about the content of a record and about
  /// its rank are used.
  func input(
    _ source: InputSource, stating records: MarblePlan, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    var require: CheckedExpression?
    do throws(Diagnostics) {
      require = try checkCondition(of: source)
    } catch {
      mistakes.append(contentsOf: error)
    }
    let inputs = whole.facts.inputs
    var number = inputs.firstIndex { $0.source.name == source.name && $0.stated != nil }
    if number == nil {
      number = inputs.count
      whole.facts.inputs.append(
        InputPlan(
          source: InputSource(
            source.name, malformed: source.malformed, priority: source.priority),
          document: document, time: nil, require: require, pathPlace: place(of: "path"),
          lateOutput: outputNumber(of: source.late?.output),
          malformedOutput: outputNumber(of: source.malformedOutput),
          stated: StatedRecords(
            records: records, setsStart: source.time != nil && source.origin == .epoch)))
    }
    return add(
      .input(number ?? inputs.count), emitting: .dyn, lasting: Extent(records).shared)
  }

  /// Checks the condition for the records of an input to be well-formed, if it has one.
  private func checkCondition(of source: InputSource) throws(Diagnostics) -> CheckedExpression? {
    try source.require.map { (text) throws(Diagnostics) in
      try checkReading(text, as: .condition, at: place(of: "require"))
    }
  }

  /// Checks an expression that is evaluated while records are read.
  private func checkReading(
    _ text: String, as requirement: CheckedExpression.Requirement = .anything, at path: DocumentPath
  ) throws(Diagnostics) -> CheckedExpression {
    var scope = Scope.value()
    scope.time = nil
    do throws(ExpressionErrors) {
      return try CheckedExpression(
        text, in: scope, as: requirement, with: body.parametersInSight,
        suggestsNames: !whole.isFull
      ).placed(at: ExpressionPlace(document: document, path: path))
    } catch {
      throw Diagnostics(error.errors.map { body.mistake($0, in: scope, at: path) })
    }
  }

  /// Checks the expression for a record's time. It is evaluated while records are read, before
  /// there is a virtual time, and outside all operators.
  private func checkTime(_ text: String) throws(Diagnostics) -> CheckedExpression {
    let checked = try checkReading(text, at: place(of: "time"))
    switch checked.type {
    case .int, .double, .string, .dyn: return checked
    default:
      throw Diagnostics([
        Diagnostic(
          .expressionType,
          "a time must be seconds or an RFC 3339 string, this is of type \(checked.type)",
          at: place(of: "time"))
      ])
    }
  }
}

extension InputSource {
  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    let document = step.whole.name(of: step.document)
    let replacements = step.whole.replacements
    var bound = self
    bound.name = replacements.boundName(ofInput: name, in: document)
    if let records = replacements.plan(forInput: name, in: document) {
      return step.input(bound, stating: records, collecting: &mistakes)
    }
    let address = document.map { StreamAddress(name, in: $0).text }
    return step.input(bound, calledInFull: address, collecting: &mistakes)
  }

  /// Returns whether both inputs are read the same way, apart from spelling and annotations.
  fileprivate func reads(like other: InputSource) -> Bool {
    unit ?? .s == other.unit ?? .s && end?.meaning == other.end?.meaning
      && (malformed?.kind ?? .fail, require, priority ?? 0)
        == (other.malformed?.kind ?? .fail, other.require, other.priority ?? 0)
      && (time, origin ?? .first, late?.meaning, every?.nanoseconds ?? 0, paths, records)
        == (
          other.time, other.origin ?? .first, other.late?.meaning, other.every?.nanoseconds ?? 0,
          other.paths, other.records
        )
  }
}
