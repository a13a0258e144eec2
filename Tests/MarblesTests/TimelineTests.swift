import Foundation
import Marbles
import Reactive
import Testing

@Suite struct TimelineTests {
  static let timeline: Timeline<String> = [
    .value("a", at: .seconds(1)), .value("b", at: .milliseconds(2500)), .finished(at: .seconds(3)),
  ]

  @Test func `values are those of the events, in order`() {
    #expect(Self.timeline.values == ["a", "b"])
    #expect(Timeline<Int>().values == [])
    #expect(Timeline<Int?>([.value(nil, at: .zero), .value(1, at: .zero)]).values == [nil, 1])
  }

  @Test func `the completion is the last event, if it is a completion`() {
    #expect(Self.timeline.completion == .finished(at: .seconds(3)))
    #expect(Timeline([.value(1, at: .zero)]).completion == nil)
    #expect(Timeline<Int>().completion == nil)
    let failed: Timeline<Int> = [.value(1, at: .zero), .failure("no", at: .seconds(1))]
    #expect(failed.completion == .failure("no", at: .seconds(1)))
  }

  @Test func `an event keeps its time to the nanosecond`() {
    let event = Timeline<Int>.Event.value(1, at: .nanoseconds(1_000_000_001))
    #expect(event.instant == Instant(nanoseconds: 1_000_000_001))
    #expect(event.time == .nanoseconds(1_000_000_001))
    #expect(event != .value(1, at: .seconds(1)))
  }

  @Test func `timelines differ by value, time, kind and length`() {
    let one: Timeline<Int> = [.value(1, at: .zero), .finished(at: .zero)]
    let others: [Timeline<Int>] = [
      [], [.value(1, at: .zero)], [.value(2, at: .zero), .finished(at: .zero)],
      [.value(1, at: .seconds(1)), .finished(at: .zero)],
      [.value(1, at: .zero), .failure("", at: .zero)],
      [.value(1, at: .zero), .finished(at: .seconds(1))],
    ]
    for other in others { #expect(one != other) }
    #expect(others[4] != [.value(1, at: .zero), .failure("x", at: .zero)])
  }

  @Test func `it describes itself as a literal that can be pasted`() {
    #expect(
      "\(Self.timeline)" == """
        [
          .value("a", at: .seconds(1)),
          .value("b", at: .milliseconds(2500)),
          .finished(at: .seconds(3)),
        ]
        """)
    let failed: Timeline<[Int?]> = [
      .value([1, nil], at: .nanoseconds(-1_000_000_001)), .value([], at: .microseconds(12)),
      .failure("no \"way\"", at: .zero),
    ]
    #expect(
      "\(failed)" == """
        [
          .value([Optional(1), nil], at: .nanoseconds(-1_000_000_001)),
          .value([], at: .microseconds(12)),
          .failure("no \\"way\\"", at: .zero),
        ]
        """)
    #expect("\(Timeline<Int>())" == "[]")
  }

  @Test func `values are missing as often as they did not occur at their instants`() {
    let wanted: Timeline<String> = [
      .value("a", at: .seconds(1)), .value("a", at: .seconds(1)), .value("b", at: .seconds(1)),
      .value("a", at: .seconds(2)), .finished(at: .seconds(3)),
    ]
    let came: Timeline<String> = [
      .value("b", at: .seconds(1)), .value("a", at: .seconds(1)), .failure("no", at: .seconds(2)),
    ]
    #expect(
      wanted.values(missingIn: came) == [
        .value("a", at: .seconds(1)), .value("a", at: .seconds(2)),
      ])
    #expect(came.values(missingIn: wanted) == [])
    #expect(wanted.values(missingIn: []).count == 4)
  }

  @Test func `values that are not hashable can be missing, too`() {
    struct Element: Equatable { var number: Int }
    let wanted = Timeline<Element>(
      (0..<3).map { .value(Element(number: $0), at: .zero) })
    let came = Timeline<Element>([.value(Element(number: 1), at: .zero)])
    #expect(
      wanted.values(missingIn: came).map(\.kind) == [0, 2].map { .value(Element(number: $0)) })
  }

  @Test func `an encoded timeline is decoded, to the nanosecond`() throws {
    let timelines: [Timeline<String>] = [
      [], Self.timeline, [.value("", at: .nanoseconds(1)), .failure("no", at: .nanoseconds(3))],
      [
        .value("late", at: .seconds(9_000_000_000) + .nanoseconds(1)),
        .failure("", at: .seconds(9_223_372_036)),
      ],
    ]
    for timeline in timelines {
      let data = try JSONEncoder().encode(timeline)
      #expect(try JSONDecoder().decode(Timeline<String>.self, from: data) == timeline)
    }
    let text =
      #"[{"time":1,"value":"a"},{"time":2.5,"value":"b"},{"time":3,"completion":"finished"}]"#
    #expect(
      try JSONDecoder().decode(Timeline<String>.self, from: Data(text.utf8)) == Self.timeline)
  }

  @Test(arguments: [
    #"[{"time":1e300,"value":""}]"#, #"[{"value":""}]"#, #"[{"time":1}]"#,
    #"[{"time":1,"completion":"done"}]"#,
  ])
  func `an invalid timeline is rejected`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Timeline<String>.self, from: Data(text.utf8))
    }
  }
}
