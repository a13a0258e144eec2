import Reactive
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

@Suite struct MarbleEventsTests {
  private func plan(
    _ text: String, values: [Member] = [], frame: Seconds? = nil, isHot: Bool? = nil
  ) throws -> MarblePlan {
    try MarblePlan(MarbleSource(text, values: values, frame: frame, isHot: isHot))
  }

  /// Returns a line for each event: its time in nanoseconds, and what happens.
  private func lines(_ plan: MarblePlan) -> [String] {
    plan.events.map { event in
      switch event.kind {
      case .value(let value):
        "\(event.time) \(String(decoding: JSONWriter.text(of: value), as: UTF8.self))"
      case .finished: "\(event.time) |"
      case .failure(let failure): "\(event.time) # \(failure.message)"
      }
    }
  }

  @Test func `events that share a step keep their own times`() throws {
    let plan = try plan(
      "a-a-a(1b)-a|", values: [Member("a", 7)], frame: Seconds(.nanoseconds(1)))
    #expect(
      lines(plan) == [
        "0 7", "2 7", "4 7", #"5 1"#, #"5 "b""#, "10 7", "11 |",
      ])
    #expect(plan.events.count == 7)
    #expect(plan.events.first?.time == 0)
    #expect(plan.events.last?.time == 11)
  }

  @Test(arguments: [
    ("^a-a-a|", ["1 a", "3 a", "5 a", "6 |"]),
    ("a-a^a-a", ["-3 a", "-1 a", "1 a", "3 a"]),
    ("a-a-a-^", ["-6 a", "-4 a", "-2 a"]),
    ("a-a|^", ["-4 a", "-2 a", "-1 |"]),
    ("a^#", ["-1 a", "1 # error"]),
    ("^", []),
  ])
  func `times count from the start of a hot diagram`(text: String, expected: [String]) throws {
    let plan = try plan(text, frame: Seconds(.nanoseconds(1)), isHot: true)
    #expect(lines(plan).map { $0.filter { $0 != "\"" } } == expected)
    #expect(plan.events.last?.time == expected.last.flatMap { Int64($0.prefix { $0 != " " }) })
  }

  @Test func `between two events there may be more time than fits`() throws {
    // 200 years before the start and 200 years after it.
    let years = "105120000m"
    let plan = try plan("a \(years) ^ \(years) a|", isHot: true)
    let wait = 105_120_000 * 60 * 1_000_000_000 as Int64
    #expect(
      plan.events.map(\.time) == [
        -wait - 1_000_000_000, wait + 1_000_000_000, wait + 2_000_000_000,
      ])
  }
}
