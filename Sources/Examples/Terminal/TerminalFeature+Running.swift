public import Composable
import Reactive
import Sessions

extension TerminalFeature
where Feature.State: Codable & Equatable, Feature.Action: Codable {
  /// Runs the program to its end.
  @MainActor public func main() async -> Never {
    TerminalOutput.prepare()
    TerminalOutput.end(await run(Array(CommandLine.arguments.dropFirst())))
  }

  @MainActor private func run(_ arguments: [String]) async -> ExitCode {
    let options: TerminalOptions
    do throws(TerminalOptions.Mistake) {
      options = try TerminalOptions(arguments, known: self.options.map(\.name))
    } catch {
      TerminalOutput.complain("\(name): \(error.text); see '\(name) --help'")
      return .usage
    }
    if options.asksForHelp {
      TerminalOutput.say(help)
      return .done
    }
    do throws(TerminalMistake) {
      let setup = try make(options.own)
      if let path = options.replayPath {
        return TerminalReplay(feature: self, setup: setup).run(path, step: options.step)
      }
      return try await converse(with: setup, recordingTo: options.recordPath)
    } catch {
      TerminalOutput.complain("\(name): \(error.text)")
      return error.code
    }
  }

  /// Reads lines until there are no more, and then waits for running effects.
  @MainActor private func converse(
    with setup: TerminalSetup<Feature>, recordingTo path: String?
  ) async throws(TerminalMistake) -> ExitCode {
    let store = Store(
      initialState: initialState, reducer: { setup.feature }, withDependencies: setup.prepare)
    var recording: SessionRecording?
    if let path {
      do throws(RecordingError) {
        recording = try store.record(to: path, states: true)
      } catch {
        throw TerminalMistake(error.description, code: .outputError)
      }
    }
    let shown = store.publisher.map(show).removeDuplicates().sink { TerminalOutput.say($0) }
    defer { shown.cancel() }
    let isTerminal = TerminalOutput.inputIsTerminal
    if isTerminal { TerminalOutput.say("type 'help' for what there is, 'quit' to end") }
    reading: for await line in promptedLines(isTerminal) {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      switch (words.first, words.dropFirst().first.flatMap { Double($0) }, words.count) {
      case (nil, _, _): break
      case ("quit", _, 1): break reading
      case ("help", _, 1): TerminalOutput.say(help)
      case ("wait", nil, 1): await store.finishEffects()
      case ("wait", let seconds?, 2) where seconds >= 0 && seconds <= 3600: await wait(seconds)
      default: await type(line, into: store)
      }
      if isTerminal { TerminalOutput.prompt() }
    }
    await store.finishEffects()
    return recording?.failure == nil ? .done : .outputError
  }

  @MainActor private func type(_ line: String, into store: StoreOf<Feature>) async {
    do throws(TerminalMistake) {
      store.send(try read(line, store.withState { $0 }))
    } catch {
      TerminalOutput.complain("\(name): \(error.text)")
    }
    // Lines of a pipe arrive all at once. Actions that effects have sent in the meantime are
    // processed between them.
    await Task.yield()
  }

  private func promptedLines(_ isTerminal: Bool) -> AsyncStream<String> {
    if isTerminal { TerminalOutput.prompt() }
    return InputLines.all()
  }

  @MainActor private func wait(_ seconds: Double) async {
    do {
      try await Task.sleep(for: .seconds(seconds))
    } catch {
      // The task was cancelled, so there is nothing to wait for.
    }
  }
}
