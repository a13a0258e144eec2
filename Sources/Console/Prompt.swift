import Platform

/// Reads commands from a person at a terminal, with history and completion, or from a script.
package final class Prompt {
  private let isInteractive: Bool
  private var history: [String] = []
  private var lines = LineReader(.standardInput)
  private let complete: (String) -> [String]

  /// - Parameter complete: Returns the whole words that could complete a beginning.
  package init(complete: @escaping (String) -> [String]) {
    self.complete = complete
    isInteractive =
      FileDescriptor.standardInput.isTerminal && FileDescriptor.standardOutput.isTerminal
  }

  /// Returns the next line; nil at the end.
  package func line(after prompt: String) -> String? {
    if isInteractive, let mode = TerminalMode(.standardInput) {
      defer { mode.restore() }
      return edited(after: prompt)
    }
    switch lines.next() {
    case .line(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .tooLong, .end, .failed: return nil
    }
  }

  private func edited(after prompt: String) -> String? {
    var line = EditedLine(history: history, complete: complete)
    draw(line, after: prompt)
    while true {
      guard let byte = nextByte() else { return nil }
      switch line.receive(byte) {
      case .edited: draw(line, after: prompt)
      case .choices(let choices):
        write("\r\n" + choices.joined(separator: "  ") + "\r\n")
        draw(line, after: prompt)
      case .end:
        write("\r\n")
        return nil
      case .line(let text):
        write("\r\n")
        if !text.isEmpty, history.last != text { history.append(text) }
        return text
      }
    }
  }

  private func draw(_ line: EditedLine, after prompt: String) {
    let behind = line.text.count - line.cursor
    write("\r\u{1B}[K" + prompt + String(line.text) + (behind > 0 ? "\u{1B}[\(behind)D" : ""))
  }

  private func nextByte() -> UInt8? {
    do throws(SystemError) {
      return try FileDescriptor.standardInput.readBlock(upTo: 1).first
    } catch {
      return nil
    }
  }

  private func write(_ text: String) {
    let output = OutputFile(.standardOutput)
    output.write(text)
    _ = output.close()
  }
}
