extension WallClockScheduler {
  /// Sends messages from other threads: they are received in the scheduler's isolation.
  ///
  /// Messages are received in the order in which they arrive, by whichever sender, each as work
  /// of the scheduler at the instant of its arrival: behind what was due by then, and before what is
  /// due later. As long as a sender is open, a run does not end for having nothing to do.
  ///
  /// A sender may be used from any thread or task, and closes when it is released. It takes in
  /// whatever is sent: a thread that sends faster than messages are received has to wait by itself,
  /// for a semaphore that `receive` signals.
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

    /// Hands a message in, and wakes the scheduler if it waits. False if the scheduler is gone. What
    /// is sent after `close` is not received.
    @discardableResult
    public func send(_ message: Message) -> Bool {
      inbox.leave(message, from: number)
    }

    /// Says that no message will follow. What was sent before is still received.
    public func close() {
      _ = inbox.leave(nil, from: number)
    }

    /// Ends the scheduler's run, as `Remote.stop()` does.
    public func stop() {
      inbox.stop()
    }
  }

  /// Makes a sender. `receive` is called with each message, and `closed` once, behind the last.
  ///
  /// Both stay in the scheduler's isolation; only messages cross from one thread to another.
  public func makeSender<Message: Sendable>(
    for type: Message.Type = Message.self, closed: @escaping () -> Void = {},
    receive: @escaping (Message) -> Void
  ) -> Sender<Message> {
    let receiver = Receiver(
      receive: { message in
        guard let message = message as? Message else { return }
        receive(message)
      },
      closed: closed)
    return Sender(inbox: inbox, number: addReceiver(receiver))
  }

  public func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> Sender<Message>? {
    makeSender(for: type, closed: closed, receive: receive)
  }

  /// Ends the waiting of a scheduler, or its run, from any thread or task. It keeps no run going.
  public struct Remote: Sendable {
    fileprivate let inbox: Inbox

    /// Ends the run, at once if it waits. If no run is under way, the next one ends when it begins.
    public func stop() {
      inbox.stop()
    }

    /// Has the scheduler wait no more, now and later: what is in line runs as in virtual time.
    public func hurry() {
      inbox.hurry()
    }
  }

  /// What other threads stop this scheduler by.
  public var remote: Remote { Remote(inbox: inbox) }
}
