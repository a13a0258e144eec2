import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines

/// Every file in `Streams`, the examples of all operators, and random pipelines, written as Swift,
/// compiled in one go, and played: to the same timelines as the files.
///
/// It needs a compiler, and takes a minute; `STREAMS_SWIFTC=1` asks for it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STREAMS_SWIFTC"] != nil))
struct EveryStreamTests {
  /// Far enough for every example, and short of what never ends.
  static let playback = Playback(until: .zero.advanced(by: .seconds(100_000)), limit: 500)

  @Test func `files, examples and random pipelines play to the same timelines`() throws {
    var program = EmittedProgram()
    var refused: [String] = []
    for (name, document) in try documents() {
      do throws(Diagnostics) {
        try program.add(name, document)
      } catch {
        refused.append("\(name): \(error.items.first?.message ?? "")")
      }
    }
    print("emitted: \(program.streams.count) compiled, \(refused.count) refused")
    for refusal in refused { print("refused: \(refusal)") }
    let played = try program.run()
    #expect(played.count == program.streams.count)
    for stream in program.streams {
      let expected = EmittedProgram.lines(of: stream.program.play(Self.playback))
      #expect(played[stream.name] == expected, "\(stream.name): \(stream.document)")
    }
  }

  /// All documents by name, without those that take records from outside.
  private func documents() throws -> [(String, SourceText)] {
    let streams = URL(fileURLWithPath: #filePath).appending(path: "../../../../Streams")
      .standardizedFileURL.path
    var all: [(String, SourceText)] = []
    let names = FileManager.default.enumerator(atPath: streams)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where name.hasSuffix(".json") {
      let source = try SourceText(contentsOfFile: "\(streams)/\(name)")
      if try Program(source).inputs.used.isEmpty { all.append((name, source)) }
    }
    for spec in Operator.specs {
      for (number, example) in spec.examples.enumerated() {
        let members = example.values.sorted { $0.key < $1.key }
        let values = Value.object(
          Object(members.map { Member(key: Text($0.key), value: $0.value) }))
        let document = #"""
          {"marbles": "\#(example.source)", "values": \#(values),
           "operators": [{"\#(spec.name)": \#(example.parameters)}]}
          """#
        let name = "\(spec.name) \(number)"
        all.append((name, SourceText(name: name, document)))
      }
    }
    var pipelines = RandomPipeline(
      random: SplitMix64(seed: 7),
      operators: RandomPipeline.operators.filter { $0 != "print" })
    for number in 0..<(RandomCampaign.cases ?? 100) {
      let name = "random \(number)"
      all.append((name, SourceText(name: name, "\(pipelines.document())")))
    }
    return all
  }
}
