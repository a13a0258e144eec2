import Pipelines
import Values

/// The engines that `export` writes jobs for.
///
/// To add an engine, add a case and its summary, and, in `job`, the type that makes its job.
enum ExportTarget: String, CaseIterable {
  case spark
  case flinkSQL = "flink-sql"

  /// A description for the help page.
  var summary: String {
    switch self {
    case .spark: "a job for Apache Spark, which plays parts of the inputs on many machines"
    case .flinkSQL: "statements of Flink SQL, for a job that runs forever or over a whole log"
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
  /// The path of the file; for standard input, the path that it has in a job.
  let path: String
  let source: SourceText
  /// The values of its parameters, both as they were given and as they are checked.
  let parameters: [NamedText]
  let settings: ParameterSettings
  /// The folders that the job may read files from, if inputs name such files.
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
  /// The parts of the stream file that the engine cannot carry out.
  case refusals(Diagnostics)
  /// A file that the stream file names cannot be read.
  case unreadable(FileError)
  /// The files have no places in the folder of a job.
  case places(String, hint: String)
}
