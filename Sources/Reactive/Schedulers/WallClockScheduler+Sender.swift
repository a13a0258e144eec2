extension WallClockScheduler {
  /// A sender of messages from other threads, which are received in the scheduler's isolation.
  ///
  /// Messages are received in the order of arrival, whichever sender they come from. Each is work
  /// of the scheduler at the instant of its arrival: after the work that was due by then, and
  /// before later work. As long as a sender is open, a run does not end when the queue is empty.
  ///
  /// A sender may be used from any thread or task, and closes when it is released. It accepts every
  /// message. A thread that sends faster than messages are received must limit itself, for example
  /// with a semaphore that `receive` signals.
  public final class Sender<Message: Sendable>: Sendable {
    private let inbox: Inbox
    private let number: Int

    init(inbox: Inbox, number: Int) {
      self.inbox = inbox
      self.number = number
    }

    deinit {
      close()
    }

    /// Sends a message, and wakes the scheduler if it is waiting. Returns false if the scheduler is
    /// gone. Messages after `close` are not received.
    @discardableResult
    public func send(_ message: Message) -> Bool {
      inbox.leave(message, from: number)
    }

    /// Closes the sender. Earlier messages are still received.
    public func close() {
      _ = inbox.leave(nil, from: number)
    }

    /// Ends the scheduler's run, as `Remote.stop()` does.
    public func stop() {
      inbox.stop()
    }
  }

  /// Makes a sender. `receive` is called with each message, and `closed` once, after the last.
  ///
  /// Both closures stay in the scheduler's isolation; only messages cross from one thread to
  /// another.
  public func makeSender<Message: Sendable>(
    for type: Message.Type = Message.self, closed: @escaping () -> Void = {},
    receive: @escaping (Message) -> Void
  ) -> Sender<Message> {
    makeSender(closed: closed, receive: receive, isReader: false)
  }

  private func makeSender<Message: Sendable>(
    closed: @escaping () -> Void, receive: @escaping (Message) -> Void, isReader: Bool
  ) -> Sender<Message> {
    let receiver = Receiver(
      receive: { message in
        guard let message = message as? Message else { return }
        receive(message)
      },
      closed: closed, isReader: isReader)
    return Sender(inbox: inbox, number: addReceiver(receiver))
  }

  public var _receivesMessages: Bool { true }

  public func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> Sender<Message>? {
    makeSender(closed: closed, receive: receive, isReader: true)
  }

  /// Ends the waiting of a scheduler, or its run, from any thread or task. It does not keep a run
  /// alive.
  public struct Remote: Sendable {
    fileprivate let inbox: Inbox

    /// Ends the run, at once if the scheduler is waiting. If there is no run, the next one ends
    /// when it begins.
    public func stop() {
      inbox.stop()
    }

    /// Stops all waiting, now and later. First the work that is due by now runs, and the inputs
    /// that have stopped reading end. Then queued work runs as in virtual time or, on a scheduler
    /// that follows the calendar, the run ends.
    public func hurry() {
      inbox.hurry()
    }
  }

  /// A handle that other threads use to stop this scheduler.
  public var remote: Remote { Remote(inbox: inbox) }
}
