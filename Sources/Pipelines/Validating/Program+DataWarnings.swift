import Checking
import Expressions
import Playing
import Records
import StreamModels
import Values

extension Program {
  /// Returns warnings about uses of inputs that can only be judged from records.
  func dataWarnings(_ samples: [Int: RecordSample]) -> Diagnostics {
    let checks = samples.sorted { $0.key < $1.key }
      .map { (number: $0.key, check: SampleCheck($0.value, of: plan.inputs[$0.key])) }
    let found = checks.flatMap { number, check in
      check.warnings(needing: plan.facts.dataUses.fields.filter { $0.input == number })
    }
    let times = Dictionary(uniqueKeysWithValues: checks.map { ($0.number, Set($0.check.times)) })
    var warnings = untimedWarnings(samples)
    for warning in found + encounterWarnings(times) {
      warnings.append(located(warning, in: warning.document ?? 0))
    }
    return warnings
  }

  /// Returns a warning for each input without times before an operator that depends on time. Reads
  /// records only if there is such an operator.
  package func untimedWarnings(choosing data: () -> DataChoice) -> Diagnostics {
    plan.facts.dataUses.untimed.isEmpty ? Diagnostics() : untimedWarnings(samples(of: data()).0)
  }

  private func untimedWarnings(_ samples: [Int: RecordSample]) -> Diagnostics {
    let used = plan.usedInputs
    let warnings = plan.facts.dataUses.untimed.filter { used.contains($0.input) }.map { use in
      let field = samples[use.input].flatMap { sample in
        RecordField.times(among: RecordField.fields(of: sample.records), of: sample.records).first
      }
      var warning = Diagnostic(
        .untimedInput,
        "'\(use.operatorName)' depends on time, but all records "
          + "of '\(plan.inputs[use.input].source.name.abbreviated)' arrive at one instant",
        hint:
          "write \(field.map { "\"time\": \"\($0)\"" } ?? "'time' or 'every'") beside the input, "
          + "or \"every\": 0 if this is intended",
        at: use.place.path, severity: .warning)
      warning.isAtKey = true
      return located(warning, in: use.place.document)
    }
    return Diagnostics(warnings)
  }

  /// Returns a warning for each operator in which records of several inputs meet at one instant.
  private func encounterWarnings(_ times: [Int: Set<Int64>]) -> [Diagnostic] {
    plan.facts.dataUses.encounters.compactMap { use in
      guard let meeting = meeting(of: use.inputs, times) ?? certainMeeting(of: use.inputs, times)
      else { return nil }
      let names = [meeting.first, meeting.second].map { plan.inputs[$0].source.name.abbreviated }
      var warning = Diagnostic(
        .undecidedOrder,
        "'\(names[0])' and '\(names[1])' have records at the same instant, \(meeting.reason), "
          + "and their order in '\(use.operatorName)' depends on which input is subscribed to "
          + "first",
        hint: #"delay the input that must come second with { "delay": { "seconds": "1ns" } }"#,
        at: use.place.path, severity: .warning)
      warning.isAtKey = true
      warning.document = use.place.document
      return warning
    }
  }

  /// Two inputs that have records of one instant, and why that is known.
  private typealias Meeting = (first: Int, second: Int, reason: String)

  /// Returns the first inputs whose records have a time in common.
  private func meeting(of inputs: [Int], _ times: [Int: Set<Int64>]) -> Meeting? {
    var seen: [Int64: Int] = [:]
    for input in inputs {
      // The earliest common instant, whatever the order of the set is.
      var first: (time: Int64, other: Int)?
      for time in times[input] ?? [] {
        if let other = seen[time], first.map({ time < $0.time }) ?? true { first = (time, other) }
        seen[time] = seen[time] ?? input
      }
      guard let (time, other) = first else { continue }
      let text = RecordTime.text(of: time, origin: plan.inputs[input].source.origin)
      return (other, input, "such as \(text)")
    }
    return nil
  }

  /// Returns the first inputs whose records meet whatever they are.
  private func certainMeeting(of inputs: [Int], _ times: [Int: Set<Int64>]) -> Meeting? {
    for (index, second) in inputs.enumerated() {
      for first in inputs[..<index] {
        // Records that have been read decide more than the names of files.
        let isRead = times[first] != nil || times[second] != nil
        let (one, other) = (plan.inputs[first], plan.inputs[second])
        if let reason = one.meeting(with: other, comparingFiles: !isRead) {
          return (first, second, reason)
        }
      }
    }
    return nil
  }

  /// Returns a diagnostic with its location in a document.
  func located(_ diagnostic: Diagnostic, in document: Int) -> Diagnostic {
    let source = sources.indices.contains(document) ? sources[document] : nil
    return Diagnostics([diagnostic]).located(in: source).items[0]
  }
}

extension InputPlan {
  /// Returns why records of this input and of another one come at one instant, whatever they are;
  /// nil if that depends on them.
  fileprivate func meeting(with other: InputPlan, comparingFiles: Bool) -> String? {
    guard stated == nil, other.stated == nil else { return nil }
    let (one, other) = ((source, document), (other.source, other.document))
    if one.0.time == nil, other.0.time == nil {
      let everies = [one.0.every, other.0.every].map { $0?.nanoseconds ?? 0 }
      return everies.allSatisfy { $0 == 0 } ? "because neither has times" : "such as their first"
    }
    guard comparingFiles, one.1 == other.1, !one.0.paths.isEmpty,
      (one.0.paths, one.0.time) == (other.0.paths, other.0.time), one.0.records == other.0.records
    else { return nil }
    return "because they read the same file"
  }
}
