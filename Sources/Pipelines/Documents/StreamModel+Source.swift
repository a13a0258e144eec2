public import StreamModels
public import Values

extension StreamModel {
  /// Reads the text of a stream file. All its mistakes are reported at once, each with its place; a
  /// JSON syntax error is reported alone.
  public init(_ source: SourceText) throws(Diagnostics) {
    let (model, diagnostics) = Self.read(source)
    guard let model, !diagnostics.hasErrors else { throw diagnostics }
    self = model
  }

  /// Reads a stream file. Throws a `FileError` if it cannot be read, and `Diagnostics` if it has
  /// mistakes.
  public init(contentsOfFile path: String) throws {
    try self.init(SourceText(contentsOfFile: path))
  }

  /// Reads as much of a stream file's text as possible, with all diagnostics, warnings included.
  /// The model is complete if there are no errors among them.
  package static func read(_ source: SourceText) -> (StreamModel?, Diagnostics) {
    read(source, with: Operator.registry)
  }
}
