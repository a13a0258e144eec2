import Marbles
import Pipelines
import Reactive
import Values

/// Plays a file and prints its events.
struct PlayCommand {
  let file: String
  let settings: Settings

  func run() -> ExitCode {
    Interruption.watch()
    let source: SourceText
    do throws(FileError) {
      source =
        try file == "-"
        ? SourceText(name: "<stdin>", contentsOf: Descriptor.standardInput.rawValue)
        : SourceText(contentsOfFile: file)
    } catch {
      complain("stream-run: \(error)".onOneLine)
      return .unreadableFile
    }
    do throws(Diagnostics) {
      return play(try Program(source, stream: settings.stream))
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      return .invalidFile
    }
  }

  private func play(_ program: Program) -> ExitCode {
    let output = OutputFile(.standardOutput)
    if Descriptor.standardOutput.isTerminal || settings.isRealTime { output.sendEachLine() }
    let show = Show(playback: playback, printer: printer(to: output))
    let end =
      settings.isRealTime
      ? show.play(program, on: WallClockScheduler(speed: settings.speed))
      : show.play(program, on: VirtualScheduler())
    return report(end, of: show, to: output)
  }

  private var playback: Playback {
    Playback(until: settings.until ?? .endOfTime, limit: settings.limit ?? .max)
  }

  /// Prints what comes behind the events, and tells how all of it went.
  private func report(_ end: PlaybackEnd, of show: Show, to output: OutputFile) -> ExitCode {
    let trouble = show.printer.finish()
    let written = output.close()
    guard written == .done, output.isOpen else { return Interruption.code ?? written }
    if let trouble {
      complain("stream-run: no marbles: \(trouble)".onOneLine)
      return .outputError
    }
    if let code = Interruption.code { return code }
    if let failure = show.failure {
      complain(
        "stream-run: the stream failed at \(failure.instant.secondsText) s: \(failure.message)"
          .onOneLine)
      return .failed
    }
    switch end {
    case .waiting: sayWaiting(at: settings.until ?? show.instant)
    case .limited: sayWaiting(at: show.instant)
    case .ended, .stopped: break
    }
    return .done
  }

  private func sayWaiting(at instant: Instant) {
    complain("stream-run: still waiting at \(instant.secondsText) s")
  }

  private func printer(to output: OutputFile) -> any EventPrinter {
    let isTerminal = Descriptor.standardOutput.isTerminal
    let format = settings.format ?? (isTerminal ? .text : .json)
    if format == .marbles { return MarblesPrinter(to: output) }
    let columns = Descriptor.standardOutput.columns
    return LinePrinter(
      format, to: output, style: settings.color.style(for: .standardOutput),
      picture: isTerminal && format == .text ? Picture(of: file, columns: columns) : nil)
  }
}
