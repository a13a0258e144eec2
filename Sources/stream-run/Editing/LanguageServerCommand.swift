import LanguageServer
import Pipelines
import Platform
import Values

/// Serves an editor over standard input and output, until it says that it is done or is gone.
struct LanguageServerCommand {
  private static let blockSize = 64 << 10
  /// The time from a change to the beginning of a job, in nanoseconds: while somebody types, what a
  /// job finds is of no use.
  private static let patience: Int64 = 40_000_000

  private let worker = AnalysisWorker()

  func run() -> ExitCode {
    let server = LanguageServer()
    var queue = MessageQueue()
    var isConnected = true
    var jobTime = MonotonicClock.nanoseconds
    // Without a farewell, the client has ended.
    while server.exitCode == nil, isConnected || !queue.isEmpty {
      do throws(Trouble) {
        if isConnected {
          if queue.isEmpty { wait(until: server.hasJob ? jobTime : nil) }
          isConnected = try receive(into: &queue)
        }
        for answer in queue.takeAnswers() { try send(answer) }
        for message in try next(of: server, &queue, jobTime: &jobTime) { try send(message) }
      } catch {
        complain("stream-run: \(error.message)".onOneLine)
        return error.isClosedPipe ? .unmet : .outputError
      }
    }
    return server.exitCode == 0 ? .done : .unmet
  }

  /// Waits for the editor or for the answer of a job, at most until a moment.
  private func wait(until moment: Int64?) {
    let left = moment.map { max(0, $0 - MonotonicClock.nanoseconds) }
    FileDescriptor.waitToRead(
      anyOf: [.standardInput, worker.doneSignal].compactMap(\.self),
      milliseconds: left.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1)
  }

  /// Does what is to be done next: the next message, the end of a job, or else the beginning of one,
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
      throw Trouble(message: "cannot learn of the end of a check: \(error.reason)")
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

  /// Reads what has arrived. Returns false at the end.
  private func receive(into queue: inout MessageQueue) throws(Trouble) -> Bool {
    while FileDescriptor.standardInput.isReadyToRead {
      let block: [UInt8]
      do throws(SystemError) {
        block = try FileDescriptor.standardInput.readBlock(upTo: Self.blockSize)
      } catch {
        throw Trouble(message: "cannot read from the editor: \(error.reason)")
      }
      guard !block.isEmpty else { return false }
      do throws(MessageBuffer.Mistake) {
        try queue.receive(block)
      } catch {
        throw Trouble(message: "the editor sent \(error.message)")
      }
    }
    return true
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
