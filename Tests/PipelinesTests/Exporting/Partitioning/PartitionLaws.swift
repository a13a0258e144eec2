import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// If a document can be split, its parts together emit what the whole emits.
@Suite struct PartitionLaws {
  private let rounds = RandomCampaign.rounds ?? 60
  private let seed = RandomCampaign.seed ?? 1

  /// The values of a playback with their times, and whether it failed.
  private struct Outcome {
    var values: [String] = []
    var hasFailed = false

    mutating func add(_ timeline: Timeline<Value>) {
      for event in timeline.events {
        switch event.kind {
        case .value: values.append(event.brief)
        case .failure: hasFailed = true
        case .finished: break
        }
      }
    }
  }

  private func outcome(
    of program: Program, _ lines: [String: [String]], _ window: InputWindow
  ) throws -> Outcome {
    var bindings = InputBindings(lines.mapValues { .text($0.joined(separator: "\n")) })
    bindings.window = window
    var outcome = Outcome()
    outcome.add(try program.play(inputs: bindings))
    return outcome
  }

  /// Returns the lines of each part, as `partition --split` would distribute them, and their times.
  private func parts(
    of lines: [String: [String]], by partitioning: Partitioning, count: Int
  ) throws -> (parts: [[String: [String]]], times: [String: [Int64]]) {
    var parts = Array(repeating: lines.mapValues { _ in [String]() }, count: count)
    var times: [String: [Int64]] = [:]
    for input in partitioning.inputs {
      let name = input.source.name
      var splitter = RecordSplitter(input)
      var answers: [UInt8] = []
      try splitter.split(Array((lines[name] ?? []).joined(separator: "\n").utf8), into: &answers)
      for answer in String(decoding: answers, as: UTF8.self).split(separator: "\n") {
        let fields = answer.split(separator: "\t", maxSplits: 2)
        let number = try #require(Int64(fields[0]))
        times[name, default: []].append(try #require(Int64(fields[1])))
        parts[Int(UInt64(bitPattern: number) % UInt64(count))][name]?.append(String(fields[2]))
      }
    }
    return (parts, times)
  }

  @Test func `parts together emit what the whole emits`() throws {
    var random = SplitMix64(seed: seed)
    var (played, split) = (0, 0)
    for round in 0..<rounds {
      let document = RandomSplit.document(&random)
      let lines = ["a": RandomSplit.records(&random), "b": RandomSplit.records(&random)]
      let count = 1 + random.below(5)
      let source = SourceText(name: "test.json", document)
      let partitioning: Partitioning
      do throws(Diagnostics) {
        partitioning = try Partitioning(source)
      } catch {
        // It is refused, or is not a valid document: an operator may not accept the values of the
        // previous one.
        continue
      }
      split += 1
      let (parts, times) = try parts(of: lines, by: partitioning, count: count)
      guard let first = times.values.joined().min() else { continue }
      let program = try Program(source)
      let whole = try outcome(of: program, lines, InputWindow())
      let window = InputWindow(
        ofKeysFrom: Instant(nanoseconds: first),
        ends: lines.keys.reduce(into: [:]) { ends, name in
          ends[name] = Instant(nanoseconds: (times[name]?.max() ?? first) - first)
        })
      var all = Outcome()
      for part in parts where part.values.contains(where: { !$0.isEmpty }) {
        let outcome = try outcome(of: program, part, window)
        all.values += outcome.values
        all.hasFailed = all.hasFailed || outcome.hasFailed
      }
      let label: Comment = "seed \(seed), round \(round), \(count) parts\n\(document)\n\(lines)"
      if whole.hasFailed {
        // A join in a part may already have ended when the record arrives on which its key fails.
        #expect(all.hasFailed || document.contains("join"), label)
      } else {
        #expect(!all.hasFailed, label)
        played += 1
        #expect(all.values.sorted() == whole.values.sorted(), label)
      }
    }
    // Not all documents are refused, and not all of them fail.
    #expect(played * 12 > rounds, "\(played) of \(split) that can be split, of \(rounds)")
  }
}
