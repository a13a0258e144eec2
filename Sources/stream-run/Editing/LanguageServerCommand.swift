import LanguageServer
import Pipelines
import Platform
import Values

/// Serves an editor over standard input and output, until it says that it is done or is gone.
struct LanguageServerCommand {
  private static let blockSize = 64 << 10
  /// The time to wait for another message before what can wait is done: a request usually follows
  /// the change of a document at once, and is answered first.
  private static let patience: Int32 = 40

  func run() -> ExitCode {
    let server = LanguageServer()
    var queue = MessageQueue()
    var isConnected = true
    // Without a farewell, the client has ended.
    while server.exitCode == nil, isConnected || !queue.isEmpty {
      do throws(Trouble) {
        if isConnected {
          if queue.isEmpty, server.hasWork {
            FileDescriptor.waitToRead(
              anyOf: [.standardInput], milliseconds: Self.patience)
          }
          isConnected = try receive(into: &queue, waiting: queue.isEmpty && !server.hasWork)
        }
        for answer in queue.takeAnswers() { try send(answer) }
        // Diagnostics wait until all messages have been answered.
        let messages = queue.next().map(server.receive) ?? server.idle()
        for message in messages { try send(message) }
      } catch {
        complain("stream-run: \(error.message)".onOneLine)
        return error.isClosedPipe ? .unmet : .outputError
      }
    }
    return server.exitCode == 0 ? .done : .unmet
  }

  /// A failure of the connection to the editor.
  private struct Trouble: Error {
    let message: String
    var isClosedPipe = false
  }

  /// Reads what has arrived. Returns false at the end.
  private func receive(into queue: inout MessageQueue, waiting: Bool) throws(Trouble) -> Bool {
    var waits = waiting
    while waits || FileDescriptor.standardInput.isReadyToRead {
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
      waits = false
    }
    return true
  }

  private func send(_ message: Value) throws(Trouble) {
    let contents = JSONWriter.text(of: message)
    let header = Array("Content-Length: \(contents.count)\r\n\r\n".utf8)
    if let error = FileDescriptor.standardOutput.writeAll(header + contents) {
      throw Trouble(
        message: "cannot write to the editor: \(error.reason)", isClosedPipe: error == .brokenPipe)
    }
  }
}
