package import Expressions
public import Values

/// A mistake in a stream file: its place, a message, and a hint.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used, but probably does not mean what its author intended.
    case warning
  }

  /// Whether it is an error or a warning.
  public var severity: Severity
  /// The kind of mistake.
  public var code: DiagnosticCode
  /// The message: what was found, then what was expected; lower case, no full stop, names in single
  /// quotes.
  public var message: String
  /// A way to fix the mistake: "did you mean 'filter'?".
  public var hint: String?
  /// The path in the document, which is also known for a model made in Swift.
  public var path: DocumentPath
  /// The range within the string at `path`, for a mistake inside an expression; in Unicode scalars.
  public var rangeInString: Range<Int>?
  /// The location in the text of the document, if it has one.
  public var location: SourceLocation?
  /// The end of the text that the diagnostic is about, in the line of its location; nil if it is
  /// not known.
  package var end: End?
  /// The location of the reference to the file, if the mistake is in a file other than the one to
  /// play.
  public var namedAt: SourceLocation?
  /// Further places that belong to the mistake, such as the declaration of a parameter.
  public var notes: [Note] = []
  /// The number of the document with the mistake; nil for the one that is being compiled.
  package var document: Int?
  /// Whether it is about the last key of its path, rather than about that key's value.
  package var isAtKey = false
  /// Whether it is omitted if another mistake has been reported at its place.
  package var yields = false

  /// The end of a range of text within a line.
  package struct End: Sendable, Hashable {
    package let offset: Int
    package let column: Int
  }

  /// A further place that is related to a mistake.
  public struct Note: Sendable, Hashable {
    /// The relation of the place to the mistake: "the parameter is declared here".
    public var message: String
    /// The location in the text of its document, if that has one.
    public var location: SourceLocation?
    /// The place within the program.
    package let place: ExpressionPlace
    /// The range within the string at the place, in Unicode scalars.
    package var rangeInString: Range<Int>?

    package init(_ message: String, at place: ExpressionPlace, rangeInString: Range<Int>? = nil) {
      self.message = message
      self.place = place
      self.rangeInString = rangeInString
    }
  }

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

/// A place in a source: for messages, and for sorting them.
public struct SourceLocation: Sendable, Hashable {
  /// The name of the file.
  public var file: String
  /// The offset in bytes, from 0.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column, in Unicode scalars from 1.
  public var column: Int
  /// The line with a caret below the place, for people; empty if the text is not available.
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
  /// The diagnostic on one line:
  /// `pipe.json:12:7: error: unknown operator 'fliter'; did you mean 'filter'?`
  public var description: String {
    ([line] + noteLines).joined(separator: "\n")
  }

  /// The same text on one line, followed by the code that identifies the kind of mistake:
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

  /// The notes with their locations; the reference to the file comes last.
  var noteLines: [String] {
    placedNotes.map { "\($0.file):\($0.line):\($0.column): note: \($1)".onOneLine }
  }

  /// The notes that have a location, with their locations.
  package var placedNotes: [(location: SourceLocation, message: String)] {
    let places = notes.map { ($0.location, $0.message) } + [(namedAt, "the file is named here")]
    return places.compactMap { location, message in location.map { ($0, message) } }
  }
}

extension Diagnostic {
  /// Finds the end of the text that the diagnostic is about: part of the string at an offset, or
  /// the key, string, number or word at its location.
  mutating func findEnd(in source: SourceText, ofStringAt quote: Int?) {
    guard end == nil, let location, location.file == source.name else { return }
    var found = source.endOfToken(at: location.offset)
    if let range = rangeInString, let quote {
      found = source.offset(ofScalar: range.upperBound, inStringAt: quote) ?? found
    }
    guard let found, found > location.offset else { return }
    let text = source.bytes[location.offset..<found]
    end = End(
      offset: found, column: location.column + text.count { $0 & 0xC0 != 0x80 })
  }
}
