import Console
import Diagrams
import Expressions
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// Draws what happens in a playback of a file, stage by stage.
struct DiagramCommand: FileCommand {
  /// The widths of a diagram in a terminal.
  static let widths = 40...400
  static let usualWidth = 80

  typealias Settings = DiagramSettings

  let file: String
  let settings: DiagramSettings
  private var drawing: DrawingSettings { settings.drawing }

  func run() -> ExitCode {
    var settings = settings
    // Nothing after the end of the picture is played.
    if settings.traced.playing.until == nil { settings.traced.playing.until = drawing.to }
    let playing = settings.traced.playing
    let traced = TracedFile(
      file: file, traced: settings.traced, command: .diagram, output: settings.output,
      check: { [drawing] (program) throws(UsageError) in
        try drawing.checkStages(of: program)
        _ = try drawing.options(for: program, playing)
      })
    let (played, code) = traced.play()
    guard let played else { return code }
    do throws(UsageError) {
      if settings.format == .html { return writePage(of: played) }
      var options = try drawing.options(for: played.program, playing)
      options.dates = played.times.dates
      return writeResult(picture(of: played.trace, options), to: settings.output)
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
      return writeResult(try page.html, to: settings.output)
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
    guard settings.format == .svg else {
      return drawing.text(
        of: trace, options, isASCII: settings.format == .ascii, to: settings.output,
        settings.traced.playing.color)
    }
    return SVGDiagram(options: options, width: drawing.width ?? 960, title: title).text(of: trace)
  }
}

extension DrawingSettings {
  /// Returns the diagram as text that is as wide as the terminal.
  func text(
    of trace: Trace, _ options: DiagramOptions, isASCII: Bool, to output: String? = nil,
    _ color: ColorChoice
  ) -> String {
    let isPrinted = [nil, "-"].contains(output)
    let columns = isPrinted ? FileDescriptor.standardOutput.columns : nil
    let width = width ?? columns ?? DiagramCommand.usualWidth
    let widths = DiagramCommand.widths
    return TerminalDiagram(
      options: options,
      width: max(widths.lowerBound, min(widths.upperBound, width)),
      isColored: isPrinted && color.style(for: .standardOutput).isColored,
      isASCII: isASCII
    ).text(of: trace)
  }

  /// Returns the part of a program's trace that the diagram shows.
  func options(
    for program: Program, _ playing: PlayingSettings
  ) throws(UsageError) -> DiagramOptions {
    let from = try from.map { (time) throws(UsageError) in
      try PlayWindow.instant(of: time, for: "--from", playing, program)
    }
    let to = try to.map { (time) throws(UsageError) in
      try PlayWindow.instant(of: time, for: "--to", playing, program)
    }
    if let from, let to, to < from {
      throw UsageError("'--to' is before '--from'", hint: "expected a later time")
    }
    return DiagramOptions(stages: stages, from: from, to: to)
  }

  /// Rejects names that do not belong to any stage.
  func checkStages(of program: Program) throws(UsageError) {
    let (unknown, known) = stages.unknownNames(in: program.tracedStages ?? [])
    guard let name = unknown.first else { return }
    throw UsageError(
      "the stream has no stage '\(name)'",
      hint: UsageError.meant(name, among: known + ["all", "none"])
        ?? "\(Suggestion.list(of: known)); 'all' and 'none' are choices, too",
      command: .diagram)
  }
}
