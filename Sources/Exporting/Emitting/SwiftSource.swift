package import Checking
package import StreamModels
import Values

/// A program as Swift code: a type whose publisher emits the same values as the program, at the
/// same times.
///
/// It needs `Reactive`, `Values` and `Expressions`, but nothing of the file format. Expressions are
/// still evaluated as expressions where Swift's operators differ from those of CEL.
package struct SwiftSource {
  /// The text of the file.
  package let text: String
  /// The name of the type.
  package let typeName: String
  /// The inputs, each with the property that represents it, and the property of the side output
  /// that receives its late records.
  package let inputs: [(source: InputSource, property: String, late: String?)]
  /// The paths of the files that the document names.
  package let namedFiles: [String]
  /// The numbers of expressions that are written in plain Swift and as strings, among conditions
  /// and expressions of `map`.
  package let expressionCounts: (plain: Int, text: Int)
  /// The warnings about the document.
  package let warnings: Diagnostics

  /// Writes the program of a document.
  ///
  /// - Parameters:
  ///   - fallbackName: The name for a document that does not state one.
  ///   - hasMain: Whether the text is a complete program, which prints the timeline.
  package init(
    _ document: CheckedDocument, calledIfUnnamed fallbackName: String, hasMain: Bool
  ) throws(Diagnostics) {
    let (linker, root) = (document.linker, document.root)
    let model = linker.units[root].model
    warnings = document.diagnostics
    namedFiles = linker.documents.namedFiles
    let writer = SwiftWriter(document)
    let callee: SwiftWriter.Callee
    do throws(Diagnostics) {
      callee = try writer.write(root)
    } catch {
      throw document.located(error)
    }
    if hasMain, let input = writer.inputs.first { throw Self.mistake(of: input.source, in: linker) }
    let file = SwiftFile(
      model: model,
      name: SwiftNames.identifier(of: model.name ?? fallbackName, isType: true), writer: writer,
      root: callee)
    expressionCounts = (writer.plainCount, writer.textCount)
    text = hasMain ? file.program : file.type
    typeName = file.name
    inputs = writer.inputs.map { source, name, document in
      let late = source.late?.output
      return (source, name, late.flatMap { writer.sideOutputs.property(named: $0, in: document) })
    }
  }

  /// Returns the mistake of a program with an input that nothing would feed.
  private static func mistake(of input: InputSource, in linker: Linker) -> Diagnostics {
    let unit = linker.units.first { $0.model.source == .input(input) }
    var documents = linker.documents
    documents.report(
      Diagnostic(
        .invalidValue, "a program with the input '\(input.name.abbreviated)', which has no records",
        hint: "remove '--main', and pass the records to the type",
        at: (unit?.path ?? []) + ["input"]), in: unit?.document ?? 0)
    return documents.located()
  }
}
