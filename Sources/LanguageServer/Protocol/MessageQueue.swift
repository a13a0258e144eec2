package import Values

/// The messages that have arrived and wait for an answer, in order. A request that is cancelled
/// while it waits is refused and never begun.
package struct MessageQueue {
  private var buffer = MessageBuffer()
  private var waiting: [Value] = []
  /// Answers to messages that are not handed on.
  private var answers: [Value] = []

  package init() {}

  /// Whether a message, or an answer, is ready.
  package var isEmpty: Bool { waiting.isEmpty && answers.isEmpty }

  /// Takes bytes of the client. Throws if the beginning of the next message cannot be found.
  package mutating func receive(
    _ bytes: some Sequence<UInt8>
  ) throws(MessageBuffer.Mistake) {
    buffer.append(bytes)
    while let contents = try buffer.next() { add(contents) }
  }

  private mutating func add(_ contents: [UInt8]) {
    do throws(ReadError) {
      let message = try JSONReader.value(of: SourceText(name: "message", bytes: contents)).value
      guard case .notification("$/cancelRequest", let parameters)? = Message(message) else {
        return waiting.append(message)
      }
      cancel(parameters["id"])
    } catch {
      answers.append(
        Message.refusal(
          of: .null, .init(.parseError, "the message is no JSON: \(error.message)")))
    }
  }

  private mutating func cancel(_ id: Value?) {
    guard let id else { return }
    let cancelled = waiting.firstIndex { message in
      if case .request(id, _, _)? = Message(message) { true } else { false }
    }
    guard let cancelled else { return }
    waiting.remove(at: cancelled)
    answers.append(Message.refusal(of: id, .init(.requestCancelled, "the client cancelled it")))
  }

  /// Returns the next message; nil if none is ready.
  package mutating func next() -> Value? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Returns the answers to messages that are not handed on, and forgets them.
  package mutating func takeAnswers() -> [Value] {
    defer { answers = [] }
    return answers
  }
}
