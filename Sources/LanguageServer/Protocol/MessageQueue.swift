package import Values

/// The messages that have arrived and are waiting for an answer, in order. A request that is
/// cancelled while it waits is rejected and never started.
package struct MessageQueue {
  private var buffer = MessageBuffer()
  private var waiting: [Value] = []
  /// The number of messages at the beginning of `waiting` that have been handed on.
  private var takenCount = 0
  /// Answers to messages that are not handed on.
  private var answers: [Value] = []
  /// The client's mistake after which no further message can be found. The messages before it are
  /// still waiting.
  package private(set) var mistake: MessageBuffer.Mistake?

  package init() {}

  /// Whether neither a message nor an answer is ready.
  package var isEmpty: Bool { takenCount == waiting.count && answers.isEmpty }

  /// Receives bytes from the client, up to its first mistake.
  package mutating func receive(_ bytes: some Sequence<UInt8>) {
    guard mistake == nil else { return }
    buffer.append(bytes)
    do throws(MessageBuffer.Mistake) {
      while let contents = try buffer.next() { add(contents) }
    } catch {
      mistake = error
    }
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
          of: .null, .init(.parseError, "the message is not JSON: \(error.message)")))
    }
  }

  private mutating func cancel(_ id: Value?) {
    guard let id else { return }
    let cancelled = waiting[takenCount...].firstIndex { message in
      if case .request(id, _, _)? = Message(message) { true } else { false }
    }
    guard let cancelled else { return }
    waiting.remove(at: cancelled)
    answers.append(Message.refusal(of: id, .init(.requestCancelled, "the client cancelled it")))
  }

  /// Returns the next message; nil if none is ready.
  package mutating func next() -> Value? {
    guard takenCount < waiting.count else { return nil }
    let message = waiting[takenCount]
    takenCount += 1
    if takenCount * 2 > waiting.count {
      waiting.removeFirst(takenCount)
      takenCount = 0
    }
    return message
  }

  /// Returns the answers to messages that are not handed on, and removes them.
  package mutating func takeAnswers() -> [Value] {
    defer { answers = [] }
    return answers
  }
}
