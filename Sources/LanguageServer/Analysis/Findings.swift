import Editing
import Pipelines
import Values

/// Everything that checking a version of a document finds.
struct Findings: Sendable {
  /// The document without its damage.
  let repaired: RepairedText
  /// The mistake that makes the text no JSON; nil if it is JSON.
  let syntaxMistake: Diagnostic?
  /// The mistakes and warnings of the repaired text, of all documents.
  let diagnostics: Diagnostics
  /// The types in the repaired text.
  let types: RecordedTypes

  init(of syntax: JSONSyntax, naming texts: DocumentTexts) {
    repaired = RepairedText(syntax)
    syntaxMistake =
      repaired.isUnchanged ? nil : StreamModel<Value>.read(syntax.source).1.items.first
    let recorder = TypeRecorder()
    diagnostics =
      Validation(of: repaired.source, texts: texts, recording: recorder).diagnostics
    types = recorder.types
  }
}
