import Reactive
public import Values

/// The recorded events of a store, read from a stream file: actions, with their times and their
/// senders.
///
/// A recording is marked as a session (`$session`), and its items state which actions effects sent
/// (`$by`) and which state resulted (`$state`). Any other stream is also a session: each value that
/// it emits is an action of the user, whatever operators it passed through.
public struct Session: Sendable {
  /// An action, as it is in the file.
  public struct Entry: Sendable {
    /// The number of the action, counted from 1.
    public let number: Int
    /// The time since the start of the session.
    public let time: Duration
    /// The action, as JSON.
    public let action: Value
    /// Whether an effect sent it instead of the user.
    public let isFromEffect: Bool
    /// The resulting state, if it was recorded.
    public let state: Value?
    /// The index of the item in the file's stream; nil if the action is not an item.
    let index: Int?
  }

  /// The maximum number of actions, because a stream can be endless.
  public static let limit = 1_000_000

  /// The actions, in order.
  public let entries: [Entry]
  /// The state before the first action, if it was recorded.
  public let initialState: Value?
  /// The type of the recorded actions, for people: `CounterFeature.Action`.
  public let actionName: String?
  /// The text that was read, for finding places.
  let source: SourceText

  init(entries: [Entry], mark: SessionMark?, source: SourceText) {
    self.entries = entries
    initialState = mark?.state
    actionName = mark?.actions
    self.source = source
  }

  /// Whether any state after an action is known, or the state before all actions.
  public var hasStates: Bool { initialState != nil || entries.contains { $0.state != nil } }
}

extension Session.Entry {
  /// The number and the time of the action: `action 3 at 2.5 s`
  var title: String { "action \(number) at \(time.secondsText) s" }
}

extension Duration {
  /// The duration in seconds, in the shortest decimal form.
  var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
