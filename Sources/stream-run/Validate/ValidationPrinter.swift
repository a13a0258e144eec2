import Console
import Pipelines
import Platform
import Values

/// Prints mistakes and warnings, file by file.
protocol ValidationPrinter: AnyObject {
  func begin()
  func print(_ diagnostics: Diagnostics)
  /// Prints that a file or a folder cannot be read, where standard error does not report it.
  func print(_ error: FileError)
  func finish(_ tally: ValidationTally)
}

extension ValidationPrinter {
  func begin() {}
  func print(_ error: FileError) {}
  func finish(_ tally: ValidationTally) {}
}

/// Prints the mistakes in the same form as playing the file would, and a summary.
final class ValidationTextPrinter: ValidationPrinter {
  private let output: OutputFile
  private let style: TextStyle

  init(to output: OutputFile, style: TextStyle) {
    self.output = output
    self.style = style
  }

  func print(_ diagnostics: Diagnostics) {
    let report = style.painted(diagnostics.report, of: diagnostics)
    output.write("\(FileDescriptor.standardOutput.folded(report))\n")
  }

  func finish(_ tally: ValidationTally) {
    output.write("\(tally.summary(style: style))\n")
  }
}

/// Prints an object for each mistake, on a separate line.
final class ValidationJSONPrinter: ValidationPrinter {
  private let output: OutputFile

  init(to output: OutputFile) {
    self.output = output
  }

  func print(_ diagnostics: Diagnostics) {
    for diagnostic in diagnostics.items {
      _ = output.write {
        $0.write(diagnostic.encoded)
        $0.buffer.append("\n" as StaticString)
      }
    }
  }
}

extension Diagnostics {
  /// An object for each diagnostic.
  var encoded: [Value] { items.map(\.encoded) }
}

extension Diagnostic {
  fileprivate var encoded: Value {
    var members: [Member] = []
    if let location {
      members = location.members
      if let end { members.append(Member(key: "endColumn", value: .int(Int64(end.column)))) }
    }
    members += [
      Member(key: "severity", value: .string(Text("\(severity)"))),
      Member(key: "code", value: .string(Text(code.rawValue))),
      Member(key: "number", value: .string(Text(code.number))),
      Member(key: "message", value: .string(Text(message))),
    ]
    if let hint { members.append(Member(key: "hint", value: .string(Text(hint)))) }
    members.append(Member(key: "path", value: .string(Text("\(path)"))))
    let notes = placedNotes.map { location, message in
      Value.object(
        Object(location.members + [Member(key: "message", value: .string(Text(message)))]))
    }
    if !notes.isEmpty { members.append(Member(key: "notes", value: .array(notes))) }
    return .object(Object(members))
  }
}

extension SourceLocation {
  fileprivate var members: [Member] {
    [
      Member(key: "file", value: .string(Text(file))),
      Member(key: "line", value: .int(Int64(line))),
      Member(key: "column", value: .int(Int64(column))),
    ]
  }
}

/// Prints a workflow command of GitHub for each mistake.
final class ValidationGitHubPrinter: ValidationPrinter {
  private let output: OutputFile

  init(to output: OutputFile) {
    self.output = output
  }

  func print(_ diagnostics: Diagnostics) {
    for diagnostic in diagnostics.items {
      var properties: [(String, String)] = []
      if let location = diagnostic.location {
        properties = [
          ("file", location.file), ("line", "\(location.line)"), ("col", "\(location.column)"),
        ]
        if let end = diagnostic.end {
          // The last column is included in the range.
          properties += [("endLine", "\(location.line)"), ("endColumn", "\(end.column - 1)")]
        }
      }
      properties.append(("title", diagnostic.code.rawValue))
      let list = properties.map { "\($0)=\(Self.escapedProperty($1))" }.joined(separator: ",")
      let text = diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
      output.write("::\(diagnostic.severity) \(list)::\(Self.escaped(text))\n")
    }
  }

  /// Returns the text with escapes, so that nothing in it ends the command or begins another one.
  private static func escaped(_ text: String, besides further: [Unicode.Scalar] = []) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%", "\r", "\n": percentEscape(of: scalar)
      case _ where further.contains(scalar): percentEscape(of: scalar)
      case _ where scalar.isUnprintable: scalar.escape
      default: String(scalar)
      }
    }.joined()
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text, besides: [":", ","])
  }

  private static func percentEscape(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
  }
}
