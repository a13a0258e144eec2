import Pipelines
import Values

/// The job for Apache Spark: programs that are the same for all stream files, and the stream file
/// with the files that it names.
struct SparkExport {
  let job: ExportedJob

  init(_ document: ExportedDocument) throws(ExportError) {
    let partitioning: Partitioning
    do throws(Diagnostics) {
      partitioning = try Partitioning(
        document.source, settings: document.settings, access: document.access)
    } catch {
      let isSound = error.items.allSatisfy(\.code.isAboutPartitions)
      throw isSound ? .refusals(error) : .mistakes(error)
    }
    let copy = try DocumentCopy(of: document, with: partitioning.namedFiles)
    let files = [
      ExportedJob.File(path: "job.py", bytes: PackageResources.job_py),
      ExportedJob.File(path: "tasks.py", bytes: PackageResources.tasks_py),
      ExportedJob.File(path: "README.md", bytes: PackageResources.README_md),
      ExportedJob.File(path: "Dockerfile", bytes: PackageResources.Dockerfile),
    ]
    job = ExportedJob(
      files: files + copy.files, namedFiles: partitioning.namedFiles,
      warnings: partitioning.warnings)
  }
}
