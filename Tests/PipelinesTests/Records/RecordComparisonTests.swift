import Foundation
import Marbles
import Pipelines
import TestSupport
import Testing
import Values

/// Random late and damaged records play as predicted by a plain loop over them.
///
/// `STREAMS_RANDOM_CASES` is the number of inputs.
struct RecordComparisonTests {
  private let cases = RandomCampaign.cases ?? 25

  /// A line of an input: a record with its time in tenths of a second, or a line without a record.
  private enum Line {
    case record(Int)
    case damaged
  }

  @Test(arguments: [#""drop""#, #""now""#, #"{"reorder": 1.5}"#, "fail"])
  func `late records are treated as stated`(late: String) throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<cases {
      var lines: [Line] = []
      var time = 100
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        time += Int.random(in: -6...12, using: &random)
        lines.append(
          Int.random(in: 0..<12, using: &random) == 0 ? .damaged : .record(max(0, time)))
      }
      let rule = late == "fail" ? "" : #", "late": \#(late)"#
      let document = #"{"input": "a", "time": "$0[0]"\#(rule)}"#
      let text = lines.enumerated().map { number, line in
        switch line {
        case .record(let tenths): "[\(tenths / 10).\(tenths % 10), \(number)]\n"
        case .damaged: "[\(number)\n"
        }
      }.joined()
      let events = try played(document, reading: ["a": text], badRecords: .skip)
      #expect(events == Self.expected(lines, late), "\(text)")
    }
  }

  /// Returns the expected events, determined by looking at all lines at once.
  private static func expected(_ lines: [Line], _ late: String) -> String {
    let records = lines.enumerated().compactMap { number, line in
      if case .record(let time) = line { (number: number, time: time) } else { nil }
    }
    guard let first = records.first else { return "|@0" }
    var events: [(time: Int, text: String)] = []
    var clock = first.time
    var failure: String?
    switch late {
    case "\"drop\"":
      for record in records where record.time >= clock {
        clock = record.time
        events.append((clock, text(record)))
      }
    case "\"now\"":
      for record in records {
        clock = max(clock, record.time)
        events.append((clock, text(record)))
      }
    case "fail":
      for record in records {
        guard record.time >= clock else {
          failure =
            "input 'a', record \(record.number + 1): the record is earlier than the previous one"
          break
        }
        clock = record.time
        events.append((clock, text(record)))
      }
    default:
      // A record that is more than 1.5 s earlier than the latest one before it is too late. The
      // others are sorted. The failure comes after all held records.
      var newest = Int.min
      var held: [(number: Int, time: Int)] = []
      for record in records {
        if newest != .min, record.time < newest - 15 {
          failure =
            "input 'a', record \(record.number + 1): the record is too late to be put in order"
          break
        }
        newest = max(newest, record.time)
        held.append(record)
      }
      clock = held.map(\.time).min() ?? clock
      for record in held.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
        clock = max(clock, record.time)
        events.append((clock, text(record)))
      }
    }
    // Times count from the first record that is played.
    let start = events.first?.time ?? first.time
    let end = "@\(seconds((events.last?.time ?? start) - start))"
    return
      (events.map { "\($0.text)@\(seconds($0.time - start))" }
      + [failure.map { "#\($0)\(end)" } ?? "|\(end)"]).joined(separator: " ")
  }

  private static func text(_ record: (number: Int, time: Int)) -> String {
    "[\(record.time / 10).\(record.time % 10),\(record.number)]"
  }

  private static func seconds(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The treatment of records that are too late to be sorted. The model is a loop over all lines
  /// that holds the records that later ones may still precede.
  @Test(arguments: ["drop", "now", "output"])
  func `records that are too late to be sorted are treated as stated`(then: String) throws {
    var random = SplitMix64(seed: 17)
    for _ in 0..<cases {
      var times: [Int] = []
      var time = 100
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        time += Int.random(in: -30...22, using: &random)
        times.append(max(0, time))
      }
      let treatment = then == "output" ? #"{"output": "late"}"# : #""\#(then)""#
      let input =
        #"{"input": "a", "time": "$0[0]", "late": {"reorder": 1.5, "then": \#(treatment)}}"#
      let document = then == "output" ? #"{"merge": [\#(input), "late"]}"# : input
      let text = times.enumerated().map { "[\($1 / 10).\($1 % 10), \($0)]\n" }.joined()
      let events = try played(document, reading: ["a": text])
      #expect(events == Self.reordered(times, then), "\(text)")
    }
  }

  private static func reordered(_ times: [Int], _ then: String) -> String {
    let hold = 15
    var held: [(time: Int, number: Int, text: String)] = []
    var output: [(time: Int, text: String)] = []
    var (newest, released) = (Int.min / 2, Int.min)
    func release(upTo time: Int) {
      held.sort { ($0.time, $0.number) < ($1.time, $1.number) }
      while let first = held.first, first.time <= time {
        output.append((max(first.time, output.last?.time ?? first.time), first.text))
        released = max(released, first.time)
        held.removeFirst()
      }
    }
    for (number, time) in times.enumerated() {
      let record = "[\(time / 10).\(time % 10),\(number)]"
      if time < max(newest - hold, released) {
        let by = newest - time
        switch then {
        case "now": held.append((time, number, record))
        case "output":
          held.append((time, number, "{\"value\":\(record),\"lateBy\":\(by / 10).\(by % 10)}"))
        default: continue
        }
      } else {
        newest = max(newest, time)
        held.append((time, number, record))
      }
      release(upTo: newest - hold)
    }
    release(upTo: .max)
    let start = output[0].time
    let events = output.map { "\($0.text)@\(seconds($0.time - start))" }
    return (events + ["|@\(seconds((output.last?.time ?? start) - start))"])
      .joined(separator: " ")
  }

  @Test func `the fields of a table read back as written, wherever its bytes are cut`() throws {
    var random = SplitMix64(seed: 11)
    let pieces = [
      "a", "Z", " ", ",", "\"", "\n", "\r\n", "\t", "é", "0", "1", "-", ".", "e", "true",
    ]
    for _ in 0..<cases {
      let width = Int.random(in: 2...4, using: &random)
      let rows = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)]
          }.joined()
        }
      }
      let lineBreak = ["\n", "\r\n"][Int.random(in: 0...1, using: &random)]
      let header = (0..<width).map { "c\($0)" }
      let lines = ([header] + rows).map { row in row.map(Self.quoted).joined(separator: ",") }
      let text = lines.joined(separator: lineBreak) + (Bool.random(using: &random) ? lineBreak : "")
      let timeline = try program(#"{"input": "a"}"#).play(
        inputs: ["a": .text(text, format: .csv)])
      let values = timeline.events.compactMap(\.value)
      let expected = rows.map { row in
        Value.object(
          Object(zip(header, row).map { Member(key: Text($0), value: Self.value($1)) }))
      }
      #expect(values == expected, "\(text)")
    }
  }

  private static func quoted(_ field: String) -> String {
    "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// Returns the value of a field. A JSON number or Boolean is read as such, quoted or not.
  private static func value(_ field: String) -> Value {
    let isNumber =
      field.range(
        of: #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\z"#, options: .regularExpression)
      != nil
    guard isNumber || field == "true" || field == "false" else { return .string(Text(field)) }
    return (try? JSONReader.value(of: SourceText(name: "", field)).value) ?? .string(Text(field))
  }
}

extension Timeline<Value>.Event {
  fileprivate var value: Value? {
    if case .value(let value) = kind { return value }
    return nil
  }
}
