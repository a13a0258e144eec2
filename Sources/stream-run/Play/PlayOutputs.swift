import Checkpoints
import Console
import Marbles
import Pipelines
import Platform
import Reactive
import Values

/// The outputs of a playback: one for the stream, and one for each definition that is played beside
/// it.
final class PlayOutputs {
  struct Tee {
    let name: String
    let output: OutputFile
    let printer: any EventPrinter
  }

  let output: OutputFile
  let printer: any EventPrinter
  /// The output for bad records, if there is one.
  let deadLetters: OutputFile?
  /// The outputs of the document, if they are written.
  let folder: FolderOutputs?
  /// The output for the trace, if there is one.
  let trace: OutputFile?
  private let tees: [Tee]
  /// The time that a run that continues has missed; nil once it has been passed.
  var downtime: Downtime?

  /// - Parameters:
  ///   - plans: The outputs of the document.
  ///   - files: The files that the run reads, and those that options write.
  ///   - saved: The outputs that the run continues.
  init(
    _ settings: PlaySettings, file: String, times: EventTimes, _ plans: [OutputPlan],
    besides files: FileUse, resuming saved: SavedOutputs? = nil
  ) throws(OutputError) {
    var opened: [OutputFile] = []
    do throws(OutputError) {
      for path in settings.outputPaths {
        opened.append(try OutputFile(path: path, settings.outputManner))
      }
      folder = try settings.outputFolder.map { (path) throws(OutputError) in
        try FolderOutputs(
          path, plans, settings.outputManner, besides: files, resuming: saved?.outputs)
      }
    } catch {
      for output in opened { output.abandon() }
      throw error
    }
    var rest = opened[...]
    output =
      (settings.output == nil ? nil : rest.popFirst()) ?? OutputFile(.standardOutput)
    tees = zip(settings.tees, rest).map { tee, output in
      let style = LineStyle(settings, onTerminal: false, times)
      return Tee(
        name: tee.name, output: output, printer: style.printer(to: output, picture: nil))
    }
    rest = rest.dropFirst(tees.count)
    trace = settings.trace == nil ? nil : rest.popLast()
    deadLetters = rest.first
    var style = LineStyle(settings, onTerminal: output.isTerminal, times)
    let picture =
      output.isTerminal && style.format == .text && !settings.checkpoints.isUsed
      ? Picture(of: file, columns: FileDescriptor.standardOutput.columns, times: times) : nil
    if [nil, "-"].contains(settings.output) {
      style.colors = settings.color.style(for: .standardOutput)
    }
    printer = style.printer(to: output, picture: picture)
    let isWatched = output.isTerminal || settings.isRealTime || settings.follows
    for output in allOutputs where output.isTerminal || isWatched && output !== trace {
      output.sendEachLine()
    }
    folder?.sendsEachLine = settings.isRealTime || settings.follows
    if let saved { try resume(saved.files) }
    Interruption.prepare(lastWords: remains)
  }

  private func resume(_ saved: [SavedOutputs.File]) throws(OutputError) {
    do throws(OutputError) {
      for (output, file) in zip(savedOutputs, saved) {
        if let length = file.length { try output.resume(at: length, identity: file.identity) }
      }
    } catch {
      abandon()
      throw error
    }
    for (printer, file) in zip(printers, saved) {
      (printer.table, printer.lineCount) = (file.table, file.lineCount)
    }
  }

  /// The state of the outputs, whose bytes are forced to storage; nil if an output has failed.
  func save() -> SavedOutputs? {
    var files: [SavedOutputs.File] = []
    for output in savedOutputs {
      guard let (path, length, identity) = output.save() else { return nil }
      files.append(
        SavedOutputs.File(path: path, length: length, identity: identity))
    }
    for (index, printer) in printers.enumerated() {
      (files[index].table, files[index].lineCount) = (printer.table, printer.lineCount)
    }
    guard let folder else { return SavedOutputs(files: files) }
    guard let outputs = folder.save() else { return nil }
    return SavedOutputs(files: files, outputs: outputs)
  }

  private var savedOutputs: [OutputFile] { outputs + [deadLetters].compactMap(\.self) }
  private var printers: [any EventPrinter] { [printer] + tees.map(\.printer) }

  private var outputs: [OutputFile] { [output] + tees.map(\.output) }

  private var allOutputs: [OutputFile] { outputs + [deadLetters, trace].compactMap { $0 } }

  /// The files that are written. No input may read them.
  var identities: Set<FileIdentity> {
    Set(allOutputs.flatMap(\.identities) + (folder?.identities ?? []))
  }

  private var remains: [String] {
    allOutputs.compactMap { $0.remains?.onOneLine } + (folder?.remains.map(\.onOneLine) ?? [])
  }

  /// Empties the files that are written in place, because the playback begins.
  func begin() {
    for output in allOutputs { output.begin() }
  }

  /// Whether all outputs can still be written.
  var isOpen: Bool { outputs.allSatisfy(\.isOpen) && folder?.isOpen != false }

  /// Returns the receivers of the definitions' events. `stop` is called when one of the events
  /// cannot be printed.
  func taps(
    of program: Program, stop: @escaping () -> Void
  ) -> [(name: String, receive: (PlaybackEvent, Instant) -> Void)] {
    tees.map { tee in
      (
        tee.name,
        { [self] event, instant in
          switch event {
          case .value(let value):
            guard let instant = time(ofValueAt: instant) else { return }
            let event = Timeline<Value>.Event(instant: instant, kind: .value(value))
            if !tee.printer.print(event) { stop() }
          case .completion(let completion):
            tee.printer.print(completion, of: program, at: time(ofEndAt: instant))
          }
        }
      )
    }
  }

  /// Returns the time with which a value is written; nil if it was missed and is dropped.
  func time(ofValueAt instant: Instant) -> Instant? {
    guard let downtime else { return instant }
    if downtime.contains(instant) { return downtime.time(ofValueAt: instant) }
    endDowntime()
    return instant
  }

  /// Returns the time with which the end of a stream is written.
  func time(ofEndAt instant: Instant) -> Instant { downtime?.time(ofEndAt: instant) ?? instant }

  /// Reports what was dropped.
  private func endDowntime() {
    if let loss = downtime?.loss { complain("stream-run: \(loss)") }
    downtime = nil
  }

  /// Prints everything that can be printed only at the end. Returns the reason if something cannot
  /// be printed.
  func finish() -> String? {
    endDowntime()
    let reasons = printers.compactMap { $0.finish() }
    return reasons.first
  }

  /// Flushes and closes the outputs, and returns the exit code.
  func close() -> ExitCode {
    folder?.close()
    return (outputs + [trace].compactMap { $0 }).map { $0.close() }.first { $0 != .done } ?? .done
  }
}

// MARK: - The fate of files

extension PlayOutputs {
  /// Leaves existing files as they were, because nothing will be played.
  func abandon() {
    Interruption.conclude { _ in
      for output in allOutputs { output.abandon() }
      folder?.abandon()
    }
  }

  /// Moves files into their places if there was no failure; otherwise, reports where they are.
  /// Returns the exit code of the command.
  func settle(_ code: ExitCode) -> ExitCode {
    let files = allOutputs.filter(\.isReplacing)
    guard !files.isEmpty || folder?.isReplacing == true else { return code }
    var code = code
    if code == .done, !files.map({ $0.synchronize() }).allSatisfy({ $0 }) { code = .outputError }
    if code == .done, let error = folder?.synchronize() {
      complain("stream-run: \(error.message)".onOneLine)
      code = .outputError
    }
    var errors: [OutputError] = []
    Interruption.conclude { signal in
      guard code == .done else { return }
      if let signal {
        code = signal
      } else {
        errors = files.compactMap { $0.replace() } + (folder?.replace() ?? [])
      }
    }
    for error in errors { complain("stream-run: \(error.message)".onOneLine) }
    for line in remains { complain(line) }
    return errors.isEmpty ? code : .outputError
  }
}

extension LineStyle {
  func printer(to output: OutputFile, picture: Picture?) -> any EventPrinter {
    switch format {
    case .marbles: MarblesPrinter(to: output)
    case .csv: TablePrinter(to: output)
    case .text, .json, .values: LinePrinter(to: output, style: self, picture: picture)
    }
  }
}
