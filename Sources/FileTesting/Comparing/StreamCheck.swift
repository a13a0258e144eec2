public import Pipelines
import Values

/// One playing of a document that must give what the file states: the document's own, or a test.
public struct StreamCheck: Sendable, Hashable {
  /// What people call it: the name of the test, or "expect".
  public let title: String
  /// Where the expectation stands; without the line itself.
  public let location: SourceLocation
  /// The definition that it is about; nil for the document itself.
  let stream: String?
  /// Which of the tests it is; nil for `expect`.
  let test: Int?

  /// The way to the model that it is about.
  var modelPath: DocumentPath {
    stream.map { ["definitions", .key(Text($0))] } ?? []
  }

  /// The way to the test, from the model; nowhere for the model's own expectation.
  var testPath: DocumentPath { test.map { ["tests", .index($0)] } ?? [] }

  /// The way to the expectation.
  var path: DocumentPath { modelPath + testPath + ["expect"] }
}

extension StreamCheck {
  /// All checks of a document and of its definitions, in the order in which they stand there.
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
  /// The checks of one model, without their places.
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
