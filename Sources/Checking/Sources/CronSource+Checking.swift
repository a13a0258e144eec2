import Expressions
import StreamModels
import Values

extension CronSource {
  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    do throws(CronSchedule.Mistake) {
      let schedule = try CronSchedule(
        Text(fields), zone: Text(zone ?? "UTC"), once: twice == .once)
      if let mistake = step.calendarMistake(at: "cron") { mistakes.append(mistake) }
      step.whole.facts.followsCalendar = true
      return step.add(
        .cron(schedule, isInitial: initial ?? false), emitting: .string,
        lasting: Extent(completion: .perhaps, isEverNew: true))
    } catch {
      mistakes.append(
        Diagnostic(
          .invalidValue, error.message, hint: error.hint,
          at: step.place(of: error.isAboutZone ? "zone" : "cron")))
      return step.addNothing(emitting: .string)
    }
  }
}

extension CheckStep {
  /// Returns the mistake if times should count from 1970 although those of an input count from its
  /// first record.
  fileprivate func calendarMistake(at key: Text) -> Diagnostic? {
    whole.facts.inputs.first { $0.time != nil && $0.source.origin != .epoch }
      .map { .calendarBesideFirst($0.source.name, at: place(of: key)) }
  }
}

extension Diagnostic {
  /// The mistake of an input whose times count from its first record, in a program with a calendar.
  static func calendarBesideFirst(_ input: String, at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .invalidValue,
      "a schedule needs times since 1970, but the times of '\(input.abbreviated)' count from "
        + "its first record",
      hint: #"write "origin": "epoch" beside the input"#, at: path)
  }
}
