import Editing
import FileTesting
import Pipelines
import Values

/// Everything that a check of a version of a document finds.
struct Findings: Sendable {
  /// The document with its damage repaired.
  let repaired: RepairedText
  /// The mistake that makes the text invalid JSON; nil if it is JSON.
  let syntaxMistake: Diagnostic?
  /// The mistakes and warnings of the repaired text, of all documents.
  let diagnostics: Diagnostics
  /// The types in the repaired text.
  let types: RecordedTypes
  /// The tests and expectations, with their offsets.
  let checks: [(title: String, offset: Int)]

  init(of syntax: JSONSyntax, naming texts: DocumentTexts) {
    repaired = RepairedText(syntax)
    checks = Self.checks(in: repaired)
    syntaxMistake =
      repaired.isUnchanged ? nil : StreamModel<Value>.read(syntax.source).1.items.first
    let validation = Validation(of: repaired.source, texts: texts, data: DataChoice())
    (diagnostics, types) = (validation.diagnostics, validation.types)
  }

  /// The tests and expectations in a repaired text, with their offsets in the damaged text.
  static func checks(in repaired: RepairedText) -> [(title: String, offset: Int)] {
    guard let model = StreamModel<Value>.read(repaired.source).0 else { return [] }
    return StreamCheck.all(of: model, in: repaired.source).map {
      ($0.title, repaired.originalOffset(of: $0.location.offset))
    }
  }
}
