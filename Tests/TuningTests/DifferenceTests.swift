import Marbles
import Pipelines
import Reactive
import Records
import Testing
import Tuning
import Values

@Suite struct DifferenceTests {
  private func program(_ text: String) throws -> Program {
    try Program(SourceText(name: "a.json", text))
  }

  private let log = #"""
    {"at": 0, "level": 95}
    {"at": 4, "level": 60}
    {"at": 9, "level": 99}
    {"at": 20, "level": 70}
    """#

  private func alert(above level: Int, quiet: Int) -> String {
    #"""
    { "input": "log", "time": "$0.at", "operators": [
      { "filter": { "expression": "$0.level > \#(level)" } },
      { "debounce": { "seconds": \#(quiet) } }, { "map": { "expression": "$0.level" } } ] }
    """#
  }

  @Test func `says what a change does to the events of a log`() throws {
    let difference = try Difference(
      from: program(alert(above: 50, quiet: 3)), to: program(alert(above: 65, quiet: 4)),
      inputs: ["log": .text(log)])
    #expect(!difference.isEmpty)
    let output = try #require(difference.outputs.first)
    #expect(output.name.isEmpty)
    #expect((output.oldCount, output.newCount, output.sameCount) == (3, 2, 0))
    #expect((output.went.count, output.moved.count) == (1, 2))
    #expect(output.went.first.first?.old == .value(60, at: .seconds(7)))
    #expect(output.moved.first.map(\.delay) == [1_000_000_000, 1_000_000_000])
    #expect(difference.first?.change.old == .value(95, at: .seconds(3)))
    #expect((difference.oldRecordCount, difference.newRecordCount) == (4, 4))
  }

  @Test func `the same program makes no difference, and reads its inputs once`() throws {
    let program = try program(alert(above: 50, quiet: 3))
    let openings = Openings()
    let difference = try Difference(
      from: program, to: program,
      inputs: [
        "log": InputBinding { (stop) throws(InputError) in try openings.open(stop) }
      ])
    #expect(difference.isEmpty)
    #expect(openings.count == 1)
    #expect(difference.outputs[0].sameCount == 2)
  }

  private final class Openings {
    var count = 0

    func open(_ stop: ReadingStop?) throws(InputError) -> any RecordReader {
      count += 1
      let records = (0..<3).map { second -> Value in ["at": .int(Int64(second) * 10), "level": 60] }
      return try InputBinding.values(records).open(stop, nil)
    }
  }

  @Test func `one playback may end long before the other`() throws {
    let records = (0..<5000).map { Value.int($0) }
    let long = try program(#"{ "input": "n", "every": 1 }"#)
    let short = try program(
      #"{ "input": "n", "every": 1, "operators": [ { "prefix": { "count": 2 } } ] }"#)
    for (old, new) in [(long, short), (short, long)] {
      let difference = try Difference(from: old, to: new, inputs: ["n": .values(records)])
      let output = difference.outputs[0]
      #expect(output.sameCount == 2)
      #expect(output.came.count + output.went.count == 4998)
      #expect(output.oldEnd != output.newEnd)
    }
  }

  @Test func `ends that differ are a difference`() throws {
    let difference = try Difference(
      from: program(#"{ "marbles": "a-b|" }"#), to: program(#"{ "marbles": "a-b--|" }"#))
    #expect(!difference.isEmpty)
    #expect(difference.outputs[0].changeCount == 0)
    #expect(!difference.hasNoEvents)
    let nothing = try Difference(
      from: program(#"{ "marbles": "--|" }"#), to: program(#"{ "marbles": "--|" }"#))
    #expect(nothing.isEmpty && nothing.hasNoEvents)
  }
}
