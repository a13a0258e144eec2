import Pipelines
import Values

extension Sweep {
  static let all: [Sweep] = [items, operators, inputs, pending, keys, depth, tests, mistakes]

  private static let items = Sweep(
    name: "items", summary: "items of a stream, read, checked, compiled and played",
    axis: "items", cost: "time in all",
    lines: [
      Line(name: "slope", sizes: [100, 1_000, 10_000, 100_000, 1_000_000], steepest: 1.1) { size in
        try whole(SerialFile.text(SerialStream(count: size, period: .second)))
      }
    ])

  /// The number of operators, over a thousand items.
  private static let operators = Sweep(
    name: "operators", summary: "operators in a row over 1,000 items, compiled and played",
    axis: "operators in a row", cost: "time in all",
    lines: [
      Line(name: "map", sizes: [1, 10, 100, 1_000], steepest: 1.1) { size in
        try chain(Array(repeating: .map(expression: "$0 + 1"), count: size))
      },
      Line(name: "map, delay", sizes: [2, 10, 100, 1_000], steepest: 1.1) { size in
        let pair: [Operator] = [.map(expression: "$0 + 1"), .delay(seconds: 1)]
        return try chain((0..<size).map { pair[$0 % 2] })
      },
    ])

  /// A million items in total, for any number of inputs.
  private static let inputs = Sweep(
    name: "inputs", summary: "inputs of a merge of 1,000,000 items, played",
    axis: "inputs of a merge", cost: "time an item",
    lines: [
      Line(name: "slope", sizes: [2, 8, 100, 1_000, 10_000, 100_000], steepest: 0.4) { size in
        let text = SerialFile.text("merge", of: mergeInputs(size, size: 1_000_000))
        return try played(text) / 1_000_000
      }
    ])

  private static let pending = Sweep(
    name: "pending", summary: "events that wait in the scheduler at once, put in line and run",
    axis: "events pending", cost: "time an event",
    lines: EventTimes.allCases.map { distribution in
      Line(name: distribution.rawValue, sizes: [1_000, 10_000, 100_000, 1_000_000], steepest: 0.4) {
        size in
        let times = distribution.times(size)
        return try Measurer.median { engineEvents(at: times) }.time.nanoseconds / Double(size)
      }
    })

  /// A million items in total, for any number of keys.
  private static let keys = Sweep(
    name: "keys", summary: "keys of a 'groupBy' of 1,000,000 items, played",
    axis: "keys of groupBy", cost: "time an item",
    lines: [
      Line(name: "slope", sizes: [1, 10, 100, 1_000, 10_000, 100_000], steepest: 0.4) { size in
        let group = #"{"groupBy":{"key":"$0 % \#(size)","operators":[{"count":{}}]}}"#
        let document = OperatorDocument(kind: .ints, count: 1_000_000, operators: group)
        return try played(document.text) / 1_000_000
      }
    ])

  /// Names that each refer to the previous one.
  private static let depth = Sweep(
    name: "depth", summary: "depth of 'from', read, checked, compiled and played",
    axis: "depth of from", cost: "time in all",
    lines: [
      Line(name: "slope", sizes: [1, 10, 100, 1_000, 10_000, 100_000], steepest: 1.2) { size in
        let links = (1...size).map { #""d\#($0)":{"from":"d\#($0 - 1)"}"# }.joined(separator: ",")
        let text = #"{"definitions":{"d0":{"sequence":[1]},\#(links)},"from":"d\#(size)"}"#
        return try whole(Array(text.utf8))
      }
    ])

  /// The number of tests, each with an expectation that is checked against the stream.
  private static let tests = Sweep(
    name: "tests", summary: "definitions with an expectation each, checked",
    axis: "definitions with an expectation", cost: "time in all",
    lines: [
      Line(name: "slope", sizes: [10, 100, 1_000], steepest: 1.3) { size in
        let end = #"{"time":0,"completion":"finished"}"#
        let definitions = (0..<size).map {
          #""d\#($0)":{"sequence":[\#($0)],"expect":[{"time":0,"value":\#($0)},\#(end)]}"#
        }
        return try validated(
          #"{"definitions":{\#(definitions.joined(separator: ","))},"sequence":[]}"#)
      }
    ])

  /// The number of mistakes, of which a hundred are reported.
  private static let mistakes = Sweep(
    name: "mistakes", summary: "unknown operators in a row, checked", axis: "unknown operators",
    cost: "time in all",
    lines: [
      Line(name: "slope", sizes: [1_000, 10_000, 100_000], steepest: 1.1) { size in
        let operators = Array(repeating: #"{"fliter":{"expression":"$0"}}"#, count: size)
        return try validated(
          #"{"sequence":[1],"operators":[\#(operators.joined(separator: ","))]}"#)
      }
    ])

  /// Measures checking.
  private static func validated(_ text: String) throws -> Double {
    let source = SourceText(name: "sweep", text)
    return try Measurer.median {
      let (time, count) = measured { Validation(of: source).diagnostics.count }
      return Pass(time: time, checksum: UInt64(count))
    }.time.nanoseconds
  }

  /// Measures reading, compiling and playing together.
  private static func whole(_ text: [UInt8]) throws -> Double {
    try Measurer.median { try wholePass(play(text, name: "sweep")) }.time.nanoseconds
  }

  /// Measures playing.
  private static func played(_ text: [UInt8]) throws -> Double {
    let program = try Program(SourceText(name: "sweep", bytes: text))
    return try Measurer.median {
      let (time, checksum) = measured { play(program) }
      return Pass(time: time, checksum: checksum)
    }.time.nanoseconds
  }

  /// Measures compiling and playing, with operators over a thousand items.
  private static func chain(_ operators: [Operator]) throws -> Double {
    let model = StreamModel<Value>(
      source: .stream(TimedNumbers(count: 1_000).items), operators: operators)
    return try Measurer.median {
      let (time, checksum) = try measured { play(try Program(model)) }
      return Pass(time: time, checksum: checksum)
    }.time.nanoseconds
  }

  private static func wholePass(_ pass: Pass) -> Pass {
    var pass = pass
    for part in pass.besides { pass.time += part.time }
    return pass
  }
}
