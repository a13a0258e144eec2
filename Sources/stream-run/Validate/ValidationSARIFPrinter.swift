import Console
import Pipelines
import Reference
import Values

/// Prints one object in the Static Analysis Results Interchange Format, version 2.1.0.
final class ValidationSARIFPrinter: ValidationPrinter {
  private static let rules = DiagnosticCode.allCases

  private let output: OutputFile
  private var hasResults = false
  /// The paths that cannot be read, as notifications.
  private var notifications: [Value] = []

  init(to output: OutputFile) {
    self.output = output
  }

  func begin() {
    let driver = Value.members([
      ("name", .text("stream-run")), ("version", .text(ToolVersion.text)),
      ("rules", .array(Self.rules.map(Self.rule))),
    ])
    let head =
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","#
      + #""runs":[{"columnKind":"unicodeCodePoints","tool":"#
    _ = output.write {
      $0.buffer.append(Array(head.utf8))
      $0.write(.object(Object([Member(key: "driver", value: driver)])))
      $0.buffer.append(#","results":["# as StaticString)
    }
  }

  func print(_ diagnostics: Diagnostics) {
    for diagnostic in diagnostics.items {
      _ = output.write {
        if hasResults { $0.buffer.append("," as StaticString) }
        $0.buffer.append("\n" as StaticString)
        $0.write(Self.result(of: diagnostic))
      }
      hasResults = true
    }
  }

  func print(_ error: FileError) {
    notifications.append(
      .members([
        ("level", .text("error")), ("message", .members([("text", .text("\(error)"))])),
        (
          "locations",
          .array([.members([("physicalLocation", .members([Self.artifact(error.file)]))])])
        ),
      ]))
  }

  func finish(_ tally: ValidationTally) {
    var invocation: [(Text, Value)] = [("executionSuccessful", .bool(notifications.isEmpty))]
    if !notifications.isEmpty {
      invocation.append(("toolExecutionNotifications", .array(notifications)))
    }
    _ = output.write {
      $0.buffer.append("\n],\"invocations\":" as StaticString)
      $0.write(.array([.members(invocation)]))
      $0.buffer.append("}]}\n" as StaticString)
    }
  }

  private static func rule(_ code: DiagnosticCode) -> Value {
    let explanation = code.explanation
    return .members([
      ("id", .text(code.rawValue)),
      ("shortDescription", .members([("text", .text(explanation.summary))])),
      (
        "fullDescription",
        .members([("text", .text(explanation.paragraphs.joined(separator: " ")))])
      ),
      ("help", .members([("text", .text(explanation.page))])),
      // The page has no address on a server: the URI names the command that prints it.
      ("helpUri", .text("stream-run:explain/\(code.number)")),
    ])
  }

  private static func result(of diagnostic: Diagnostic) -> Value {
    let text = diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    var members: [(Text, Value)] = [
      ("ruleId", .text(diagnostic.code.rawValue)),
      ("ruleIndex", .int(Int64(rules.firstIndex(of: diagnostic.code) ?? -1))),
      ("level", .text("\(diagnostic.severity)")),
      ("message", .members([("text", .text(text))])),
    ]
    if let location = diagnostic.location {
      members.append(
        ("locations", .array([.members([place(location, end: diagnostic.end?.column)])])))
    }
    let notes = diagnostic.placedNotes.map { location, message in
      Value.members([place(location), ("message", .members([("text", .text(message))]))])
    }
    if !notes.isEmpty { members.append(("relatedLocations", .array(notes))) }
    return .members(members)
  }

  private static func place(_ location: SourceLocation, end: Int? = nil) -> (Text, Value) {
    var region: [(Text, Value)] = [
      ("startLine", .int(Int64(location.line))), ("startColumn", .int(Int64(location.column))),
    ]
    if let end { region.append(("endColumn", .int(Int64(end)))) }
    return (
      "physicalLocation", .members([artifact(location.file), ("region", .members(region))])
    )
  }

  private static func artifact(_ path: String) -> (Text, Value) {
    ("artifactLocation", .members([("uri", .text(FileReference(path).text))]))
  }
}

/// The reference to a file in the form of RFC 3986. It is relative for a relative path.
struct FileReference {
  let text: String

  init(_ path: String) {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let letter = byte & 0xDF
      let isPlain =
        letter >= 0x41 && letter <= 0x5A || byte >= 0x2D && byte <= 0x39 || byte == 0x5F
        || byte == 0x7E
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    self.text = text
  }
}

extension Value {
  fileprivate static func text(_ text: String) -> Value { .string(Text(text)) }

  fileprivate static func members(_ members: [(Text, Value)]) -> Value {
    .object(Object(members.map { Member(key: $0, value: $1) }))
  }
}
