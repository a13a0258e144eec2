import Expressions
package import Marbles

extension Program {
  /// Whether the clock that plays it counts from 1970, because what it reads does.
  package var countsFrom1970: Bool { plan.origin == .epoch }
}

extension Plan {
  /// From when the inputs that are read count; they agree in that.
  var origin: InputSource.Origin {
    let used = usedInputs
    let timed = inputs.indices.first { used.contains($0) && inputs[$0].time != nil }
    return timed.flatMap { inputs[$0].source.origin } ?? .first
  }
}

extension ChartDates {
  /// Dates of UTC.
  package static let utc = ChartDates(
    text: { TimeText.text(ofNanoseconds: $0) }, offset: { _ in 0 })
}
