import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Checking
@testable import Pipelines
@testable import Playing

/// Values that operators drop by their rules are counted, and the first three are stored.
@Suite struct LostValuesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let lost: String
    var testDescription: String { text }
  }

  static let cases = [
    Case(
      text: #"{"marbles": "12345-67|", "operators": [{"rateLimit": {"count": 1, "seconds": 3}}]}"#,
      lost: "rateLimit suppressed 4: 2@1 3@2 5@4"),
    Case(
      text: #"""
        {"marbles": "12345|", "operators": [
          {"rateLimit": {"count": 1, "seconds": 3, "overflow": "delay"}}]}
        """#, lost: ""),
    Case(
      text: #"""
        {"marbles": "12-3|", "operators": [{"withLatestFrom": {"stream": {"marbles": "--7-|"}}}]}
        """#, lost: "withLatestFrom unmatched 2: 1@0 2@1"),
    Case(
      text: #"""
        {"marbles": "12-31|", "operators": [
          {"withLatestFrom": {"stream": {"marbles": "--1-|"}, "on": "$0"}}]}
        """#, lost: "withLatestFrom unmatched 3: 1@0 2@1 3@3"),
    Case(
      text: #"""
        {"marbles": "12-3|", "operators": [
          {"withLatestFrom": {"stream": {"marbles": "--7-|"}, "kind": "left"}}]}
        """#, lost: ""),
    // 1 has a partner, 2 arrives too early for its partner, and 3 is waiting at the end.
    Case(
      text: #"""
        {"marbles": "123--|", "operators": [
          {"join": {"stream": {"marbles": "14-2-|"}, "on": "$0", "within": {"after": 2}}}]}
        """#, lost: "join unmatched 2: 2@1 3@2; join unmatchedOther 2: 4@1 2@3"),
    Case(
      text: #"""
        {"marbles": "123--|", "operators": [
          {"join": {"stream": {"marbles": "14-2-|"}, "on": "$0", "within": {"after": 2}, "kind": "left"}}]}
        """#, lost: "join unmatchedOther 2: 4@1 2@3"),
    // Only earlier values can be partners, so nothing waits. The other stream's 2 is second.
    Case(
      text: #"""
        {"marbles": "-123|", "operators": [
          {"join": {"stream": {"marbles": "1-25|"}, "on": "$0", "within": {"before": 1}}}]}
        """#, lost: "join unmatched 2: 2@2 3@3; join unmatchedOther 2: 2@2 5@3"),
    // A stream that is used twice is played twice.
    Case(
      text: #"""
        {"definitions": {"few": {"marbles": "1234|", "operators": [
           {"rateLimit": {"count": 1, "seconds": 2}}]}},
         "merge": ["few", {"from": "few", "operators": [{"last": {}}]}]}
        """#, lost: "rateLimit suppressed 4: 2@1 4@3"),
    // A failure is reported separately: values that were waiting then are not dropped by the rule.
    Case(
      text: #"""
        {"marbles": "12#", "operators": [
          {"join": {"stream": {"marbles": "-----|"}, "on": "$0", "within": {"after": 9}}}]}
        """#, lost: ""),
    Case(
      text: #"""
        {"marbles": "ab-b----a|", "operators": [
          {"groupBy": {"key": "$0", "forgetAfter": 2, "operators": [{"count": {}}]}}]}
        """#, lost: #"groupBy forgotten 3: "a"@2 "b"@3 "b"@5"#),
    Case(
      text: #"{"marbles": "ab-b|", "operators": [{"groupBy": {"key": "$0", "operators": []}}]}"#,
      lost: ""),
    // Operators that are meant to choose values are not counted.
    Case(
      text: #"""
        {"marbles": "1234|", "operators": [{"filter": {"expression": "$0 > 2"}},
          {"throttle": {"seconds": 2}}, {"debounce": {"seconds": 9}}]}
        """#, lost: ""),
  ]

  @Test(arguments: cases)
  func `values that an operator drops are counted, with the first three and their times`(
    example: Case
  ) throws {
    let program = try program(example.text)
    let dropped = DroppedValues()
    let scheduler = VirtualScheduler()
    Playback().play(program.publisher(on: scheduler, dropped: dropped), on: scheduler) { _ in }
    #expect(Self.text(of: program.report(dropped)) == example.lost)
  }

  @Test func `warns of a wait that never ends because its group is forgotten first`() throws {
    let program = try program(
      #"""
      {"marbles": "1|", "parameters": {"quiet": "10s"}, "definitions": {
         "calm": {"parameters": {"seconds": 1}, "operators": [
           {"groupBy": {"key": "$0", "forgetAfter": 9, "operators": [
             {"debounce": {"seconds": "$seconds"}}]}}]}},
       "operators": [
         {"groupBy": {"key": "$0", "forgetAfter": "10s", "operators": [
           {"debounce": {"seconds": "$quiet"}}]}},
         {"groupBy": {"key": "$0", "forgetAfter": 10, "operators": [
           {"debounce": {"seconds": 9.9}}]}},
         {"groupBy": {"key": "$0", "forgetAfter": 1, "operators": [
           {"debounce": {"seconds": 9, "atEnd": "emit"}}]}},
         {"groupBy": {"key": "$0", "forgetAfter": 1, "operators": [
           {"debounce": {"seconds": 9, "leading": true}}]}},
         {"groupBy": {"key": "$0", "forgetAfter": 1, "operators": [
           {"filter": {"expression": "$0 > 1"}}, {"debounce": {"seconds": 9}}]}},
         {"calm": {"seconds": 9}}, {"calm": {"seconds": 8}}]}
      """#)
    let warning = """
      warning: 'debounce' never emits because the 'forgetAfter' of 'groupBy' ends the group first; \
      make 'forgetAfter' longer than 'seconds', or add "atEnd": "emit"
      """
    #expect(
      program.warnings.description == """
        test.json:4:33: \(warning)
        test.json:16:13: note: the operator is used here
        test.json:7:31: \(warning)
        """)
    #expect(program.play().brief == "|@1")
  }

  private static func text(of reports: [DroppedValuesReport]) -> String {
    reports.map { report in
      "\(report.operatorName) \(report.reason) \(report.count): "
        + report.firstValues.map { "\($0.value)@\($0.time.nanoseconds / 1_000_000_000)" }.joined(
          separator: " ")
    }.joined(separator: "; ")
  }

  @Test func `values dropped before a halt are reported after it, including null`() throws {
    let text = #"""
      {"marbles": "nnn3-n|", "values": {"n": null}, "operators": [
        {"rateLimit": {"count": 1, "seconds": 9}}]}
      """#
    let playing = HaltedPlaying()
    let expected = try playing.events(of: { try program(text) })
    #expect(expected.last?.contains("count: 4") == true)
    for halt in 0...6 {
      let halts = [Instant(nanoseconds: Int64(halt) * 1_000_000_000)]
      #expect(try playing.events(of: { try program(text) }, halts: halts) == expected)
    }
  }

  @Test func `each reason has the place of its operator`() throws {
    let program = try program(
      #"""
      {"marbles": "1203|", "operators": [
        {"rateLimit": {"count": 2, "seconds": 9}},
        {"withLatestFrom": {"stream": {"marbles": "-1|"}, "on": "2 / $0", "onError": "skip"}}]}
      """#)
    #expect(program.toleratesErrors)
    let dropped = DroppedValues()
    let scheduler = VirtualScheduler()
    Playback().play(program.publisher(on: scheduler, dropped: dropped), on: scheduler) { _ in }
    let found = program.report(dropped).map { report in
      "\(report.reason) \(report.count) \(report.location.map { "\($0.line):\($0.column)" } ?? "")"
    }
    #expect(found == ["suppressed 2 2:17", "unmatched 2 3:22"])
    #expect(dropped.count == 4)
  }

  @Test(arguments: [1, 5, 64])
  func `values are either emitted or counted, in batches or one by one`(batchSize: Int) throws {
    let rounds = RandomCampaign.cases ?? 60
    var random = SplitMix64(seed: UInt64(batchSize))
    let program = try program(
      #"""
      {"input": "a", "time": "$0", "operators": [{"rateLimit": {"count": 2, "seconds": 3}}]}
      """#)
    var lost = 0
    for _ in 0..<rounds {
      var time = 0
      let times = (0..<random.below(40)).map { _ in
        time += random.below(4)
        return time
      }
      let log = times.map { "\($0)\n" }.joined()
      let dropped = DroppedValues()
      var emitted: [Value] = []
      try RowBatch.$greatestSize.withValue(batchSize) {
        let session = try InputSession(program, ["a": .text(log)])
        let scheduler = VirtualScheduler()
        Playback().play(
          program.publisher(on: scheduler, inputs: session, dropped: dropped), on: scheduler
        ) { event in
          if case .value(let value) = event.kind { emitted.append(value) }
        }
      }
      // Each value is its own time, so the missing ones are those that were dropped.
      var missing = times.map { Value.int(Int64($0)) }
      for value in emitted { missing.remove(at: try #require(missing.firstIndex(of: value))) }
      lost += missing.count
      #expect(dropped.count == missing.count, "\(log)")
      let first = program.report(dropped).flatMap { $0.firstValues.map(\.value) }
      let different = missing.indices.filter { $0 == missing.firstIndex(of: missing[$0]) }
      #expect(first == different.prefix(3).map { missing[$0] }, "\(log)")
    }
    #expect(lost > rounds)
  }

  @Test func `an inner join drops values without a partner, of both streams`()
    throws
  {
    var random = SplitMix64(seed: 3)
    var lost = (0, 0)
    for _ in 0..<200 {
      // The other stream ends last, because an inner join ends early if it can find no more
      // partners.
      let stream = Self.diagram(of: 20, &random) + "|"
      let other = Self.diagram(of: 20, &random) + "---------|"
      let within = #"{"before": \#(random.below(4)), "after": \#(random.below(4))}"#
      let join = { (kind: String) in
        #"""
        {"marbles": "\#(stream)", "operators": [{"join": {"stream": {"marbles": "\#(other)"},
          "on": "$0", "within": \#(within), "kind": "\#(kind)"}}]}
        """#
      }
      let (pairs, left) = try (play(join("inner")), play(join("left")))
      let lonely = left.emitted.filter { $0.hasSuffix("null]") }.count
      #expect(pairs.lost[.unmatched, default: 0] == lonely, "\(join("inner"))")
      #expect(left.lost[.unmatched] == nil)
      lost.0 += lonely
      lost.1 += pairs.lost[.unmatchedOther, default: 0]
    }
    #expect(lost.0 > 200 && lost.1 > 200)
  }

  private static func diagram(of length: Int, _ random: inout SplitMix64) -> String {
    String((0..<length).map { _ in "--123".randomElement(using: &random) ?? "-" })
  }

  private func play(_ text: String) throws -> (emitted: [String], lost: [DropReason: Int]) {
    let program = try program(text)
    let dropped = DroppedValues()
    let scheduler = VirtualScheduler()
    var emitted: [String] = []
    Playback().play(program.publisher(on: scheduler, dropped: dropped), on: scheduler) { event in
      if case .value(let value) = event.kind { emitted.append("\(value)") }
    }
    let reports = program.report(dropped).map { ($0.reason, $0.count) }
    return (emitted, Dictionary(reports, uniquingKeysWith: +))
  }
}
