/// The text form of times in a picture, and the times that can be marked.
package struct ChartTime: Sendable {
  private enum Form: Sendable {
    /// Numbers of one unit: `0.5s`.
    case numbers(unit: Int64, name: String)
    /// Days, hours, minutes and seconds: `1h30m`.
    case spans
    case dates(ChartDates)
  }

  /// The time from which seconds alone are hard to read.
  private static let longest: Int64 = 10 * minute

  private let form: Form

  /// Uses dates if there are any. Otherwise uses numbers of the largest unit in which the latest
  /// time is at least 1 or, from ten minutes on, of as many units as needed.
  package init(latest: Int64, dates: ChartDates?) {
    let units: [(Int64, String)] = [(Self.second, "s"), (1_000_000, "ms"), (1000, "us"), (1, "ns")]
    let unit = units.first { latest >= $0.0 } ?? units[0]
    form =
      if let dates {
        .dates(dates)
      } else if latest >= Self.longest {
        .spans
      } else {
        .numbers(unit: unit.0, name: unit.1)
      }
  }

  /// The minimum width of an axis. A date needs room for a second one beside it.
  var leastWidth: Int64 {
    if case .dates = form { 48 } else { 1 }
  }

  /// Returns a time in full.
  package func text(_ nanoseconds: Int64) -> String {
    if case .dates(let dates) = form { return dates.text(nanoseconds) }
    return duration(nanoseconds)
  }

  /// Returns the time between two events in full.
  package func duration(_ nanoseconds: Int64) -> String {
    switch form {
    case .numbers(let unit, let name): MarbleTimeSpan.decimal(nanoseconds, unit: unit) + name
    case .spans, .dates: Self.span(nanoseconds)
    }
  }

  /// Returns the label of a time at a mark, given that of the previous mark.
  package func label(_ nanoseconds: Int64, after previous: Int64?) -> String {
    guard case .dates(let dates) = form else { return text(nanoseconds) }
    return dates.label(nanoseconds, after: previous)
  }

  /// Returns the maximum width of the labels of multiples of a step, up to an end.
  package func labelWidth(ofMultiplesOf step: Int64, upTo end: Int64) -> Int {
    guard case .dates = form else {
      let last = end / step * step
      // One of two adjacent multiples has the maximum number of digits that a multiple of this step
      // can have.
      return max(text(last).count, text(last - min(step, last)).count)
    }
    if step % Self.day == 0 { return "2009-02-13".count }
    if step % Self.minute == 0 { return "23:31".count }
    return "23:31:0".count + MarbleTimeSpan.decimal(Self.second + step, unit: Self.second).count
  }

  /// Returns the last multiple of a step that is not after a time. Dates count in local time.
  package func multiple(of step: Int64, notAfter time: Int64) -> Int64 {
    guard case .dates(let dates) = form else { return time / step * step }
    let (shifted, overflow) = time.addingReportingOverflow(dates.offset(time))
    if overflow { return time / step * step }
    let rest = shifted % step
    return time - (rest < 0 ? rest + step : rest)
  }

  /// Returns a time span, exactly: `3d4h5m6.5s`.
  private static func span(_ nanoseconds: Int64) -> String {
    guard nanoseconds != 0 else { return "0s" }
    var rest = nanoseconds.magnitude
    var text = nanoseconds < 0 ? "-" : ""
    for (size, name) in [(day, "d"), (hour, "h"), (minute, "m")] {
      let (count, left) = rest.quotientAndRemainder(dividingBy: size.magnitude)
      if count > 0 { text += "\(count)\(name)" }
      rest = left
    }
    if rest > 0 { text += MarbleTimeSpan.decimal(Int64(rest), unit: second) + "s" }
    return text
  }
}

// MARK: - Steps

extension ChartTime {
  private static let second = MarbleTimeSpan.second
  private static let minute = MarbleTimeSpan.minute
  private static let hour = 60 * minute
  private static let day = 24 * hour

  private static let powers = sequence(first: Int64(1)) { power in
    power < 1_000_000_000_000_000_000 ? power * 10 : nil
  }

  /// The possible distances between two marks: 1, 2, 5, 10, 20, 50 … nanoseconds. If times have
  /// minutes, these are seconds, minutes, hours and days that divide the next unit.
  package var steps: [Int64] {
    switch form {
    case .numbers: Self.decimalSteps
    case .spans, .dates: Self.clockSteps
    }
  }

  /// The possible durations of a column: the steps, and more that also divide a step evenly.
  package var scales: [Int64] {
    switch form {
    case .numbers: Self.decimalScales
    case .spans, .dates: Self.clockScales
    }
  }

  private static let decimalSteps: [Int64] = powers.flatMap { [$0, $0 * 2, $0 * 5] }

  private static let decimalScales: [Int64] = powers.flatMap { power in
    power < 10 ? [power, power * 2, power * 5] : [power, power * 2, power / 10 * 25, power * 5]
  }

  private static let clockSteps = onClock(
    below: decimalSteps, of60: [1, 2, 5, 10, 15, 30], hours: [1, 2, 3, 6, 12])
  private static let clockScales = onClock(
    below: decimalScales, of60: [1, 2, 5, 10, 15, 20, 30], hours: [1, 2, 3, 4, 6, 12])

  /// Returns the steps of a clock: fractions of a second, parts of a minute, of an hour and of a
  /// day, and days.
  private static func onClock(below fractions: [Int64], of60: [Int64], hours: [Int64]) -> [Int64] {
    let days = powers.prefix { $0 <= 100_000 }.flatMap { [$0, $0 * 2, $0 * 5] }
      .prefix { $0 <= 100_000 }
    return fractions.filter { $0 < second } + of60.map { $0 * second } + of60.map { $0 * minute }
      + hours.map { $0 * hour } + days.map { $0 * day }
  }
}
