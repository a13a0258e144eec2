public import Pipelines
import Values

/// A playback of a document that must have the stated timeline: the document's own expectation, or
/// a test.
public struct StreamCheck: Sendable, Hashable {
  /// The name shown to people: that of the test, or "expect".
  public let title: String
  /// The location of the expectation, without an excerpt.
  public let location: SourceLocation
  /// The definition to which it belongs; nil for the document itself.
  let stream: String?
  /// The index of the test; nil for `expect`.
  let test: Int?

  /// The path to the model to which it belongs.
  var modelPath: DocumentPath {
    stream.map { ["definitions", .key(Text($0))] } ?? []
  }

  /// The path to the test, from the model; empty for the model's own expectation.
  var testPath: DocumentPath { test.map { ["tests", .index($0)] } ?? [] }

  /// The path to the expectation.
  var path: DocumentPath { modelPath + testPath + ["expect"] }
}

extension StreamCheck {
  /// Returns all checks of a document and of its definitions, in document order.
  static func all(of model: StreamModel<Value>, in source: SourceText) -> [StreamCheck] {
    let drafts =
      model.drafts(of: nil) + model.definitions.flatMap { $0.model.drafts(of: $0.name) }
    let offsets = source.offsets(of: drafts.map(\.path))
      .map { $0 ?? 0 }
    let places = zip(zip(drafts, offsets), source.places(at: offsets)).map { draft, place in
      StreamCheck(
        title: draft.0.title,
        location: SourceLocation(
          file: source.name, offset: draft.1, line: place.line, column: place.column),
        stream: draft.0.stream, test: draft.0.test)
    }
    return places.sorted { $0.location.offset < $1.location.offset }
  }
}

extension StreamModel<Value> {
  /// Returns the checks of one model, without their locations.
  fileprivate func drafts(of stream: String?) -> [StreamCheck] {
    let prefix = stream.map { "\($0): " } ?? ""
    let nowhere = SourceLocation(file: "", offset: 0, line: 1, column: 1)
    let own = StreamCheck(
      title: "\(prefix)expect", location: nowhere, stream: stream, test: nil)
    return (expect == nil ? [] : [own])
      + tests.enumerated().map { index, test in
        StreamCheck(
          title: prefix + (test.name ?? "test \(index + 1)"), location: nowhere, stream: stream,
          test: index)
      }
  }
}
