import Reactive
import Testing

@Suite struct CollectWindowsTests {
  private let scheduler = VirtualScheduler()

  private typealias Limits = Publishers.WindowLimits<String, Broken>

  /// Returns the trace of windows: start and end in seconds, the closing, and the values.
  private func trace(
    _ upstream: String, _ limits: Limits, atEnd: Publishers.PendingAtEnd = .emit
  ) -> String {
    timed(upstream, on: scheduler)
      .collectWindows(limits, scheduler: scheduler, atEnd: atEnd).map(text)
      .trace(on: scheduler)
  }

  private func text(_ window: Publishers.CollectedWindow<String>) -> String {
    let (start, end) = (window.start.nanoseconds, window.end.nanoseconds)
    return "\(window.values.joined())/\(start / 1_000_000_000)-\(end / 1_000_000_000)"
      + "/\(window.closing)"
  }

  @Test(arguments: [
    ("1=a 2=b 5=c 9|", "4=ab/1-4/gap 7=c/5-7/gap 9|"),
    ("1=a 3=b 4|", "3=a/1-3/gap 4=b/3-5/end 4|"),  // A value just then opens the next.
    ("1=a 3#", "3=a/1-3/gap 3#"), ("1=a 2#", "2#"), ("1=a", "3=a/1-3/gap"), ("1|", "1|"),
  ])
  func `a gap closes a window`(_ upstream: String, _ result: String) {
    #expect(trace(upstream, Limits(gap: .seconds(2))) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3=c 4=d 5=e 9|", "4=abc/1-4/maximum 7=de/4-7/gap 9|"),
    ("1=a 2=b 2.5=c 4|", "4=abc/1-4/maximum 4|"),
    ("1=a 2=b 2|", "2=ab/1-4/end 2|"),
  ])
  func `the first time limit to be reached closes a window`(_ upstream: String, _ result: String) {
    #expect(trace(upstream, Limits(gap: .seconds(2), maximum: .seconds(3))) == result)
  }

  @Test(arguments: [
    ("1=a 2=z 4=c 5|", "2=az/1-2/endsWhen 5=c/4-5/end 5|"),
    ("1=a 2=b 3=z 4=c 5|", "3=abz/1-3/count 5=c/4-5/end 5|"),
    ("1=a 1=b 1=c 1=z 2=z 2|", "1=abc/1-1/count 1=z/1-1/endsWhen 2=z/2-2/endsWhen 2|"),
    ("1=a 2=b 3=s 4=s 5=c 6|", "3=ab/1-3/startsWhen 4=s/3-4/startsWhen 6=sc/4-6/end 6|"),
    ("1=s 2=a 3|", "3=sa/1-3/end 3|"),
    ("1=a 2=b 3=s 4=z 5|", "3=ab/1-3/startsWhen 4=sz/3-4/endsWhen 5|"),
  ])
  func `values close windows`(_ upstream: String, _ result: String) {
    let limits = Limits(
      count: 3, startsWhen: { value, _ in value == "s" }, endsWhen: { value, _ in value == "z" })
    #expect(trace(upstream, limits) == result)
  }

  @Test func `time limits come before values of the same instant`() {
    let limits = Limits(gap: .seconds(2), startsWhen: { value, _ in value == "s" })
    #expect(trace("1=a 3=s 4|", limits) == "3=a/1-3/gap 4=s/3-5/end 4|")
  }

  @Test func `conditions see the window so far`() {
    let limits = Limits(endsWhen: { value, values in values.joined().contains("abc") })
    #expect(trace("1=a 2=b 3=c 4=c 5|", limits) == "3=abc/1-3/endsWhen 5=c/4-5/end 5|")
    let starts = Limits(startsWhen: { value, values in values.count == 3 })
    // The clock continues from the first part.
    #expect(
      trace("1=a 2=b 3=c 4=d 5|", starts) == "8=ab/6-8/startsWhen 10=cd/8-10/end 10|")
  }

  @Test func `the diagrams of the documentation are played`() throws {
    try checkDiagram(
      "collectWindows(.init(gap: .seconds(4), maximum: .seconds(5)), scheduler: scheduler)"
    ) {
      $0.first.collectWindows(
        .init(gap: .seconds(4), maximum: .seconds(5)), scheduler: $0.scheduler
      ).map(\.values)
    }
    try checkDiagram(
      "collectAligned(length: .seconds(2), every: .seconds(2), scheduler: scheduler)"
    ) {
      $0.first.collectAligned(
        length: .seconds(2), every: .seconds(2), scheduler: $0.scheduler
      ).map(\.values)
    }
    try checkDiagram("collectSliding(length: .seconds(3), scheduler: scheduler)") {
      $0.first.collectSliding(length: .seconds(3), scheduler: $0.scheduler).map(\.values)
    }
    try checkDiagram("collectSliding(count: 2, scheduler: scheduler)") {
      $0.first.collectSliding(count: 2, scheduler: $0.scheduler).map(\.values)
    }
    try checkDiagram("collectCounted(3, every: 2, scheduler: scheduler)") {
      $0.first.collectCounted(3, every: 2, scheduler: $0.scheduler).map(\.values)
    }
    try checkDiagram(
      "collectTimed(by: instant, length: .seconds(5), grace: .seconds(4), scheduler: scheduler)"
    ) {
      $0.numbers.collectTimed(
        by: { Instant.zero.advanced(by: .seconds($0)) }, length: .seconds(5), grace: .seconds(4),
        scheduler: $0.scheduler
      ).map(\.values)
    }
  }

  @Test(arguments: [
    // The end, the grace and a value of the instant at which a window closes.
    ("0=0 1=3 5=1 6|", 1, "6=0,3,1/0-5/seconds 6|"),
    ("0=0 6=1 7|", 1, "6=0/0-5/seconds 7|"),
    ("0=0 3=7 4|", 0, "4=0/0-5/end 4=7/5-10/end 4|"),
    ("0=7 5=0 6|", 1, "6=0/0-5/seconds 6=7/5-10/end 6|"),
    ("0=1 2#", 9, "2#"),
  ])
  func `windows of a time of the values wait for late ones`(
    _ upstream: String, _ grace: Int, _ result: String
  ) {
    let windows = timed(upstream, on: scheduler).compactMap(Int.init).collectTimed(
      by: { Instant.zero.advanced(by: .seconds($0)) }, length: .seconds(5),
      grace: .seconds(grace), scheduler: scheduler)
    let found = windows.map { window in
      let values = window.values.map(String.init).joined(separator: ",")
      let bounds = [window.start, window.end].map { "\($0.nanoseconds / 1_000_000_000)" }
      return "\(values)/\(bounds.joined(separator: "-"))/\(window.closing.rawValue)"
    }.trace(on: scheduler)
    #expect(found == result)
  }

  @Test func `a window that is open at the end can be dropped`() {
    let limits = Limits(gap: .seconds(2))
    #expect(trace("1=a 4=b 5|", limits, atEnd: .drop) == "3=a/1-3/gap 5|")
    #expect(trace("6=a 8|", limits, atEnd: .drop) == "13=a/11-13/gap 13|")
  }

  @Test func `a failing condition ends the run after the windows that were due`() {
    let limits = Limits(
      gap: .seconds(2),
      endsWhen: { (value, _) throws(Broken) in
        if value == "x" { throw Broken() }
        return false
      })
    #expect(trace("1=a 3=x 4=b 5|", limits) == "3=a/1-3/gap 3#")
    #expect(trace("1=a 2=x 4=b 5|", limits).hasSuffix("#"))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a window is emitted once even if its time is set repeatedly`() {
    let recorder = timed("0=a 1=z 1.5=b 2=z 9|", on: scheduler)
      .collectWindows(
        Limits(gap: .seconds(3), endsWhen: { value, _ in value == "z" }), scheduler: scheduler
      )
      .map(text).record(on: scheduler)
    scheduler.run()
    #expect(recorder.trace == "1=az/0-1/endsWhen 2=bz/1-2/endsWhen 9|")
  }

  @Test func `a value sent from a closed window belongs to the next one`() {
    let subject = PassthroughSubject<String, Broken>()
    let recorder = subject.collectWindows(Limits(count: 2), scheduler: scheduler).map(\.values)
      .record(on: scheduler) { if $0 == ["a", "b"] { subject.send("c") } }
    for value in ["a", "b", "d"] { subject.send(value) }
    #expect(recorder.values == [["a", "b"], ["c", "d"]])
  }

  @Test(arguments: [
    ("0=a 1=b 3=c 5.5|", "2=ab/0-2/seconds 4=c/2-4/seconds 5|"),
    ("1=a 2=b 3|", "2=a/0-2/seconds 3=b/2-4/end 3|"),
    ("1=a 2|", "2=a/0-2/seconds 2|"), ("1=a 1.5#", "1#"),
  ])
  func `windows aligned to the clock have its bounds`(_ upstream: String, _ result: String) {
    let windows = timed(upstream, on: scheduler).collectAligned(
      length: .seconds(2), every: .seconds(2), scheduler: scheduler)
    let found = windows.map(text).trace(on: scheduler)
    #expect(found.replacing("5.5|", with: "5|").replacing("1.5#", with: "1#") == result)
  }

  @Test(arguments: [
    ("1=a 5=b 7|", 2, "2=a/0-2/seconds 4=/2-4/seconds 6=b/4-6/seconds 7|"),
    ("1=a 6|", 2, "2=a/0-2/seconds 4=/2-4/seconds 6=/4-6/seconds 6|"),
    ("1=a 6=b 6.5|", 2, "2=a/0-2/seconds 4=/2-4/seconds 6=/4-6/seconds 6=b/6-8/end 6|"),
    ("1=a 4#", 2, "2=a/0-2/seconds 4=/2-4/seconds 4#"), ("5|", 2, "5|"),
    // Without a completion, no work is left after the last value.
    ("1=a 5=b", 2, "2=a/0-2/seconds 4=/2-4/seconds 6=b/4-6/seconds"), ("1=a", 2, "2=a/0-2/seconds"),
    // A limit of two in a row.
    ("1=a 9|", 2, "2=a/0-2/seconds 4=/2-4/seconds 6=/4-6/seconds 8#"),
  ])
  func `empty windows are emitted too, as long as other events occur`(
    _ upstream: String, _ period: Int, _ result: String
  ) {
    let windows = timed(upstream, on: scheduler).collectAligned(
      length: .seconds(2), every: .seconds(period), scheduler: scheduler,
      empty: (limit: 2, failure: Broken()))
    let found = windows.map(text).trace(on: scheduler)
    #expect(found.replacing("6.5", with: "6") == result)
    #expect(scheduler.now <= Instant.zero.advanced(by: .seconds(9)))
  }

  @Test func `empty windows stay in step with other windows`() {
    var generator = SeededGenerator(seed: 3)
    var time = 0
    let events = (0..<300).map { number in
      time += Int.random(in: 0...3, using: &generator) * Int.random(in: 1...9, using: &generator)
      return (time, number)
    }
    let source = TimedSequence<Int, Never>(
      events.map { (.seconds($0.0), $0.1) }, end: .seconds(time), on: scheduler
    ).setFailureType(to: Broken.self)
    for period in [1, 3, 4, 6] {
      let start = Int(scheduler.now.nanoseconds / 1_000_000_000)
      let recorder = source.collectAligned(
        length: .seconds(4), every: .seconds(period), scheduler: scheduler,
        empty: (limit: 100, failure: Broken())
      ).record(on: scheduler)
      scheduler.run()
      let values = events.map { ($0.0 + start, $0.1) }
      let end = time + start
      let starts = (0...end / period).map { $0 * period }.filter { $0 + 4 > values[0].0 }
      let windows = starts.map { start in
        (start, values.filter { $0.0 >= start && $0.0 < start + 4 }.map(\.1))
      }
      let expected = windows.filter { !$0.1.isEmpty || $0.0 + 4 <= end }
      #expect(recorder.values.map(\.values) == expected.map(\.1))
    }
  }

  @Test(arguments: [1, 7, 50])
  func `windows with bounds contain the same values as windows without`(_ overlap: Int) {
    var generator = SeededGenerator(seed: UInt64(overlap))
    var time = 0
    let events = (0..<500).map { number in
      time += Int.random(in: 0...30, using: &generator)
      return (Duration.milliseconds(time), number)
    }
    let (length, period) = (Duration.milliseconds(10 * overlap), Duration.milliseconds(10))
    let source = TimedSequence<Int, Never>(events, end: .milliseconds(time), on: scheduler)
    let plain = source.collect(.sliding(scheduler, length, every: period)).record(on: scheduler)
    let bounded = source.collectAligned(length: length, every: period, scheduler: scheduler)
      .record(on: scheduler)
    scheduler.run()
    #expect(bounded.values.map(\.values) == plain.values)
    #expect(bounded.times == plain.times)
    #expect(bounded.values.allSatisfy { $0.end == $0.start.advanced(by: length) })
    #expect(scheduler.pendingCount == 0)
  }
}
