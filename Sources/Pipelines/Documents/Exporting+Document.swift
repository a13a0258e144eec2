import Checking
package import Exporting
package import Records
package import StreamModels
package import Values

extension SwiftSource {
  /// Writes the program of a stream file. Throws its mistakes, or the reason why it cannot be
  /// written.
  package init(
    _ source: SourceText, calledIfUnnamed fallbackName: String, hasMain: Bool
  ) throws(Diagnostics) {
    try self.init(
      CheckedDocument(source), calledIfUnnamed: fallbackName, hasMain: hasMain)
  }
}

extension Partitioning {
  /// Finds the keys for a stream file. Throws its mistakes, or the reasons why it cannot be split,
  /// with the code `not-splittable`.
  package init(
    _ source: SourceText, stream: String? = nil, settings: ParameterSettings = ParameterSettings(),
    access: PathAccess? = nil, besides bound: Set<String> = []
  ) throws(Diagnostics) {
    try self.init(
      CheckedDocument(source, stream: stream, settings: settings), access: access,
      besides: bound)
  }
}

extension FlinkSQLSource {
  /// Writes the program of a stream file.
  package init(
    _ source: SourceText, mode: FlinkMode, settings: ParameterSettings = ParameterSettings()
  ) throws(FlinkSQLFailure) {
    try self.init(CheckedDocument(exporting: source, settings), mode: mode)
  }
}

extension FlinkSQLJob {
  /// Writes the job of a stream file.
  package init(
    _ source: SourceText, settings: ParameterSettings = ParameterSettings()
  ) throws(FlinkSQLFailure) {
    try self.init(CheckedDocument(exporting: source, settings))
  }
}

extension CheckedDocument {
  fileprivate init(
    exporting source: SourceText, _ settings: ParameterSettings
  ) throws(FlinkSQLFailure) {
    do throws(Diagnostics) {
      self = try CheckedDocument(source, settings: settings)
    } catch {
      throw .mistakes(error)
    }
  }
}
