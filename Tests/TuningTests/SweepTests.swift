import Expressions
import Pipelines
import Playing
import Reactive
import Records
import Testing
import Values

@testable import Tuning

@Suite struct SweepTests {
  private static let document = #"""
    { "parameters": { "quiet": "1s", "least": 0 },
      "definitions": { "n": { "input": "n", "every": 2 } },
      "outputs": { "all": { "from": "n" } },
      "from": "n", "operators": [
        { "filter": { "expression": "10 / ($0 - 3) >= -100 && $0 >= $least", "onError": { "output": "bad" } } },
        { "debounce": { "seconds": "$quiet" } } ] }
    """#

  private func sweep(
    _ parameters: [SweptParameter], _ measures: String...
  ) throws -> Sweep {
    try Sweep(
      of: SourceText(name: "a.json", Self.document), varying: parameters,
      measuring: measures.map { try SweepMeasure(parsing: $0) })
  }

  private let records: [Value] = (0..<6).map { .int($0) }

  @Test(arguments: [
    ("10s,30s, 60s", ["10s", "30s", "60s"]), ("3..6", ["3", "4", "5", "6"]),
    ("10s..40s/15s", ["10s", "25s", "40s"]), ("1m..3m/1m", ["1m", "2m", "3m"]),
    ("0.5..2/0.5", ["0.5", "1", "1.5", "2"]), ("-1..1", ["-1", "0", "1"]),
    ("1s..2s/400ms", ["1s", "1.4s", "1.8s"]), (#"["a,b", 3, true]"#, ["a,b", "3", "true"]),
    ("x", ["x"]), ("-0.5..0.5/0.5", ["-0.5", "0", "0.5"]),
  ])
  func `a parameter has a list or a range of values`(_ text: String, _ values: [String]) throws {
    #expect(try SweptParameter("p", parsing: text).values == values)
  }

  @Test(arguments: [
    ("5..4", "'5..4' ends before it begins"), ("1s..2s", "'1s..2s' is a range without a step"),
    ("0.5..2", "'0.5..2' is a range without a step"),
    ("1..5s/1s", "'1..5s/1s' has durations and numbers"), ("[]", "'[]' has no values"),
    ("[1", "'[1' is not a JSON list"), ("1..9/0", "'1..9/0' is a range without a step"),
    ("0..1000000", "'0..1000000' has more than 100000 values"), ("", "'' has no values"),
  ])
  func `a mistake in values is named`(_ text: String, _ message: String) {
    let error = #expect(throws: SweepMistake.self) { try SweptParameter("p", parsing: text) }
    #expect(error?.message == message)
    #expect(error?.hint != nil)
  }

  @Test(arguments: [
    ("worst=mx $0", "the measure 'worst': unknown function 'mx'"),
    ("worst=max", "the measure 'worst': 'max' needs an expression"),
    ("worst=max $0 +", "the measure 'worst': '$0 +': "),
    ("n=count $0 > 1", "the measure 'n': 'count' has no expression"),
    ("count", "the measure 'count' has no name"),
  ])
  func `a mistake in a measure is named`(_ text: String, _ message: String) {
    let error = #expect(throws: SweepMistake.self) { try SweepMeasure(parsing: text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `plays the product, with measures of any output`() async throws {
    let sweep = try sweep(
      [.init("quiet", ["1s", "3s"]), .init("least", ["0", "4", "9"])],
      "most=max $0", "odd=count where $0 % 2 == 1", "mid=p50 $0", "lost=bad: count",
      "last=all: last")
    #expect(sweep.count == 6)
    let rows = try await sweep.play(inputs: ["n": .values(records)])
    #expect(rows.map(\.values) == (0..<6).map(sweep.values))
    #expect(rows.map(\.values)[1] == ["1s", "4"])
    // The value 3 fails, and goes to the output 'bad'.
    #expect(rows.map(\.events) == [4, 1, 0, 1, 0, 0])
    #expect(rows[0].first == Instant.zero.advanced(by: .seconds(1)))
    #expect(rows[0].last == Instant.zero.advanced(by: .seconds(9)))
    #expect(rows[0].measures == [4, 1, 1.5, 1, 5])
    // A part that fails is not needed where another part of the condition is false.
    #expect(rows[5].measures == [.null, 0, .null, 0, 5])
    #expect(rows.allSatisfy { $0.failure == nil })
  }

  @Test func `points on several threads are the same as one after another`() async throws {
    let sweep = try sweep([.init("quiet", parsing: "1s..40s/1s")], "sum=sum $0")
    let one = try await sweep.play(inputs: ["n": .values(records)], jobs: 1)
    let many = try await sweep.play(inputs: ["n": .values(records)], jobs: 4)
    #expect(one == many)
    #expect(one.count == 40)
  }

  @Test func `a point that fails says why, and the others have results`() async throws {
    let sweep = try sweep([.init("quiet", ["1s", "soon"])], "most=max $0")
    let rows = try await sweep.play(inputs: ["n": .values(records)])
    #expect(rows[0].failure == nil)
    #expect(rows[1].failure?.contains("expected a duration") == true)
    let texts = SweepTable(sweep, rows) { $0.secondsText }
    #expect(texts.csv.hasPrefix("quiet,events,first,last,most,failure\n1s,4,1,9,4,\nsoon,0,,,,"))
  }

  @Test func `unknown outputs and names that occur twice are refused`() throws {
    #expect(throws: SweepMistake.self) { try sweep([.init("quiet", ["1s"])], "a=bda: count") }
    #expect(throws: SweepMistake.self) {
      try sweep([.init("quiet", ["1s"])], "a=count", "a=count")
    }
  }

  // MARK: - Searching

  /// Returns rows whose events are a function of the two values, without playing anything.
  private func rows(
    _ sweep: Sweep, _ events: @escaping (Int, Int) -> Int
  ) -> ([Int]) async -> [SweepRow] {
    { numbers in
      numbers.map { number in
        let values = sweep.values(of: number)
        var row = SweepRow(number: number, values: values)
        row.events = events(Int(values[0].dropLast()) ?? 0, Int(values[1]) ?? 0)
        return row
      }
    }
  }

  private func goal(_ text: String, where constraint: String? = nil) throws -> SweepGoal {
    SweepGoal(
      try CheckedExpression(text, in: Scope(first: .dyn)), isMaximum: false,
      where: try constraint.map { try CheckedExpression($0, in: Scope(first: .dyn)) })
  }

  @Test func `a search finds the bottom of a valley`() async throws {
    let sweep = try sweep([
      .init("quiet", parsing: "1s..100s/1s"), .init("least", parsing: "0..99"),
    ])
    let play = rows(sweep) { abs($0 - 37) + abs($1 - 81) }
    for seed in 1...20 {
      let search = SweepSearch(
        sweep, for: try goal("$0.events"), budget: 150, seed: UInt64(seed))
      let trials = await search.run(play)
      #expect(trials.count <= 150)
      #expect(Set(trials.map(\.row.number)).count == trials.count)
      #expect(trials.min { $0.rank < $1.rank }?.row.values == ["37s", "81"], "seed \(seed)")
      let again = await search.run(play)
      #expect(again.map(\.row) == trials.map(\.row))
    }
  }

  @Test func `a search with room for all points plays each once`() async throws {
    let sweep = try sweep([.init("quiet", parsing: "1s..3s/1s"), .init("least", parsing: "0..2")])
    let trials = await SweepSearch(
      sweep, for: try goal("$0.events"), budget: 9, seed: 1
    ).run(rows(sweep) { $0 * $1 })
    #expect(trials.map(\.row.number) == Array(0..<9))
  }

  @Test func `a condition that nothing meets is nearly met`() async throws {
    let sweep = try sweep([.init("quiet", parsing: "1s..9s/1s"), .init("least", ["0"])])
    let trials = await SweepSearch(
      sweep, for: try goal("$0.events", where: "$0.events >= 12 && size($0.quiet) <= 9"), budget: 9,
      seed: 1
    ).run(rows(sweep) { quiet, _ in quiet })
    let best = trials.min { $0.rank < $1.rank }
    #expect(best?.row.values == ["9s", "0"])
    #expect(best?.rank.violation == 3)
  }
}
