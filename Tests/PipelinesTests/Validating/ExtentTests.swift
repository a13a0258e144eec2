import Expressions
import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Checking
@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Facts that are known about a stream before it plays are true when it plays: the number of
/// values, their type, and how the stream ends.
@Suite struct ExtentTests {
  private static let streams = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Streams")

  private static let files: [String] =
    (FileManager.default.subpaths(atPath: streams.path) ?? [])
    .filter { $0.hasSuffix(".json") && !$0.hasSuffix("schema.json") }.sorted()

  private static let limit = 2000

  private func program(_ source: SourceText) throws(Diagnostics) -> Program {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    var settings = ParameterSettings()
    settings.isThorough = true
    return try Program(
      model, DocumentList(source, diagnostics, operators: Operator.registry), stream: nil,
      settings: settings)
  }

  /// Returns the ways in which a playback contradicts facts that were known before; empty if there
  /// are none.
  private func contradictions(of program: Program) -> [String] {
    let timeline = program.play(
      Playback(until: Instant(nanoseconds: 1_000_000_000_000), limit: Self.limit))
    let (extent, type) = (program.extent, program.type)
    var values: [Value] = []
    var completion: Bool?
    for event in timeline.events {
      switch event.kind {
      case .value(let value): values.append(value)
      case .finished: completion = true
      case .failure: completion = false
      }
    }
    var found: [String] = []
    // Some never end, and a stream of streams of streams may take longer; all others are much
    // shorter.
    let isLong = extent.isEndless || (extent.most ?? 0) > 100
    let isCut = values.count >= Self.limit || completion == nil && isLong
    if let most = extent.most, values.count > most { found.append("\(values.count) values") }
    if completion != false, !isCut, values.count < extent.fewest {
      found.append("only \(values.count) values")
    }
    if completion == true, extent.completion == .never || extent.failure == .always {
      found.append("it completes")
    }
    if completion == false, extent.failure == .never { found.append("it fails") }
    if completion == nil, !isCut, extent.ends { found.append("it does not end") }
    if completion == true, extent.failure == .always { found.append("it does not fail") }
    if extent.isEverNew, Set(values).count < values.count { found.append("a value comes twice") }
    for value in values.prefix(100) where !type.accepts(value) {
      found.append("\(value) is not of type \(type)")
      break
    }
    return found.map { "\($0), but \(extent)" }
  }

  @Test func `random pipelines play within their extents`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: 24))
    var played = 0
    var known = 0
    for number in 0..<4000 where played < 500 {
      let text = JSONWriter.text(of: pipelines.document())
      let source = SourceText(name: "t.json", bytes: text)
      guard let program = try? program(source) else { continue }
      played += 1
      if program.extent != .unknown { known += 1 }
      let found = contradictions(of: program)
      #expect(found == [], "pipeline \(number): \(String(decoding: text, as: UTF8.self))")
      guard found.isEmpty else { return }
    }
    #expect(played == 500 && known > 300)
  }

  @Test func `every operator obeys its extent`() throws {
    for spec in Operator.specs where spec.name != "print" {
      var pipelines = RandomPipeline(
        random: SplitMix64(seed: 7), operators: [spec.name, "map", "filter", "prefix", "delay"])
      for _ in 0..<(RandomCampaign.cases ?? 12) {
        let text = JSONWriter.text(of: pipelines.document())
        guard let program = try? program(SourceText(name: "t.json", bytes: text)) else { continue }
        let found = contradictions(of: program)
        #expect(found == [], "\(String(decoding: text, as: UTF8.self))")
        guard found.isEmpty else { return }
      }
    }
  }

  @Test(arguments: files)
  func `every file plays within its extent`(name: String) throws {
    let source = try SourceText(contentsOfFile: Self.streams.appendingPathComponent(name).path)
    guard let program = try? program(source) else { return }
    // Records are from outside.
    guard program.inputs.used.isEmpty else { return }
    #expect(contradictions(of: program) == [])
  }

  @Test(arguments: files)
  func `every file is valid`(name: String) throws {
    let source = try SourceText(contentsOfFile: Self.streams.appendingPathComponent(name).path)
    #expect(Validation(of: source).diagnostics.description == "")
  }
}

extension ValueType {
  /// Returns whether a value has the type.
  fileprivate func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.null, .null), (.bool, .bool), (.int, .int), (.double, .double), (.string, .string): true
    case (.list(let element), .array(let elements)): elements.allSatisfy(element.accepts)
    case (.map(let member), .object(let object)):
      object.members.allSatisfy { member.accepts($0.value) }
    case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.list, _), (.map, _): false
    default: true
    }
  }
}
