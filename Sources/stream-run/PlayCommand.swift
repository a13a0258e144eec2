import Marbles
import Pipelines
import Reactive
import Values

/// Plays a file and prints its events.
struct PlayCommand {
  let file: String
  let format: OutputFormat?

  func run() -> ExitCode {
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
      return play(try Program(source))
    } catch {
      complain(error.report)
      return .invalidFile
    }
  }

  private func play(_ program: Program) -> ExitCode {
    let output = OutputFile(.standardOutput)
    let format = format ?? (Descriptor.standardOutput.isTerminal ? .text : .json)
    let scheduler = VirtualScheduler()
    var failure: (instant: Instant, message: String)?
    let end = Playback().play(
      program.publisher(on: scheduler), on: scheduler,
      receiveCompletion: { completion, instant in
        let event = Timeline<Value>.Event(instant: instant, kind: Timeline.Kind(completion))
        output.write { format.write(event, to: &$0) }
        if case .failure(let message) = event.kind { failure = (instant, message) }
      },
      receiveValue: { value, instant in
        output.write {
          format.write(Timeline.Event(instant: instant, kind: .value(value)), to: &$0)
        }
        return output.isOpen
      })
    let written = output.close()
    guard written == .done, output.isOpen else { return written }
    if let failure {
      complain(
        "stream-run: the stream failed at \(failure.instant.secondsText) s: \(failure.message)"
          .onOneLine)
      return .failed
    }
    if end == .waiting {
      complain("stream-run: still waiting at \(scheduler.now.secondsText) s")
    }
    return .done
  }
}
