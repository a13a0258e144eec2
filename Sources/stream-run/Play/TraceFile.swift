import Console
import Pipelines
import Tracing
import Values

/// The file that a trace is written to while it happens.
final class TraceFile {
  /// The forms of a trace in a file.
  private enum Form {
    case lines
    case chrome
  }

  let recorder: TraceRecorder
  private let sink: Sink

  /// Writes to the output, once it has been opened; nil if no trace is written.
  init?(of program: Program, to output: OutputFile?, named path: String?) {
    guard let output, let path, let stages = program.tracedStages else { return nil }
    let sink = Sink(output, stages, path.hasSuffix(".trace.json") ? .chrome : .lines)
    guard let recorder = TraceRecorder(program, receive: { sink.write($0) }) else { return nil }
    self.sink = sink
    self.recorder = recorder
  }

  /// Writes the remaining data.
  func finish() {
    sink.finish()
  }

  /// The buffer of the trace, in one of two forms.
  private final class Sink {
    private let output: OutputFile
    private var lines = TraceLines()
    private var chrome: ChromeTrace
    private let form: Form

    init(_ output: OutputFile, _ stages: [Trace.Stage], _ form: Form) {
      self.output = output
      self.form = form
      chrome = ChromeTrace(of: stages)
      if form == .lines { for stage in stages { lines.write(stage) } }
      send()
    }

    func write(_ entry: TraceRecorder.Entry) {
      switch (form, entry) {
      case (.lines, .event(let event)): lines.write(event)
      case (.lines, .end(let end)): lines.write(end)
      case (.lines, .cancellation(let cancellation)): lines.write(cancellation)
      case (.chrome, .cancellation): break
      case (.chrome, .event(let event)): chrome.write(event)
      case (.chrome, .end(let end)): chrome.write(end)
      }
      send()
    }

    func finish() {
      if form == .chrome { chrome.finish() }
      send()
    }

    private func send() {
      let bytes =
        form == .lines ? lines.takeBytes() : chrome.takeBytes()
      output.write(bytes)
    }
  }
}
