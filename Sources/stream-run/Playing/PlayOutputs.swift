import Marbles
import Pipelines
import Reactive
import Values

/// Where a playback is printed: the stream, and definitions beside it, each to an output of its own.
final class PlayOutputs {
  struct Tee {
    let name: String
    let output: OutputFile
    let printer: any EventPrinter
  }

  let output: OutputFile
  let printer: any EventPrinter
  private let tees: [Tee]

  init(_ settings: Settings, file: String) throws(OutputError) {
    output =
      try settings.output.map { path throws(OutputError) in try OutputFile(path: path) }
      ?? OutputFile(.standardOutput)
    let format = settings.format ?? (output.isTerminal ? .text : .json)
    let picture =
      output.isTerminal && format == .text
      ? Picture(of: file, columns: Descriptor.standardOutput.columns) : nil
    let style = settings.color.style(for: .standardOutput)
    printer = format.printer(
      to: output, style: settings.output == nil ? style : TextStyle(isColored: false),
      picture: picture)
    var tees: [Tee] = []
    for tee in settings.tees {
      let output = try OutputFile(path: tee.path)
      let format = settings.format ?? .json
      tees.append(
        Tee(
          name: tee.name, output: output,
          printer: format.printer(to: output, style: TextStyle(isColored: false), picture: nil)))
    }
    self.tees = tees
    if output.isTerminal || settings.isRealTime {
      for output in outputs { output.sendEachLine() }
    }
  }

  private var outputs: [OutputFile] { [output] + tees.map(\.output) }

  /// Whether all that is printed arrives.
  var isOpen: Bool { outputs.allSatisfy(\.isOpen) }

  /// What listens to the definitions; `stop` is called when one of them cannot be printed.
  func taps(
    stop: @escaping () -> Void
  ) -> [(name: String, receive: (Timeline<Value>.Kind, Instant) -> Void)] {
    tees.map { tee in
      (
        tee.name,
        { kind, instant in
          if !tee.printer.print(Timeline.Event(instant: instant, kind: kind)) { stop() }
        }
      )
    }
  }

  /// Prints what can be printed only at the end. Gives the reason if something cannot.
  func finish() -> String? {
    let reasons = ([printer] + tees.map(\.printer)).compactMap { $0.finish() }
    return reasons.first
  }

  /// Writes out what is left, and tells how all of it went.
  func close() -> ExitCode {
    outputs.map { $0.close() }.first { $0 != .done } ?? .done
  }
}

extension OutputFormat {
  func printer(to output: OutputFile, style: TextStyle, picture: Picture?) -> any EventPrinter {
    switch self {
    case .marbles: MarblesPrinter(to: output)
    case .csv: TablePrinter(to: output)
    case .text, .json, .values: LinePrinter(self, to: output, style: style, picture: picture)
    }
  }
}
