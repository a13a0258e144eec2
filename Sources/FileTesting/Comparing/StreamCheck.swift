public import Pipelines
package import Values

/// A playback of a document that must have the stated timelines: the document's own expectation, a
/// test, or a case of a test.
public struct StreamCheck: Sendable, Hashable {
  /// The name shown to people: the names of the test and of its case, or "expect".
  public let title: String
  /// The location of the expectation, without an excerpt. If a case inherits its expectation from
  /// the test, it is the location of the case.
  public let location: SourceLocation
  /// The definition that it belongs to; nil for the document itself.
  let stream: String?
  /// The index of the test; nil for `expect`.
  let test: Int?
  /// The index of the case; nil for a test without cases.
  let part: Int?
  /// The expectations: the expectation of the stream, if there is one, and those of definitions
  /// beside it.
  let expectations: [Expectation]

  /// The expectation of the stream, or of a definition beside it.
  struct Expectation: Sendable, Hashable {
    /// The name of the definition; nil for the stream itself.
    let output: String?
    /// The path in the document.
    let path: DocumentPath
    /// The location. If a case inherits the expectation from its test, it is the location of the
    /// case.
    let location: SourceLocation
    /// Whether a case inherits the expectation from its test.
    let isInherited: Bool
  }

  /// The path to the model that it belongs to.
  var modelPath: DocumentPath {
    stream.map { ["definitions", .key(Text($0))] } ?? []
  }
}

extension StreamCheck {
  /// Returns all checks of a document and of its definitions, in document order.
  package static func all(of model: StreamModel<Value>, in source: SourceText) -> [StreamCheck] {
    let drafts =
      model.drafts(of: nil) + model.definitions.flatMap { $0.model.drafts(of: $0.name) }
    let offsets = source.offsets(of: drafts.flatMap(\.paths)).map { $0 ?? 0 }
    let places = zip(offsets, source.places(at: offsets)).map { offset, place in
      SourceLocation(file: source.name, offset: offset, line: place.line, column: place.column)
    }
    var rest = places[...]
    let checks = drafts.map { draft in
      defer { rest = rest.dropFirst(draft.paths.count) }
      return draft.check(at: Array(rest.prefix(draft.paths.count)))
    }
    return checks.sorted { $0.location.offset < $1.location.offset }
  }
}

/// A check without its locations.
private struct CheckDraft {
  let title: String
  let stream: String?
  var test: Int?
  var part: Int?
  /// The name of each expectation, with its path, and the path to show for it.
  let expectations: [(output: String?, path: DocumentPath, shown: DocumentPath)]
  /// The path to show for a check without an expectation of the stream.
  let path: DocumentPath

  /// The paths whose locations it needs.
  var paths: [DocumentPath] { [path] + expectations.map(\.shown) }

  func check(at places: [SourceLocation]) -> StreamCheck {
    let expectations = zip(expectations, places.dropFirst()).map { draft, place in
      StreamCheck.Expectation(
        output: draft.output, path: draft.path, location: place,
        isInherited: draft.path != draft.shown)
    }
    return StreamCheck(
      title: title, location: expectations.first?.location ?? places[0], stream: stream,
      test: test, part: part, expectations: expectations)
  }
}

extension StreamModel<Value> {
  fileprivate func drafts(of stream: String?) -> [CheckDraft] {
    let path: DocumentPath = stream.map { ["definitions", .key(Text($0))] } ?? []
    let prefix = stream.map { "\($0): " } ?? ""
    let expectPath = path.appending("expect")
    let own = CheckDraft(
      title: "\(prefix)expect", stream: stream, expectations: [(nil, expectPath, expectPath)],
      path: expectPath)
    return (expect == nil ? [] : [own])
      + tests.enumerated().flatMap { index, test in
        let title = prefix + (test.name ?? "test \(index + 1)")
        let parts = test.cases.isEmpty ? [nil] : test.cases.indices.map { Optional($0) }
        return parts.map { part in
          let name = part.map { " › " + (test.cases[$0].name ?? "case \($0 + 1)") } ?? ""
          let played = PlayedTest(test, at: index, case: part, below: path)
          return CheckDraft(
            title: title + name, stream: stream, test: index, part: part,
            expectations: played.expectations, path: played.path)
        }
      }
  }
}

extension PlayedTest {
  /// The expectations, each with its path and the path to show for it.
  fileprivate var expectations: [(output: String?, path: DocumentPath, shown: DocumentPath)] {
    let outputs: [String?] = (test.expect == nil ? [] : [nil]) + test.outputs.map(\.name)
    return outputs.map { output in
      let path = path(ofOutput: output)
      return (output, path, inherits(output: output) ? self.path : path)
    }
  }
}
