import Checking
import StreamModels
package import Values

extension CheckedDocument {
  /// Reads and checks the text of a stream file. Throws the mistakes, if there are any.
  package init(
    _ source: SourceText, stream: String? = nil, settings: ParameterSettings = ParameterSettings()
  ) throws(Diagnostics) {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    self.init(
      model, DocumentList(source, diagnostics, operators: Operator.registry), stream: stream,
      settings: settings)
    guard !self.diagnostics.hasErrors else { throw self.diagnostics }
  }
}
