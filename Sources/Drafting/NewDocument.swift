import Editing
import FileTesting
import Marbles
package import Pipelines
import Reactive
package import Values

/// A stream file that is being written.
package struct NewDocument {
  /// The number of events that are expected. A longer playback is expected only up to a certain
  /// time.
  private static let eventLimit = 200
  /// The number of steps after which a stream counts as endless.
  private static let steps = 100_000

  /// The name of the file.
  let path: String
  /// The members of the document, each with its value as JSON.
  package var members: [(key: String, value: String)]

  package init(path: String, members: [(key: String, value: String)]) {
    (self.path, self.members) = (path, members)
  }

  /// The document as it is written.
  var source: SourceText {
    let text = "{ " + members.map { "\(Self.quoted($0.key)): \($0.value)" }.joined(separator: ", ")
    return SourceText(name: path, text + " }")
  }

  /// Returns the document in canonical form, with the events that it emits as its expectation.
  /// Throws the mistakes of the document.
  package func withExpectation() throws(Diagnostics) -> SourceText {
    for end in [nil, 10, 1] {
      var document = self
      let test = end.map {
        "[ { \"name\": \"the first seconds\", \"until\": \($0), \"expect\": [] } ]"
      }
      document.members.append(test.map { ("tests", $0) } ?? ("expect", "[]"))
      guard let actual = try document.actual() else { continue }
      guard actual.events.count <= Self.eventLimit else { continue }
      let events = Self.text(of: actual)
      document.members.removeLast()
      document.members.append(
        end.map {
          (
            "tests",
            "[ { \"name\": \"the first seconds\", \"until\": \($0), \"expect\": \(events) } ]"
          )
        } ?? ("expect", events))
      return document.formatted
    }
    return formatted
  }

  /// Returns the events that the only check of the document receives; nil if they are endless.
  /// Throws the mistakes of the document.
  func actual() throws(Diagnostics) -> Timeline<Value>? {
    let document = StreamDocument(formatted)
    if let mistakes = document.mistakes { throw mistakes }
    guard let check = document.checks.first else { return nil }
    switch document.play(check, steps: Self.steps) {
    case .passed, .skipped: return Timeline()
    case .differs(let difference): return difference.actual
    case .endless, .unsteady: return nil
    case .mistaken(let mistakes): throw mistakes
    }
  }

  /// The document in canonical form.
  package var formatted: SourceText {
    do throws(ReadError) {
      return SourceText(name: path, bytes: try JSONFormatter.formatted(source))
    } catch {
      preconditionFailure("a new document is not JSON: \(error.message)")
    }
  }

  package static func quoted(_ text: String) -> String { OperatorLine.quoted(text) }

  /// Returns events as a list for an expectation.
  static func text(of timeline: Timeline<Value>) -> String {
    let events = timeline.events.map { event in
      var writer = JSONWriter(capacity: 256)
      event.writeJSON(to: &writer)
      return String(decoding: writer.buffer.bytes, as: UTF8.self)
    }
    return "[" + events.joined(separator: ", ") + "]"
  }
}
