import Console
import Pipelines
import Platform
import Tracing
import Values

/// Plays a file one event at a time, forwards and back, controlled by a person or a script.
struct DebugCommand: FileCommand {
  struct Settings: CommandSettings {
    var traced = TracedSettings()

    static let options: [Option<Self>] = TracedSettings.options(within: \.traced)

    var maximumMemory: Int? { traced.playing.maximumMemory }

    func check(_ operands: [String]) throws(UsageError) { try traced.check(for: .debug) }
  }

  let file: String
  let settings: Settings

  func run() -> ExitCode {
    let traced = TracedFile(file: file, traced: settings.traced, command: .debug)
    let (opened, code) = traced.open()
    guard let (program, playback, start, openInputs) = opened else { return code }
    let stepped: TracedPlayback?
    do throws(InputError) {
      stepped = try TracedPlayback(program, playback, from: start, openInputs: openInputs)
    } catch {
      complain("stream-run: \(error.message)".onOneLine)
      return .unreadableFile
    }
    guard let stepped else { return .fault }
    let times = EventTimes(nil, for: program)
    let colors = settings.traced.playing.color.style(for: .standardOutput)
    let session = DebugSession(
      stepped, style: LineageStyle(time: { times.phrase(of: $0) }, dim: { colors.dim($0) }))
    let prompt = Prompt { session.completions(of: $0) }
    let isScript = !FileDescriptor.standardInput.isTerminal
    var outcome = ExitCode.done
    while let line = prompt.line(after: "\(session.place)> ") {
      let output = OutputFile(.standardOutput)
      let reply = session.reply(to: line)
      for text in reply.lines { output.write(text + "\n") }
      let written = output.close()
      guard written == .done, output.isOpen else { return written }
      if let failure = stepped.failure, outcome == .done {
        complain(FailureReport(failure, of: program).text)
        outcome = .failed
      }
      if reply.ends { return outcome }
      // A script with a wrong command should not continue as if nothing had happened.
      if reply.isMistake, isScript { return .usage }
    }
    return outcome
  }
}
