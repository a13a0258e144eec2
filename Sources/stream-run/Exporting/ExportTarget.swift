import Pipelines
import Values

/// The engines for which `export` writes jobs.
///
/// A further one is a case, with its summary, and with the type that makes its job in `job`.
enum ExportTarget: String, CaseIterable {
  case spark
  case flinkSQL = "flink-sql"

  /// A description for the help page.
  var summary: String {
    switch self {
    case .spark: "a job for Apache Spark, which plays parts of the inputs on many machines"
    case .flinkSQL: "statements of Flink SQL, for a job that runs for ever or over a whole log"
    }
  }

  /// The name of the engine in a message.
  var engine: String {
    switch self {
    case .spark: "Apache Spark"
    case .flinkSQL: "Flink SQL"
    }
  }

  /// Checks a stream file, and returns the job that plays it.
  func job(of document: ExportedDocument) throws(ExportError) -> ExportedJob {
    switch self {
    case .spark: try SparkExport(document).job
    case .flinkSQL: try FlinkSQLExport(document).job
    }
  }
}

/// A stream file that is to be exported.
struct ExportedDocument {
  /// The path of the file, or the one that a job has for what came from standard input.
  let path: String
  let source: SourceText
  /// The values of its parameters, as they were given and as they are checked.
  let parameters: [NamedText]
  let settings: ParameterSettings
  /// The folders from which the job may read the files that inputs name.
  let access: PathAccess
}

/// The files of a job.
struct ExportedJob {
  struct File {
    /// The path below the folder of the job.
    let path: String
    let bytes: [UInt8]
  }

  var files: [File]
  /// The files that the stream file names, which must not be overwritten.
  let namedFiles: [String]
  let warnings: Diagnostics
}

/// The reason why there is no job.
enum ExportError: Error {
  /// The mistakes of the stream file.
  case mistakes(Diagnostics)
  /// What the engine cannot do as the stream file says.
  case refusals(Diagnostics)
  /// A file that the stream file names cannot be read.
  case unreadable(FileError)
  /// The files have no places in the folder of a job.
  case places(String, hint: String)
}
