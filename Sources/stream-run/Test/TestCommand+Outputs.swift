import Console
import FileTesting
import Pipelines
import Values

extension TestCommand {
  /// The files that the command reads and writes. A file that was only found in a folder counts if
  /// it is a stream file. Any other file, such as the output of an earlier run, may be overwritten.
  func fileUse(testing files: [(file: FolderWalk.File, isNamed: Bool)]) -> FileUse {
    var use = outputUse
    use.writesToStandardOutput()
    for (file, isNamed) in files
    where isNamed || use.writes(file.path) && Self.isStreamFile(file.path) {
      use.reads(file.path, as: "'\(file.path)', which is tested")
    }
    return use
  }

  private var outputUse: FileUse {
    var use = FileUse(of: .test)
    if let path = settings.coverageFile {
      use.writes(path, as: "--coverage-file \(path)", .replacing)
    }
    return use
  }

  /// Returns whether a file can be tested, or seems to be meant to be tested.
  private static func isStreamFile(_ path: String) -> Bool {
    do throws(FileError) {
      return try StreamFile(path).documents.contains { $0.isStream }
    } catch {
      return false
    }
  }

  /// Writes a coverage report to a file, which must not be one of those that were played.
  func write(_ report: CoverageReport, to path: String) -> ExitCode {
    var use = outputUse
    for file in report.files { use.reads(file.path, as: "'\(file.path)', which is tested") }
    if let refusal = use.refusal() { return refusal }
    do throws(OutputError) {
      let file = try OutputFile(path: path, .replacing)
      file.write(report.text(in: CoverageFormat(of: path)))
      return file.finish()
    } catch {
      complain("stream-run: \(error.message)".onOneLine)
      return .outputError
    }
  }
}
