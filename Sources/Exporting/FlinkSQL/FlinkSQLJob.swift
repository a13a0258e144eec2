package import Checking
package import StreamModels

/// A document as the files of a job for Flink: `job.sql`, which runs forever, `batch.sql`, which
/// processes a whole log, and a page with instructions.
package struct FlinkSQLJob {
  /// A file of the job.
  package struct File {
    package let name: String
    package let text: String
  }

  /// The files, without the program that runs them.
  package let files: [File]
  /// The paths of the files that the document names.
  package let namedFiles: [String]
  /// The warnings about the document.
  package let warnings: Diagnostics

  /// Writes the job of a document.
  ///
  /// If a document can be played in only one of the two ways, it is written for that one, and the
  /// page states the reasons against the other. If it can be played in neither, throws the reasons
  /// against processing a whole log.
  package init(_ document: CheckedDocument) throws(FlinkSQLFailure) {
    let batch = try FlinkSQLSource(document, mode: .batch)
    var files = [File(name: "batch.sql", text: batch.text)]
    var obstacles: [String] = []
    do throws(FlinkSQLFailure) {
      let streaming = try FlinkSQLSource(document, mode: .streaming)
      files.insert(File(name: "job.sql", text: streaming.text), at: 0)
    } catch {
      obstacles = error.diagnostics.items.filter { $0.severity == .error }.map(\.description)
    }
    let name = document.linker.documents.name(of: 0) ?? ""
    let page = FlinkSQLPage(
      document: name.split(separator: "/").last.map(String.init) ?? name,
      inputs: batch.inputs, obstacles: obstacles)
    files.append(File(name: "README.md", text: page.text))
    self.files = files
    namedFiles = batch.namedFiles
    warnings = batch.warnings
  }
}
