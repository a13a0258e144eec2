import Checking
import Expressions
package import Marbles
import StreamModels

extension Program {
  /// Whether the clock of a playback counts from 1970, because its inputs do, or because it follows
  /// the calendar.
  package var countsFrom1970: Bool { plan.origin == .epoch || plan.facts.followsCalendar }

  /// Whether a stream follows the calendar, so that playing on the real clock begins now.
  package var followsCalendar: Bool { plan.facts.followsCalendar }
}

extension Program {
  /// Whether the records of an input that is read have times.
  package var hasTimedInputs: Bool {
    plan.usedInputs.contains { plan.inputs[$0].time != nil }
  }

  /// The names of the inputs that are read and whose records have no times, in document order.
  package var inputsWithoutTimes: [String] {
    let used = plan.usedInputs
    return plan.inputs.indices.filter { used.contains($0) && plan.inputs[$0].time == nil }
      .map { plan.inputs[$0].source.name }
  }
}

extension Plan {
  /// The origin of the times of the inputs that are read, which is the same for all of them.
  var origin: InputSource.Origin {
    let used = usedInputs
    let timed = inputs.indices.first { used.contains($0) && inputs[$0].time != nil }
    return timed.flatMap { inputs[$0].source.origin } ?? .first
  }
}

extension ChartDates {
  /// The dates of UTC.
  package static let utc = ChartDates(
    text: { TimeText.text(ofNanoseconds: $0) }, offset: { _ in 0 })
}
