import Reactive
public import Values

/// What happened in a store, read from a stream file: actions, when they came, and who sent them.
///
/// What a store records is marked as a session (`$session`), and its items say which actions came
/// from effects (`$by`) and what state they made (`$state`). Any other stream is a session too: each
/// value that it gives is an action of the user, whatever operators it went through.
public struct Session: Sendable {
  /// An action, as it stands in the file.
  public struct Entry: Sendable {
    /// Counted from 1.
    public let number: Int
    /// Since the start of the session.
    public let time: Duration
    /// The action, as JSON.
    public let action: Value
    /// Whether an effect sent it, and not the user.
    public let isFromEffect: Bool
    /// The state that it made, if that was recorded.
    public let state: Value?
    /// Where the item stands in the file's stream; nil if the action is none.
    let index: Int?
  }

  /// How many actions a session may have: a stream can be endless.
  public static let limit = 1_000_000

  /// The actions, in their order.
  public let entries: [Entry]
  /// The state before the first action, if it was recorded.
  public let initialState: Value?
  /// What the actions were when they were recorded, for people: `CounterFeature.Action`.
  public let actionName: String?
  /// What it was read from, by which places are found.
  let source: SourceText

  init(entries: [Entry], mark: SessionMark?, source: SourceText) {
    self.entries = entries
    initialState = mark?.state
    actionName = mark?.actions
    self.source = source
  }

  /// Whether the state after an action is known, or the one before all of them.
  public var hasStates: Bool { initialState != nil || entries.contains { $0.state != nil } }
}

extension Session.Entry {
  /// `action 3 at 2.5 s`
  var title: String { "action \(number) at \(time.secondsText) s" }
}

extension Duration {
  /// In seconds, in the shortest decimal form.
  var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
