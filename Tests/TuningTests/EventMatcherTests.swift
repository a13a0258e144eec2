import Expressions
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Tuning

@Suite struct EventMatcherTests {
  typealias Event = Timeline<Value>.Event

  /// Returns the events of a diagram: each character is a second, and each letter a value.
  static func events(_ marbles: String) -> [Event] {
    marbles.enumerated().compactMap { second, character in
      character == "-"
        ? nil : Event.value(.string(Text(String(character))), at: .seconds(second))
    }
  }

  /// Returns the changes between two lists of events, in order, and the number of equal ones.
  static func changes(
    _ old: [Event], _ new: [Event], _ matching: EventMatching = EventMatching(), parts: [Int] = []
  ) throws -> (changes: [String], same: Int) {
    var matcher = EventMatcher(matching)
    var found: [EventChange] = []
    var (rest, others) = (old[...], new[...])
    for end in parts {
      let instant = Instant.zero.advanced(by: .seconds(end))
      while let event = rest.first, event.instant < instant {
        matcher.receive(rest.removeFirst(), from: .old)
        _ = event
      }
      while let event = others.first, event.instant < instant {
        matcher.receive(others.removeFirst(), from: .new)
        _ = event
      }
      found += try matcher.advance(to: instant)
    }
    for event in rest { matcher.receive(event, from: .old) }
    for event in others { matcher.receive(event, from: .new) }
    found += try matcher.finish()
    let texts = found.map { change in
      [change.kind.rawValue, text(change.old), text(change.new)].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    return (texts.sorted(), matcher.sameCount)
  }

  private static func text(_ event: Event?) -> String {
    guard let event, case .value(let value) = event.kind else { return "" }
    let text = if case .string(let text) = value { "\(text)" } else { value.description }
    return "\(text)@\(event.instant.nanoseconds / 1_000_000_000)"
  }

  struct Case {
    let old: String
    let new: String
    let changes: [String]
    var same = 0
  }

  @Test(arguments: [
    Case(old: "a-b", new: "a-b", changes: [], same: 2),
    Case(old: "a-b", new: "a", changes: ["went b@2"], same: 1),
    Case(old: "a", new: "a-b", changes: ["came b@2"], same: 1),
    Case(old: "a", new: "--a", changes: ["moved a@0 a@2"]),
    Case(old: "a", new: "b", changes: ["changed a@0 b@0"]),
    // A value that moved is not what took its place.
    Case(old: "a----b", new: "-----a", changes: ["moved a@0 a@5", "went b@5"]),
    // An equal event at the same instant is a wall that no other of its value passes.
    Case(old: "a-a-a", new: "--a-a-a", changes: ["came a@6", "went a@0"], same: 2),
    // Without one, all moved by the same time.
    Case(
      old: "a---a---a", new: "------a---a---a",
      changes: ["moved a@0 a@6", "moved a@4 a@10", "moved a@8 a@14"]),
    // The nearest one moved, and the other went.
    Case(old: "a---------a", new: "-----------a", changes: ["moved a@10 a@11", "went a@0"]),
    Case(old: "a", new: "------------a", changes: ["came a@12", "went a@0"]),
  ])
  func `matches by value, then by time`(_ row: Case) throws {
    let matching = EventMatching(within: .seconds(10))
    let (old, new) = (Self.events(row.old), Self.events(row.new))
    for parts in [[], Array(1...20)] {
      let found = try Self.changes(old, new, matching, parts: parts)
      #expect(found.changes == row.changes, "\(parts)")
      #expect(found.same == row.same)
    }
  }

  private func keyed(_ rows: [(Int, String, Int)]) -> [Event] {
    rows.map { time, key, size in
      .value(["id": .string(Text(key)), "size": .int(Int64(size))], at: .seconds(time))
    }
  }

  @Test func `matches by a key, with other values and other times`() throws {
    let matching = EventMatching(by: CEL("$0.id"), within: .seconds(10))
    let found = try Self.changes(
      keyed([(0, "x", 1), (5, "y", 2), (9, "z", 3)]),
      keyed([(0, "x", 4), (8, "y", 2), (30, "z", 3)]), matching)
    #expect(
      found.changes == [
        #"came {"id":"z","size":3}@30"#,
        #"changed {"id":"x","size":1}@0 {"id":"x","size":4}@0"#,
        #"moved {"id":"y","size":2}@5 {"id":"y","size":2}@8"#,
        #"went {"id":"z","size":3}@9"#,
      ])
  }

  @Test func `refuses a key that occurs twice at once`() {
    let events = keyed([(3, "x", 1), (3, "x", 2)])
    let error = #expect(throws: DifferenceError.self) {
      try Self.changes(keyed([(3, "x", 1)]), events, EventMatching(by: CEL("$0.id")))
    }
    #expect(
      error?.message
        == #"the key "x" occurs twice at 3 s in the new playback: {"id":"x","size":1} and "#
        + #"{"id":"x","size":2}"#)
  }

  @Test func `says which key failed`() {
    let error = #expect(throws: DifferenceError.self) {
      try Self.changes(keyed([(3, "x", 1)]), [], EventMatching(by: CEL("$0.other")))
    }
    #expect(error?.message.hasPrefix(#"the key of {"id":"x","size":1} failed: "#) == true)
  }

  @Test func `finds the greatest change by the size of values`() throws {
    var changes = EventChanges(limit: 1)
    let matching = EventMatching(size: CEL("$0.size"))
    for (event, other) in zip(
      keyed([(1, "x", 5), (2, "x", 6), (3, "x", 9)]),
      keyed([(1, "x", 6), (2, "x", 1), (3, "x", 9)]))
    {
      let change = EventChange.changed(from: event, to: other)
      changes.add(change, size: matching.size(of: change))
    }
    #expect(changes.count == 3)
    #expect(changes.first.map(\.instant) == [Instant.zero.advanced(by: .seconds(1))])
    #expect(changes.worst?.instant == Instant.zero.advanced(by: .seconds(2)))
  }

  // MARK: - Laws

  private static func randomEvents(_ random: inout SplitMix64, unique: Bool) -> [Event] {
    var time = 0
    return (0..<Int.random(in: 0...30, using: &random)).map { number in
      time += Int.random(in: unique ? 1...4 : 0...4, using: &random)
      let letter = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
      return .value(.string(Text(letter)), at: .seconds(time))
    }
  }

  @Test func `every event is in one place, in both directions, in any parts`() throws {
    let seed = RandomCampaign.seed ?? 45
    var random = SplitMix64(seed: seed)
    for round in 0..<(RandomCampaign.rounds ?? 400) {
      let within = Int.random(in: 0...12, using: &random)
      let byKey = Bool.random(using: &random)
      let matching = EventMatching(by: byKey ? CEL("$0") : nil, within: .seconds(within))
      let old = Self.randomEvents(&random, unique: byKey)
      let new = Self.randomEvents(&random, unique: byKey)
      let note = Comment(rawValue: "seed \(seed), round \(round)")
      let whole = try Self.changes(old, new, matching)
      func count(_ kinds: String...) -> Int {
        whole.changes.count { change in kinds.contains { change.hasPrefix($0) } }
      }
      #expect(whole.same + count("went", "moved", "changed") == old.count, note)
      #expect(whole.same + count("came", "moved", "changed") == new.count, note)
      let parts = (1...140).filter { _ in Bool.random(using: &random) }
      let stepped = try Self.changes(old, new, matching, parts: parts)
      #expect(stepped.changes == whole.changes, note)
      #expect(stepped.same == whole.same, note)
      #expect(try Self.changes(old, old, matching).changes.isEmpty, note)
      let back = try Self.changes(new, old, matching)
      #expect(back.changes.count == whole.changes.count, note)
      #expect(back.same == whole.same, note)
    }
  }

  @Test func `stores only what waits for a partner`() throws {
    // 50,000 ticks that only one playback has would take more than a second if each was compared
    // with all others.
    var matcher = EventMatcher(EventMatching(within: .seconds(5)))
    var count = 0
    for second in 0..<50_000 {
      matcher.receive(.value("tick", at: .seconds(second)), from: .old)
      count += try matcher.advance(to: Instant.zero.advanced(by: .seconds(second))).count
      if second > 1000 { #expect(second - count < 600) }
    }
    count += try matcher.finish().count
    #expect(count == 50_000)
  }
}
