import Testing

@testable import Marbles

/// The labels of times in a picture.
@Suite struct `Times of pictures` {
  private func picture(
    _ seconds: [Double], width: Int = 72, dates: ChartDates? = nil
  ) -> String {
    let timeline = Timeline(
      seconds.map { Timeline<String>.Event.value("x", at: .milliseconds(Int64($0 * 1000))) })
    return MarbleChart(width: width, dates: dates).picture(of: [("t", timeline)]) { $0 }
  }

  @Test(
    arguments: [
      ([0, 599], "   0s"),
      ([0, 600], "   0s   10m"),
      ([0, 1000, 2000, 3200], "   0s    30m"),
      ([0, 5400], "   0s  1h"),
      ([0, 3600, 5400, 86_400], "   0s    3h    6h    9h    12h   15h   18h   21h   1d"),
      ([0, 86_400, 172_800, 1e6], "   0s      2d      4d      6d      8d      10d"),
      ([0, 1, 315_360_000.5], "   0s           3650d0.5s"),
    ] as [([Double], String)])
  func `are minutes, hours and days from ten minutes on`(seconds: [Double], labels: String) {
    #expect(picture(seconds).prefix { $0 != "\n" } == labels)
  }

  /// Dates of a zone whose clocks are an hour and a half ahead of UTC.
  private static let dates = ChartDates(
    text: { nanoseconds in
      let seconds = nanoseconds / 1_000_000_000 + 5400
      let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
      let clock = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      let fraction = nanoseconds % 1_000_000_000 == 0 ? "" : ".5"
      return "1970-01-0\(seconds / 86_400 + 1)T\(clock)\(fraction)+01:30"
    }, offset: { _ in 5_400_000_000_000 })

  @Test func `are dates if the clock counts from 1970, and begin with the first event`() {
    #expect(
      picture([3600, 3610, 3622, 3630], dates: Self.dates) == """
           1970-01-01T02:30:00+01:30     02:30:30
           +-----------------------------+
        t  x---------x-----------x-------x>
        """)
  }

  @Test func `repeat the day only where it changes, and mark the hours of the zone`() {
    #expect(
      picture([3600, 7200, 78_300, 90_000], width: 100, dates: Self.dates) == """
           1970-01-01T02:30:00+01:30   12:00    15:00    18:00    21:00    1970-01-02
           +---------------------------+--------+--------+--------+--------+--------
        t  x--x----------------------------------------------------------x---------x>
        """)
  }

  @Test func `show day and time after a gap`() {
    #expect(
      picture([3600, 3600.5, 90_000], width: 72, dates: Self.dates) == """
           1970-01-01T02:30:00+01:30
           +---------//--
        t  x----x----//-x>
        """)
  }

  @Test func `are complete in the list below`() {
    let timeline: Timeline<String> = [
      .value("1", at: .seconds(3600)), .failure("no", at: .seconds(3600.5)),
    ]
    #expect(
      MarbleChart(width: 72, dates: Self.dates).picture(of: [("t", timeline)]) { $0 }
        .hasSuffix("\nt at 1970-01-01T02:30:00.5+01:30: failure: no"))
  }

  @Test func `may be as late as the end of time`() {
    let late = Timeline<String>([
      .value("x", at: .nanoseconds(Int64.max - 1)), .value("x", at: .nanoseconds(Int64.max)),
    ])
    let end = ChartDates(text: { "2262-04-11T\($0)Z" }, offset: { _ in 50_400_000_000_000 })
    for dates in [nil, end] {
      let lines = MarbleChart(width: 72, dates: dates).picture(of: [("t", late)]) { $0 }
        .split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 72 } && lines.last?.hasSuffix("x>") == true)
    }
  }
}
