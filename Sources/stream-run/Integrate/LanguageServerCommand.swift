import Console
import LanguageServer
import Pipelines
import Platform
import Values

/// Serves an editor over standard input and output, until the editor says that it is done or is
/// gone.
struct LanguageServerCommand: Command {
  struct Settings: CommandSettings {
    var maximumMemory: Int?

    static let options: [Option<Self>] = [
      Option(
        flag: "stdio",
        "serve over standard input and output, as always; some editors add this option"
      ) { _ in },
      .maximumMemory { $0.maximumMemory = $1 },
    ]
  }

  private static let blockSize = 64 << 10
  /// The time from a change to the beginning of a job, in nanoseconds. While somebody is typing,
  /// the results of a job are useless.
  private static let patience: Int64 = 40_000_000
  /// The time between two checks of the client's process, in nanoseconds.
  private static let watchPause: Int64 = 500_000_000

  private let worker = AnalysisWorker()

  init(_ operands: [String], _ settings: Settings) {}

  func run() -> ExitCode {
    let server = LanguageServer()
    var queue = MessageQueue()
    var connection = Connection.open
    var jobTime = MonotonicClock.nanoseconds
    var isWatching = false
    // Messages that arrived before the end, or before a mistake, are answered.
    while server.exitCode == nil, connection.isOpen || !queue.isEmpty {
      do throws(Trouble) {
        if connection.isOpen {
          if queue.isEmpty { wait(until: server.hasJob ? jobTime : nil) }
          connection = receive(into: &queue)
        }
        for answer in queue.takeAnswers() { try send(answer) }
        for message in try next(of: server, &queue, jobTime: &jobTime) { try send(message) }
        if !isWatching, let number = server.clientProcess {
          isWatching = true
          Self.endWithClient(number)
        }
      } catch {
        return end(after: error)
      }
    }
    if server.exitCode == nil, case .broken(let trouble) = connection { return end(after: trouble) }
    // If there was no exit message, the client has ended unexpectedly.
    return server.exitCode == 0 ? .done : .unmet
  }

  private func end(after trouble: Trouble) -> ExitCode {
    complain("stream-run: \(trouble.message)".onOneLine)
    return trouble.isClosedPipe ? .unmet : .outputError
  }

  /// Ends the server soon after the process of its client. The pipes may stay open, because other
  /// processes that the client has started may also have them.
  private static func endWithClient(_ number: Int) {
    guard let client = OtherProcess(number: number) else { return }
    // Without the thread, the server ends when its input ends.
    _ = DetachedThread.start {
      while client.isRunning { CurrentThread.sleep(nanoseconds: watchPause) }
      exitAtOnce(with: .unmet)
    }
  }

  /// Waits for the editor or for the answer of a job, at most until a given moment.
  private func wait(until moment: Int64?) {
    let left = moment.map { max(0, $0 - MonotonicClock.nanoseconds) }
    FileDescriptor.waitToRead(
      anyOf: [.standardInput, worker.doneSignal].compactMap(\.self),
      milliseconds: left.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1)
  }

  /// Does the next thing: handles the next message or the end of a job, or else begins a job,
  /// unless a document has just changed. Returns the messages to send because of it.
  private func next(
    of server: LanguageServer, _ queue: inout MessageQueue, jobTime: inout Int64
  ) throws(Trouble) -> [Value] {
    if let message = queue.next() {
      let isChange = message["method"] == "textDocument/didChange"
      if isChange { jobTime = MonotonicClock.nanoseconds + Self.patience }
      return server.receive(message)
    }
    do throws(SystemError) {
      if let result = try worker.takeResult() { return server.finish(result) }
    } catch {
      throw Trouble(message: "cannot find out whether a check has ended: \(error.reason)")
    }
    guard MonotonicClock.nanoseconds >= jobTime else { return [] }
    if let job = server.nextJob() { worker.begin(job) }
    return []
  }

  /// A failure of the connection to the editor.
  private struct Trouble: Error {
    let message: String
    var isClosedPipe = false
  }

  /// The connection to the editor.
  private enum Connection {
    case open, closed
    case broken(Trouble)

    var isOpen: Bool { if case .open = self { true } else { false } }
  }

  /// Reads the data that has arrived.
  private func receive(into queue: inout MessageQueue) -> Connection {
    while FileDescriptor.standardInput.isReadyToRead {
      do throws(SystemError) {
        let block = try FileDescriptor.standardInput.readBlock(upTo: Self.blockSize)
        guard !block.isEmpty else { return .closed }
        queue.receive(block)
      } catch {
        return .broken(Trouble(message: "cannot read from the editor: \(error.reason)"))
      }
      if let mistake = queue.mistake {
        return .broken(Trouble(message: "the editor sent \(mistake.message)"))
      }
    }
    return .open
  }

  private func send(_ message: Value) throws(Trouble) {
    let contents = JSONWriter.text(of: message)
    let header = Array("Content-Length: \(contents.count)\r\n\r\n".utf8)
    let failure =
      FileDescriptor.standardOutput.writeAll(header)
      ?? FileDescriptor.standardOutput.writeAll(contents)
    if let error = failure {
      throw Trouble(
        message: "cannot write to the editor: \(error.reason)", isClosedPipe: error == .brokenPipe)
    }
  }
}
