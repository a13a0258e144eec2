import Composable
import Pipelines
import Reactive
import Sessions
import Values

/// Shows the actions and states of a session, without waiting.
@MainActor
struct TerminalReplay<Feature: Reducer>
where Feature.State: Codable & Equatable, Feature.Action: Codable {
  let feature: TerminalFeature<Feature>
  let setup: TerminalSetup<Feature>

  func run(_ path: String, step: Int?) -> ExitCode {
    do {
      let session = try Session(contentsOfFile: path)
      if let step { return try show(step, of: session) }
      return try replay(session)
    } catch let error as FileError {
      TerminalOutput.complain("\(feature.name): \(error)")
      return .unreadableFile
    } catch let error as Diagnostics {
      TerminalOutput.complain(error.report)
      return .invalidFile
    } catch {
      TerminalOutput.complain("\(error)")
      return .differs
    }
  }

  private func replay(_ session: Session) throws -> ExitCode {
    let scheduler = VirtualScheduler()
    let store = Store(
      initialState: feature.initialState, reducer: { setup.feature },
      withDependencies: {
        setup.prepare(&$0)
        $0.mainQueue = scheduler.eraseToAnyScheduler()
      })
    let replay = try store.beginReplay(of: session, on: scheduler)
    TerminalOutput.say(feature.show(feature.initialState))
    let shown = store.publisher.map(feature.show).dropFirst(1).sink { text in
      guard replay.position > 0 else { return }
      let entry = session.entries[replay.position - 1]
      TerminalOutput.say("\(entry.line)\n\(text)")
    }
    scheduler.run()
    shown.cancel()
    if let mistakes = replay.mistakes { throw mistakes }
    if let difference = replay.difference { throw difference }
    return .done
  }

  private func show(_ step: Int, of session: Session) throws -> ExitCode {
    let history = try SessionHistory(session, initialState: feature.initialState) {
      setup.feature
    } withDependencies: {
      setup.prepare(&$0)
    }
    guard step <= history.count else {
      TerminalOutput.complain(
        "\(feature.name): the session has \(history.count) actions, and not \(step)")
      return .usage
    }
    history.move(to: step)
    TerminalOutput.say(try history.stateJSON.droppingLastLineBreak)
    return .done
  }
}

extension Session.Entry {
  /// The action with its time: `1.5 s  {"add":{"_0":2}}, of an effect`.
  fileprivate var line: String {
    "\(StreamTime(time)) s  \(action)\(isFromEffect ? ", of an effect" : "")"
  }
}

/// A time in the notation of stream files.
private struct StreamTime: CustomStringConvertible {
  let description: String

  init(_ time: Duration) {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: time.wholeNanoseconds)
    description = String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var droppingLastLineBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
