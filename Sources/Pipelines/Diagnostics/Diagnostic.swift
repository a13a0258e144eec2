public import Values

/// A mistake in a stream file: where it is, what it is, and the way out.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How grave a diagnostic is.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used, but is probably not what its author meant.
    case warning
  }

  /// Whether it is an error or a warning.
  public var severity: Severity
  /// What kind of mistake it is.
  public var code: DiagnosticCode
  /// What was found, then what was expected; lower case, no full stop, names in single quotes.
  public var message: String
  /// The way out: "did you mean 'filter'?".
  public var hint: String?
  /// Where in the document's structure; known also for a model that was made in Swift.
  public var path: DocumentPath
  /// Where in the string at `path`, for a mistake inside an expression; in Unicode scalars.
  public var rangeInString: Range<Int>?
  /// Where in the document's text, if it has one.
  public var location: SourceLocation?
  /// Where the file is named in which this is, if it is not the one that was to be played.
  public var namedAt: SourceLocation?

  /// Creates a diagnostic about a place in a document.
  public init(
    _ code: DiagnosticCode, _ message: String, hint: String? = nil, at path: DocumentPath = [],
    rangeInString: Range<Int>? = nil, severity: Severity = .error,
    location: SourceLocation? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
    self.rangeInString = rangeInString
    self.location = location
  }
}

/// A place in a text: what to show to a person, and what to sort by.
public struct SourceLocation: Sendable, Hashable {
  /// The name of the file.
  public var file: String
  /// In bytes, from 0.
  public var offset: Int
  /// From 1; columns in Unicode scalars.
  public var line: Int
  /// The column, in Unicode scalars from 1.
  public var column: Int
  /// The line with a caret below the place, for people; empty if it is not at hand.
  public var excerpt = ""

  /// Creates a location in a file.
  public init(file: String, offset: Int, line: Int, column: Int) {
    self.file = file
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `pipe.json:12:7: error: unknown operator 'fliter'; did you mean 'filter'?`
  public var description: String {
    [line, note].compactMap { $0 }.joined(separator: "\n")
  }

  /// The same on one line, with the code by which it is looked up behind it:
  /// `pipe.json:12:7: error: unknown operator 'fliter'; did you mean 'filter'? [unknown-operator]`
  package var headline: String { "\(line) [\(code.rawValue)]" }

  private var line: String {
    let place =
      if let location {
        "\(location.file):\(location.line):\(location.column): "
      } else if !path.isRoot {
        "\(path): "
      } else {
        ""
      }
    let text = message.shortened(to: 1000) + (hint.map { "; \($0)" } ?? "")
    return "\(place)\(severity): \(text)".onOneLine
  }

  /// Where the file is named in which this is, if it is not the one that was to be played.
  var note: String? {
    namedAt.map { "\($0.file):\($0.line):\($0.column): note: the file is named here".onOneLine }
  }
}
