import Diagrams
import Expressions
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// Draws what happens in a playback of a file, stage by stage.
struct DiagramCommand {
  /// The widths of a diagram in a terminal.
  static let widths = 40...400
  static let usualWidth = 80

  let file: String
  let settings: Settings

  func run() -> ExitCode {
    var settings = settings
    let diagram = settings.diagram
    // Nothing after the end of the picture is played.
    if settings.until == nil { settings.until = diagram.to }
    let traced = TracedFile(
      file: file, settings: settings, command: .diagram,
      check: { (program) throws(UsageError) in
        try settings.checkStages(of: program)
        _ = try settings.diagramOptions(for: program)
      })
    let (played, code) = traced.play()
    guard let played else { return code }
    do throws(UsageError) {
      if settings.diagramFormat == .html { return writePage(of: played) }
      var options = try settings.diagramOptions(for: played.program)
      options.dates = played.times.dates
      return settings.writeResult(picture(of: played.trace, options))
    } catch {
      preconditionFailure("options that have been checked: \(error.message)")
    }
  }

  /// Writes the page that plays a trace, with the files that contain its stages.
  private func writePage(of played: TracedFile.Played) -> ExitCode {
    let files = played.program.documents.map { document in
      PlayerPage.File(name: document.name, text: String(decoding: document.bytes, as: UTF8.self))
    }
    var page = PlayerPage(title: title, trace: played.trace, files: files)
    page.dates = played.times.dates
    do {
      return settings.writeResult(try page.html)
    } catch {
      complain("stream-run: the page cannot be written: \(error)".onOneLine)
      return .fault
    }
  }

  /// The name of the file, for people.
  private var title: String {
    file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
  }

  private func picture(of trace: Trace, _ options: DiagramOptions) -> String {
    let diagram = settings.diagram
    guard settings.diagramFormat != .svg else {
      return SVGDiagram(options: options, width: diagram.width ?? 960, title: title)
        .text(of: trace)
    }
    return settings.terminalDiagram(of: trace, options)
  }
}

extension Settings {
  /// Returns the diagram as text that is as wide as the terminal.
  func terminalDiagram(of trace: Trace, _ options: DiagramOptions) -> String {
    let isPrinted = [nil, "-"].contains(output)
    let columns = isPrinted ? FileDescriptor.standardOutput.columns : nil
    let width = diagram.width ?? columns ?? DiagramCommand.usualWidth
    let widths = DiagramCommand.widths
    return TerminalDiagram(
      options: options,
      width: max(widths.lowerBound, min(widths.upperBound, width)),
      isColored: isPrinted && color.style(for: .standardOutput).isColored,
      isASCII: diagram.format == .ascii
    ).text(of: trace)
  }

  /// Returns the part of a program's trace that the diagram shows.
  func diagramOptions(for program: Program) throws(UsageError) -> DiagramOptions {
    let from = try diagram.from.map { (time) throws(UsageError) in
      try PlayWindow.instant(of: time, for: "--from", self, program)
    }
    let to = try diagram.to.map { (time) throws(UsageError) in
      try PlayWindow.instant(of: time, for: "--to", self, program)
    }
    if let from, let to, to < from {
      throw UsageError("'--to' is before '--from'", hint: "expected a later time")
    }
    return DiagramOptions(stages: diagram.stages, from: from, to: to)
  }

  /// Rejects names that do not belong to any stage.
  func checkStages(of program: Program) throws(UsageError) {
    let (unknown, known) = diagram.stages.unknownNames(in: program.tracedStages ?? [])
    guard let name = unknown.first else { return }
    throw UsageError(
      "the stream has no stage '\(name)'",
      hint: UsageError.meant(name, among: known + ["all", "none"])
        ?? "\(Suggestion.list(of: known)); 'all' and 'none' are choices, too",
      command: .diagram)
  }

  /// The stated format of the diagram, or that of the name of the output.
  var diagramFormat: DiagramFormat { diagram.format ?? DiagramFormat(file: output) ?? .text }

  /// Writes the whole result of a command, to the file of `-o` or to standard output.
  func writeResult(_ text: String) -> ExitCode {
    do throws(OutputError) {
      let file = try output.map { (path) throws(OutputError) in
        try OutputFile(path: path, .replacing)
      }
      let output = file ?? OutputFile(.standardOutput)
      output.write(text)
      return file == nil ? output.close() : output.finish()
    } catch {
      complain("stream-run: \(error.message)\(error.hint.map { "; \($0)" } ?? "")".onOneLine)
      return .outputError
    }
  }
}
