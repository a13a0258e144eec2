import TestSupport
import Testing
import Values

@testable import Tuning

@Suite struct ShrinkerTests {
  /// Shrinks records, and checks that the condition holds for the result.
  private func shrink(
    _ records: Shrinker.Records, _ holds: @escaping (Shrinker.Records) -> Bool
  ) throws -> (records: Shrinker.Records, attempts: Int) {
    var shrinker = Shrinker(records, until: { false }, while: holds)
    let shrunk = try shrinker.shrink()
    #expect(holds(shrunk))
    return (shrunk, shrinker.attempts)
  }

  private func numbers(_ range: Range<Int>) -> [Value] { range.map { .int(Int64($0)) } }

  @Test func `finds the few records of many`() throws {
    let wanted: Set<Value> = [17, 400, 401, 90_000]
    let (shrunk, attempts) = try shrink(["n": numbers(0..<100_000)]) { records in
      wanted.isSubset(of: records["n"] ?? [])
    }
    #expect(shrunk == ["n": [17, 400, 401, 90_000]])
    #expect(attempts < 300, "\(attempts)")
  }

  @Test func `needs no record for a condition that always holds`() throws {
    #expect(
      try shrink(["a": numbers(0..<9), "b": numbers(0..<3)]) { _ in true }.records == [
        "a": [], "b": [],
      ])
  }

  @Test func `keeps the order of records, and the inputs apart`() throws {
    let records: Shrinker.Records = [
      "a": ["x", "y", "x", "z"], "b": [1, 2, 3],
    ]
    let shrunk = try shrink(records) { records in
      (records["a"] ?? []).count >= 2 && records["b"]?.contains { $0 == 3 || $0 == 2 } == true
    }
    #expect(
      shrunk.records == ["a": ["", ""], "b": [2]] || shrunk.records == ["a": ["", ""], "b": [3]])
  }

  @Test func `makes values simpler, and times rounder`() throws {
    let record: Value = [
      "at": 1_733_412_367, "host": "web-17.example", "tags": ["a", "b", "c"],
      "load": 93.172, "time": "2026-01-02T03:04:05.678Z",
    ]
    let shrunk = try shrink(["log": [record]]) { records in
      guard case .object(let object)? = records["log"]?.first,
        case .int(let at)? = object["at"], case .double(let load)? = object["load"],
        case .string(let time)? = object["time"], case .array(let tags)? = object["tags"]
      else { return false }
      return at > 1_700_000_000 && load > 90 && time.string.hasPrefix("2026-01-02T03:04")
        && tags.contains("b")
    }
    #expect(
      shrunk.records == [
        "log": [
          ["at": 1_730_000_000, "tags": ["b"], "load": 93.0, "time": "2026-01-02T03:04:00Z"]
        ]
      ])
  }

  @Test func `stops when it must, with the best so far`() throws {
    var left = 10
    var shrinker = Shrinker(
      ["n": numbers(0..<1000)],
      until: {
        left -= 1
        return left < 0
      }, while: { $0["n"]?.contains(500) == true })
    let shrunk = try shrinker.shrink()
    #expect(shrinker.wasCut)
    #expect(shrinker.attempts == 10)
    #expect(shrunk["n"]?.contains(500) == true)
    #expect(shrunk["n"]!.count < 300)
  }

  @Test func `simpler values have no endless chains`() {
    let seed = RandomCampaign.seed ?? 7
    var random = SplitMix64(seed: seed)
    for value in [
      Value.int(.min), .int(.max), .int(-987_654), .double(-0.123456), .double(1e300),
      .double(.infinity), .string("2026-01-02T03:04:05.678+02:00"), .string("ab\"c"),
      ["a": [1, 2, ["b": "xyz"]], "c": true],
    ] {
      for _ in 0..<20 {
        var current = value
        var steps = 0
        while let next = ValueSimplification.simplerValues(than: current)
          .randomElement(using: &random)
        {
          #expect(next != current)
          current = next
          steps += 1
          guard steps < 10_000 else {
            Issue.record("an endless chain from \(value), seed \(seed)")
            break
          }
        }
      }
    }
  }
}
