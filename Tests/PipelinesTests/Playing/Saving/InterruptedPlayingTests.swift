import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Playbacks that are cut after each piece of work, and continue from their saved state.
@Suite struct InterruptedPlayingTests {
  @Test func `a playback that is cut after each piece of work has the same events`() throws {
    let text = """
      {"marbles": "12-3-(4|)", "operators": [{"scan": {"initialValue": 0, "expression": "$0 + $1"}}, \
      {"debounce": {"seconds": 1.5, "atEnd": "emit"}}]}
      """
    #expect(try fault(text, text) == nil)
  }

  @Test func `work that comes last at its instant is saved`() throws {
    let text = """
      {"marbles": "-(a|)", "operators": [{"join": {"stream": {"marbles": "-(xyz)-|"}, "within": 0}}]}
      """
    #expect(try fault(text, text) == nil)
  }

  @Test func `a stream that is played once is saved with its latest value`() throws {
    let text = """
      {"definitions": {"mode": {"latest": true, "marbles": "1-2--3|"}}, "merge": ["mode", \
      {"marbles": "-xy---(z|)", "operators": [{"flatMap": {"stream": {"from": "mode"}}}]}]}
      """
    #expect(try fault(text, text) == nil)
  }

  @Test func `inputs that are held open are saved`() throws {
    let text = """
      {"merge": [{"input": "a", "time": "$0", "end": "hold", "operators": [{"debounce": {"seconds": 5}}]},
                 {"input": "b", "time": "$0", "end": "hold", "priority": 1},
                 {"input": "a", "time": "$0", "end": "hold", "operators": [{"delay": {"seconds": 9}}]}]}
      """
    func part() throws -> (Program, InputSession?) {
      let program = try self.program(text)
      let bindings = InputBindings(["a": .text("0\n1\n"), "b": .text("1\n3\n")])
      return (program, try InputSession(program, bindings))
    }
    let playing = InterruptedPlaying(taps: [], until: .endOfTime, steps: 1000, makePart: part)
    let (program, session) = try part()
    let whole = BoundedPlaying(of: program, session, steps: 1000)
    #expect(whole.timeline.brief == "1@1 3@3 1@6 0@9 1@10 |@19")
    #expect(try playing.fault(facing: whole) == nil)
  }

  @Test func `the first event that differs is reported`() throws {
    let fault = try fault(Self.sums("$0 + $1"), Self.sums("$0 + $1 * 10"))
    #expect(fault?.event == .init(instant: .zero, kind: .value(10)))
    #expect(fault?.expected == .init(instant: .zero, kind: .value(1)))
  }

  private static func sums(_ expression: String) -> String {
    """
    {"marbles": "12-3-(4|)", "operators": [{"scan": {"initialValue": 0, "expression": \
    "\(expression)"}}]}
    """
  }

  @Test func `a state of another program stops the playback`() {
    #expect(throws: (any Error).self) {
      _ = try fault(
        #"{"marbles": "1-2|", "operators": [{"delay": {"seconds": 1}}]}"#,
        #"{"marbles": "1-2|", "operators": [{"sample": {"seconds": 1}}]}"#)
    }
  }

  @Test func `after many pieces of work a playback is cut more rarely`() throws {
    let text = """
      {"sequence": [1], "operators": [{"delay": {"seconds": 1}}, {"repeat": {"count": 2999}}, \
      {"count": {}}]}
      """
    var partCount = 0
    let playing = InterruptedPlaying(taps: [], until: .endOfTime, steps: 10_000) {
      partCount += 1
      return (try self.program(text), nil)
    }
    let whole = BoundedPlaying(of: try program(text), steps: 10_000)
    #expect(try playing.fault(facing: whole) == nil)
    #expect(1000 < partCount && partCount < 3000)
  }

  /// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
  @Test func `random pipelines have the same events if they are cut after each piece of work`()
    throws
  {
    let (cases, seed) = (RandomCampaign.cases ?? 20, RandomCampaign.seed ?? 3)
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    for number in 0..<cases {
      let text = pipelines.document().description
      let limit = Instant(nanoseconds: 20_000_000_000)
      // Documents that do not compile are skipped.
      guard let program = try? program(text) else { continue }
      let playing = InterruptedPlaying(taps: [], until: limit, steps: 10_000) {
        (try self.program(text), nil)
      }
      let whole = BoundedPlaying(of: program, until: limit, steps: 10_000)
      let fault = try playing.fault(facing: whole)
      #expect(fault == nil, "seed \(seed), pipeline \(number)\n\(text)")
    }
  }

  /// Compares a document with the parts of another one, the first of which is the same.
  private func fault(_ first: String, _ rest: String) throws -> InterruptedPlaying.Fault? {
    var isFirst = true
    let playing = InterruptedPlaying(taps: [], until: .endOfTime, steps: 1000) {
      defer { isFirst = false }
      return (try self.program(isFirst ? first : rest), nil)
    }
    return try playing.fault(facing: BoundedPlaying(of: program(first), steps: 1000))
  }

  private func program(_ text: String) throws -> Program {
    try Program(SourceText(name: "", bytes: Array(text.utf8)))
  }
}
