import Pipelines
import Values

/// The job for Flink: the statements, a page about them, and a program that runs them.
struct FlinkSQLExport {
  let job: ExportedJob

  init(_ document: ExportedDocument) throws(ExportError) {
    do throws(FlinkSQLFailure) {
      let made = try FlinkSQLJob(document.source, settings: document.settings)
      let program = ExportedJob.File(path: "run.py", bytes: PackageResources.run_py)
      let files = made.files.map {
        ExportedJob.File(path: $0.name, bytes: Array($0.text.utf8))
      }
      job = ExportedJob(
        files: files + [program], namedFiles: made.namedFiles, warnings: made.warnings)
    } catch {
      switch error {
      case .mistakes(let mistakes): throw .mistakes(mistakes)
      case .refusals(let refusals): throw .refusals(refusals)
      }
    }
  }
}
