import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Every file in `Streams`, the examples of all operators, and random pipelines, written as Swift,
/// compiled together, and played to the same timelines as the files.
///
/// It needs a compiler, and takes a minute; `STREAMS_SWIFTC=1` enables it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STREAMS_SWIFTC"] != nil))
struct EveryStreamTests {
  /// Late enough for every example, but limited for endless streams.
  static let playback = Playback(until: .zero.advanced(by: .seconds(100_000)), limit: 500)

  /// The parts of documents that are refused by name.
  private static let refusals = [
    "windows of a time of the values", "'remind'", "a stream of dropped values",
    "a stream with 'latest'", "the last instant before the start", "a join of values that expire",
  ]

  @Test func `files, examples and random pipelines play to the same timelines`() throws {
    var program = EmittedProgram()
    var refused: [String] = []
    for (name, document, folder) in try documents() {
      do {
        try program.add(name, document, in: folder)
      } catch {
        refused.append("\(name): \((error as? Diagnostics)?.items.first?.message ?? "\(error)")")
      }
    }
    print("emitted: \(program.streams.count) compiled, \(refused.count) refused")
    for refusal in refused { print("refused: \(refusal)") }
    #expect(
      !refused.contains { refusal in
        refusal.contains("cannot be written as Swift")
          && !Self.refusals.contains { refusal.contains($0) }
      })
    let played = try program.run()
    #expect(played.count == program.streams.count)
    for stream in program.streams {
      #expect(
        played[stream.name] == stream.expected, "\(stream.name): \(stream.document)")
    }
  }

  /// All documents by name, with the folders of their data.
  private func documents() throws -> [(name: String, document: SourceText, folder: String)] {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../../../..")
      .standardizedFileURL.path
    var all: [(name: String, document: SourceText, folder: String)] = []
    for streams in ["\(root)/Streams", "\(root)/Tests/EmittedStreams"] {
      let names =
        FileManager.default.enumerator(atPath: streams)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() where name.hasSuffix(".json") && !name.contains("schema") {
        let path = "\(streams)/\(name)"
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        let isTest = streams.hasSuffix("EmittedStreams")
        all.append(
          (name, try SourceText(contentsOfFile: path), isTest ? "\(root)/Streams/Rules" : folder))
      }
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
        all.append((name, SourceText(name: name, document), ""))
      }
    }
    var pipelines = RandomPipeline(
      random: SplitMix64(seed: 7),
      operators: RandomPipeline.operators.filter { $0 != "print" && $0 != "remind" })
    for number in 0..<(RandomCampaign.cases ?? 100) {
      let name = "random \(number)"
      let dropped = #""dropped":{"output":"rest"}"#
      let document = "\(pipelines.document())".replacing("\(dropped),", with: "")
        .replacing(",\(dropped)", with: "").replacing(dropped, with: "")
      all.append((name, SourceText(name: name, document), ""))
      // The values on which its expressions fail, between its own values.
      let failures = document.replacing(
        #""onError":"skip""#, with: #""onError":{"output":"spare"}"#)
      guard failures.contains("spare") else { continue }
      let text = #"{"merge": [\#(failures), "spare"]}"#
      all.append(("\(name) with failures", SourceText(name: name, text), ""))
    }
    return all
  }
}
