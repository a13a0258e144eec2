import Console
import Editing
import FileTesting
import Pipelines
import Platform
import Values

/// Brings stream files into their canonical form.
struct FormatCommand: PathsCommand {
  typealias Settings = FormatSettings

  let paths: [String]
  let settings: FormatSettings

  func run() -> ExitCode {
    let output = OutputFile(.standardOutput)
    var codes: Set<ExitCode> = []
    for path in paths where path == "-" { codes.insert(formatInput(to: output)) }
    var seen: Set<String> = []
    for path in paths where path != "-" {
      let files = FolderWalk(path).files
      let isFolder = files.map(\.path) != [path]
      if files.isEmpty {
        complain("stream-run: \(path): nothing to format".onOneLine)
        codes.insert(.unreadableFile)
      }
      for file in files where seen.insert(FilePath(file.path).canonical).inserted {
        guard output.isOpen else { break }
        codes.insert(format(file, isFound: isFolder, to: output))
      }
    }
    codes.insert(output.close())
    return codes.max { $0.rawValue < $1.rawValue } ?? .done
  }

  /// Formats standard input to standard output.
  private func formatInput(to output: OutputFile) -> ExitCode {
    sayReading(of: "a stream file")
    guard let source = SourceText.ofStreamFile("-") else { return .unreadableFile }
    guard let formatted = formatted(source) else { return .invalidFile }
    if !settings.checks, !settings.printsDifference {
      formatted.write { piece in
        output.write(piece)
        return output.isOpen
      }
      return .done
    }
    let isChanged = !formatted.isSource
    if isChanged, settings.printsDifference { output.write(formatted.difference) }
    return isChanged && settings.checks ? .unmet : .done
  }

  /// Formats a file.
  ///
  /// - Parameter isFound: Whether it was found in a folder instead of being named. In that case
  ///   pages and other documents are skipped.
  private func format(
    _ file: FolderWalk.File, isFound: Bool, to output: OutputFile
  ) -> ExitCode {
    if let trouble = file.trouble { return refuse(trouble) }
    if StreamFile.isPage(file.path) {
      guard !isFound else { return .done }
      complain(
        "stream-run: '\(file.path)' is a Markdown page; its blocks are not formatted".onOneLine)
      return .done
    }
    let source: SourceText
    do throws(FileError) {
      source = try SourceText(contentsOfRegularFile: file.path)
    } catch {
      return refuse(error)
    }
    if isFound, DocumentNature(of: source) == .data { return .done }
    guard let formatted = formatted(source) else { return .invalidFile }
    guard !formatted.isSource else { return .done }
    let isWritten = !settings.checks && !settings.printsDifference
    if isWritten, let folder = file.folder,
      !PathAccess(allowing: settings.allowedPaths).allowsWriting(file.path, below: folder)
    {
      complain(
        """
        stream-run: '\(file.path)' leads out of '\(folder)', and is left as it is; allow another folder \
        by '--allow-path DIR', or name the file itself
        """.onOneLine)
      return .outputError
    }
    if settings.printsDifference {
      output.write(formatted.difference)
    } else {
      output.write("\(file.path.onOneLine)\n")
    }
    if settings.checks { return .unmet }
    return isWritten ? source.replace(writing: formatted.write) : .done
  }

  /// Returns the canonical form of a file; nil if it is not JSON, which has then been reported.
  private func formatted(_ source: SourceText) -> FormattedText? {
    do throws(ReadError) {
      return try FormattedText(of: source)
    } catch {
      complain(
        Diagnostics(error, in: source), style: settings.color.style(for: .standardError))
      return nil
    }
  }

  private func refuse(_ error: FileError) -> ExitCode {
    complain("stream-run: \(error)".onOneLine)
    return .unreadableFile
  }
}
