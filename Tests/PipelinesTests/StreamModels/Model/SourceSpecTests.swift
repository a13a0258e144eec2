import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// The promises of every source with a spec.
@Suite struct SourceSpecTests {
  static let names = SourceSpec.all.map(\.name)

  private func spec(_ name: String) throws -> SourceSpec {
    try #require(SourceSpec.all.first { $0.name == name })
  }

  @Test func `every source has a spec, in the order of the keys`() {
    #expect(SourceSpec.all.map(\.key) == ModelKey.sources)
  }

  @Test func `every key that belongs to a source is described once`() {
    let described = SourceSpec.all.flatMap { [$0.key] + $0.details.map(\.key) }
    #expect(described.count == Set(described).count)
    #expect(Set(described) == Set(ModelKey.allCases.filter(\.belongsToSource)))
  }

  @Test(arguments: names)
  func `the examples play as drawn`(name: String) throws {
    let spec = try spec(name)
    #expect(!spec.examples.isEmpty)
    for example in spec.examples {
      let values = Value.object(
        Object(
          example.values.sorted { $0.key < $1.key }.map { Member(key: Text($0), value: $1) }))
      #expect(
        try played(example.document, reading: example.inputs)
          == played(#"{"marbles": "\#(example.result)", "values": \#(values)}"#),
        "\(example.document)")
      #expect(example.document.contains(#""\#(name)":"#))
    }
  }

  @Test(arguments: names)
  func `the summaries are sentences`(name: String) throws {
    let spec = try spec(name)
    for summary in [spec.summary] + spec.details.map(\.summary) {
      #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(summary)")
      #expect(summary.count < 100 && !summary.contains("\n"), "\(summary)")
    }
    #expect(!spec.noun.isEmpty && !spec.expectation.isEmpty)
  }

  @Test(arguments: names)
  func `a detail's key needs its source`(name: String) throws {
    for detail in try spec(name).details {
      for other in SourceSpec.all where other.name != name {
        let text = #"{"\#(other.name)": \#(Self.plain(other)), "\#(detail.name)": null}"#
        let mistakes = try mistakes(in: text).map(\.message)
        #expect(
          mistakes.contains { $0.hasPrefix("'\(detail.name)' needs '\(name)' beside it") },
          "\(text)")
      }
    }
  }

  /// A valid value for the key.
  private static func plain(_ spec: SourceSpec) -> String {
    spec.key == .from || spec.key == .marbles || spec.key == .input ? #""a""# : "[]"
  }

  private func mistakes(in text: String) throws -> [Diagnostic] {
    do throws(Diagnostics) {
      _ = try program(text)
      return []
    } catch {
      return error.items
    }
  }
}
