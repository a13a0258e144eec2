import Expressions
import Values

extension Program {
  /// Returns warnings about uses of inputs that can only be judged from records.
  func dataWarnings(_ samples: [Int: RecordSample]) -> Diagnostics {
    let checks = samples.sorted { $0.key < $1.key }
      .map { (number: $0.key, check: SampleCheck($0.value, of: plan.inputs[$0.key])) }
    let found = checks.flatMap { number, check in
      check.warnings(needing: plan.dataUses.fields.filter { $0.input == number })
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
    plan.dataUses.untimed.isEmpty ? Diagnostics() : untimedWarnings(samples(of: data()).0)
  }

  private func untimedWarnings(_ samples: [Int: RecordSample]) -> Diagnostics {
    let used = plan.usedInputs
    let warnings = plan.dataUses.untimed.filter { used.contains($0.input) }.map { use in
      let field = samples[use.input].flatMap { sample in
        RecordField.times(among: RecordField.fields(of: sample.records), of: sample.records).first
      }
      var warning = Diagnostic(
        .untimedInput,
        "'\(use.operatorName)' goes by time, and all records of "
          + "'\(plan.inputs[use.input].source.name.abbreviated)' come at one instant",
        hint:
          "write \(field.map { "\"time\": \"\($0)\"" } ?? "'time' or 'every'") beside the input; "
          + "\"every\": 0 if that is meant",
        at: use.place.path, severity: .warning)
      warning.isAtKey = true
      return located(warning, in: use.place.document)
    }
    return Diagnostics(warnings)
  }

  /// Returns a warning for each operator in which records of several inputs meet at one instant.
  private func encounterWarnings(_ times: [Int: Set<Int64>]) -> [Diagnostic] {
    plan.dataUses.encounters.compactMap { use in
      var seen: [Int64: Int] = [:]
      for input in use.inputs {
        // Find the earliest common instant, independently of the order of the set.
        var first: (time: Int64, other: Int)?
        for time in times[input] ?? [] {
          if let other = seen[time], first.map({ time < $0.time }) ?? true { first = (time, other) }
          seen[time] = seen[time] ?? input
        }
        guard let (time, other) = first else { continue }
        let names = [other, input].map { plan.inputs[$0].source.name.abbreviated }
        let text = RecordTime.text(of: time, origin: plan.inputs[input].source.origin)
        var warning = Diagnostic(
          .undecidedOrder,
          "'\(names[0])' and '\(names[1])' have records of one instant, such as \(text): which of "
            + "them comes first in '\(use.operatorName)' depends on which is subscribed to first",
          hint: #"delay the one that is to come second by { "delay": { "seconds": "1ns" } }"#,
          at: use.place.path, severity: .warning)
        warning.isAtKey = true
        warning.document = use.place.document
        return warning
      }
      return nil
    }
  }

  /// Returns a diagnostic with its location in a document.
  func located(_ diagnostic: Diagnostic, in document: Int) -> Diagnostic {
    let source = sources.indices.contains(document) ? sources[document] : nil
    return Diagnostics([diagnostic]).located(in: source).items[0]
  }
}
