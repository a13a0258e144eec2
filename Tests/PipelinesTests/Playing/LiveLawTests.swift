import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Records

/// The laws of playbacks that follow the calendar, with random records in random pieces.
@Suite struct LiveLawTests {
  private static let documents = [
    LiveTests.plain, LiveTests.document(#", {"throttle": {"seconds": 2}}"#),
    LiveTests.document(#", {"debounce": {"seconds": 2}}"#),
    LiveTests.document(#", {"collect": {"seconds": 3}}"#),
    LiveTests.document("", late: #", "late": {"reorder": 2}"#),
    LiveTests.document(#", {"timeout": {"seconds": 20}}"#, late: #", "late": "drop""#),
    LiveTests.document(#", {"delay": {"seconds": 1.5}}"#, late: #", "late": "now""#),
    LiveTests.plain.replacing("epoch", with: "first"), LiveTests.two,
    LiveTests.two.replacing("merge", with: "zip")
      .replacing("$0.v", with: "$0"),
    #"""
    {"input": "a", "time": "$0.t", "operators": [{"withLatestFrom": {"stream":
      {"input": "b", "time": "$0.t"}}}, {"debounce": {"seconds": 1}}]}
    """#,
  ]

  /// Records with times in the past, mostly in order.
  private func text(_ random: inout SplitMix64, _ name: String, isSorted: Bool) -> String {
    var time = -86_400.0
    return (0..<random.below(12)).map { number in
      time += Double(random.below(6)) * [0.5, 1, 4][random.below(3)]
      let lateness = isSorted || !random.oneIn(4) ? 0 : Double(random.below(3))
      return line(time - lateness, "\(name)\(number)")
    }.joined()
  }

  @Test func `emits the events of a virtual playback until it has caught up`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for number in 0..<200 {
      let document = Self.documents[random.below(Self.documents.count)]
      let run = LiveRun()
      var texts: [String: String] = [:]
      for name in ["a", "b"] where document.contains(#""\#(name)""#) {
        let text = text(&random, name, isSorted: !document.contains("late"))
        texts[name] = text
        // The first record is available; the rest arrives in pieces, each after less than a second.
        let first = text.firstIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
        let pipe = run.pipe(name, String(text[..<first]))
        var rest = text[first...]
        var moment = 0.0
        while !rest.isEmpty {
          moment += Double(random.below(10)) / 10
          let piece = rest.prefix(random.below(random.oneIn(2) ? 60 : 400) + 1)
          rest = rest.dropFirst(piece.count)
          run.time.after(moment) { pipe.write(String(piece)) }
        }
        if text.isEmpty { pipe.finish() } else { run.time.after(moment) { pipe.finish() } }
      }
      let expected = try program(document).play(
        inputs: InputBindings(texts.mapValues { .text($0) }))
      try run.play(document)
      let isEmpty = texts.values.allSatisfy(\.isEmpty)
      #expect(
        isEmpty || run.timeline == expected,
        "run \(number) of seed \(seed): \(document), \(texts), \(run.timeline) for \(expected)")
    }
  }

  @Test func `then emits a record at its time or when it is read, whichever is later`()
    throws
  {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for number in 0..<100 {
      let run = LiveRun()
      let pipe = run.pipe("a", line(-60, "old"))
      var (moment, last) = (3000, 0)
      var expected = [-60_000]
      for number in 0...random.below(8) {
        moment += random.below(3000)
        let time = moment - 2000 + random.below(4000)
        run.time.after(Double(moment) / 1000) { pipe.write(line(Double(time) / 1000, "\(number)")) }
        last = max(last, time, moment)
        expected.append(last)
      }
      run.time.after(Double(moment) / 1000) { pipe.finish() }
      try run.play(LiveTests.document("", late: #", "late": "now""#))
      let seen = run.timeline.events.dropLast().map(\.instant.nanoseconds)
      #expect(
        seen == expected.map { ScriptedTime.start + Int64($0) * 1_000_000 },
        "run \(number) of seed \(seed): \(run.brief)")
    }
  }
}
