import Patterns
import Reactive
import Testing

/// The rules of `pattern` in Swift. The rules of the format, and cases of other tools, are tested with
/// stream files.
@Suite struct PatternTests {
  private typealias Step = Publishers.PatternStep<String, Broken>

  private let scheduler = VirtualScheduler()

  /// Returns matches as strings: `fff o` for two steps.
  private func pattern(
    _ upstream: String, _ steps: [Publishers.PatternStep<String, Broken>], within: Int? = nil,
    next: Publishers.PatternOverlap = .afterLast
  ) -> String {
    let scheduler = VirtualScheduler()
    return timed(upstream, on: scheduler).pattern(
      steps, within: within.map { .seconds($0) }, next: next, scheduler: scheduler
    ).map { $0.values.map { $0.joined() }.joined(separator: "+") }.eraseToAnyPublisher()
      .trace(on: scheduler)
  }

  private static func step(
    _ text: String, times: ClosedRange<Int> = 1...1, optional: Bool = false, greedy: Bool = false
  ) -> Step {
    .step(times: times, optional: optional, greedy: greedy) { $0 == text }
  }

  private struct Login {
    let hasFailed: Bool
  }

  @Test func `the example of the page finds break-ins`() {
    let logins = timed("1=f 2=f 3=f 4=o 5|", on: scheduler).map { Login(hasFailed: $0 == "f") }
    let breakIns = logins.pattern(
      [.step(times: 3...) { $0.hasFailed }, .step { !$0.hasFailed }],
      within: .seconds(60), scheduler: scheduler)
    #expect(breakIns.map { "\($0.values.map(\.count))" }.trace(on: scheduler) == "4=[3, 1] 5|")
  }

  @Test func `the diagram shows the actual events`() throws {
    try checkDiagram(
      "pattern([.step(times: 3...) { $0 < 5 }, .step { $0 > 5 }], scheduler: scheduler)"
    ) { inputs in
      inputs.numbers.pattern(
        [.step(times: 3...) { $0 < 5 }, .step { $0 > 5 }], scheduler: inputs.scheduler
      ).map { "\($0.values)" }
    }
  }

  @Test(arguments: [
    ("1=f 2=f 3=f 4=o 9|", "4=fff+o 9|"),
    ("1=f 2=x 3=f 4=o 5=f 6=o 9|", "6=fff+o 9|"),
    // Exactly `within` is too late.
    ("1=f 2=f 3=f 7=o 9|", "9|"), ("1=f 2=f 3=f 6.999=o 9|", "6.999=fff+o 9|"),
    ("1=f 2=f 3=f 4#", "4#"), ("1=f 2=f 3=f 4|", "4|"),
  ])
  func `a match is emitted once it is full, if that is in time`(
    _ upstream: String, _ result: String
  ) {
    #expect(
      pattern(upstream, [Self.step("f", times: 3...9), Self.step("o")], within: 6) == result)
  }

  @Test(arguments: Publishers.PatternOverlap.allCases)
  func `next says which matches may overlap`(_ next: Publishers.PatternOverlap) {
    let results: [Publishers.PatternOverlap: String] = [
      .afterLast: "3=a+a 5=a+a 9|", .atLast: "3=a+a 4=a+a 5=a+a 6=a+a 9|",
      .afterFirst: "3=a+a 4=a+a 5=a+a 6=a+a 9|", .afterEnd: "3=a+a 5=a+a 9|",
    ]
    #expect(
      pattern("2=a 3=a 4=a 5=a 6=a 9|", [Self.step("a"), Self.step("a")], next: next)
        == results[next])
  }

  @Test func `a wait drops what breaks it, and a greedy step begins it anew`() {
    let steps = [
      Self.step("a", times: 1...9, greedy: true), Step.not(for: .seconds(3)) { $0 == "b" },
    ]
    #expect(pattern("1=a 2=a 4=a 9|", steps) == "7=aaa 9|")
    #expect(pattern("1=a 2=a 4=b 9|", steps) == "9|")
    // A silence that was not seen to its end is none.
    #expect(pattern("1=a 2=a 4|", steps) == "4|")
  }

  @Test func `a first wait asks for silence before the first value`() {
    let steps = [Step.not(for: .seconds(3)) { $0 == "b" }, Self.step("d")]
    #expect(pattern("0=d 2=b 4=d 5=d 9|", steps) == "0=d 5=d 9|")
  }

  @Test func `conditions see the match so far`() {
    let rising: Step = .step(times: 1...) { value, match throws(Broken) in
      match.previous.map { $0 < value } ?? true
    }
    let falling: Step = .step { value, match throws(Broken) in
      value < match.values[0][0]
    }
    #expect(pattern("1=b 2=c 3=d 4=b 5=a 9|", [rising, falling]) == "4=cd+b 9|")
  }

  @Test func `a condition that fails ends the run before anything is emitted, or drops the value`()
  {
    let steps: [Step] = [
      .step { (value) throws(Broken) in
        if value == "x" { throw Broken(number: 1) }
        return value == "a"
      }
    ]
    #expect(pattern("1=a 2=x 3=a 9|", steps) == "1=a 2#")
    var ignored: [String] = []
    let recorder = timed("1=a 2=x 3=a 9|", on: scheduler).pattern(
      steps, scheduler: scheduler, limits: .init(ignores: { value, _ in ignored.append(value) })
    ).record(on: scheduler)
    scheduler.run()
    #expect(recorder.values.count == 2)
    #expect(ignored == ["x"])
  }

  @Test func `limits end the run with their failure`() {
    for (limits, count) in [
      (Publishers.PatternLimits<Int, Broken>(matches: 3) { _ in Broken(number: 1) }, 4),
      (.init(values: 3) { _ in Broken(number: 2) }, 3),
    ] {
      let numbers = PassthroughSubject<Int, Broken>()
      let recorder = numbers.pattern(
        [.step(times: 2...3), .step { $0 < 0 }], within: .seconds(9), scheduler: scheduler,
        limits: limits
      ).record(on: scheduler)
      for number in 1...count { numbers.send(number) }
      #expect(recorder.failure != nil, "after \(count) values")
    }
  }

  @Test func `matches that an earlier one always displaces are not kept`() {
    let numbers = PassthroughSubject<Int, Broken>()
    let recorder = numbers.pattern(
      [.step(times: 3...) { $0 > 0 }, .step { $0 == 0 }], scheduler: scheduler,
      limits: .init(matches: 4) { _ in Broken() }
    ).record(on: scheduler)
    for number in 1...1_000 { numbers.send(number) }
    numbers.send(0)
    #expect(recorder.values.map { $0.values[0].count } == [1_000])
  }
}
