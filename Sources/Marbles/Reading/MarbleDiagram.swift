public import Reactive

/// A parsed marble text: the symbols with their times, and the completion.
///
/// The syntax is that of RxJS. One character (a grapheme) is one frame of time:
///
/// | character | meaning |
/// |---|---|
/// | `-` | nothing |
/// | <code>&#124;</code> | completion |
/// | `#` | failure |
/// | `( … )` | all events inside at the frame of `(`; takes as many frames as it has characters |
/// | `[ … ]` | all events inside at the frame of `[`; takes one frame |
/// | space | nothing, and takes no time |
/// | `250ms` `1.5s` `2m` | that much time; delimited by spaces or by either end of the text |
/// | `^` | the start of a hot diagram; anything before it is in the past |
/// | any other | a value |
///
/// Some things that RxJS accepts are errors here, because they are certainly mistakes:
/// - anything except spaces and `-` after the end, and anything after the end in its group;
/// - a group that is not closed, not opened, closed by the other bracket, inside another one, or
///   without any event (including `(--)`: write `----`);
/// - a time span or `^` inside a group, a second `^`, `^` where a start is not allowed;
/// - white space and control characters other than the space, which look like spaces but are not;
/// - an event beyond the end of time, and a frame shorter than half a nanosecond.
///
/// Reading takes linear time and a shallow stack.
public struct MarbleDiagram: Sendable, Hashable {
  /// The events in the order of the text, which is the order in which they occur.
  public let events: [Event]

  /// An event at one instant.
  public struct Event: Sendable, Hashable {
    /// The instant, counted from the subscription; negative before the `^` of a hot diagram.
    public let instant: Instant
    /// The kind of the event.
    public let kind: Kind
    /// The range of its symbol in the text, in Unicode scalars.
    public let range: Range<Int>
  }

  /// The kind of an event.
  public enum Kind: Sendable, Hashable {
    /// A value, written as a symbol of one grapheme.
    case value(symbol: String)
    /// The stream completes.
    case finished
    /// The stream fails.
    case failure
  }

  /// Parses a diagram, or throws all of its mistakes.
  ///
  /// - Parameters:
  ///   - frame: The duration of one character, rounded to whole nanoseconds.
  ///   - allowsStart: Whether the diagram is hot, so that `^` is allowed in it.
  public init(
    _ text: String, frame: Duration = .seconds(1), allowsStart: Bool = false
  ) throws(MarbleErrors) {
    var events: [Event] = []
    let start = try Self.read(text, frame: frame, allowsStart: allowsStart) { events.append($0) }
    for index in 0..<(start?.eventCount ?? 0) {
      let event = events[index]
      let time = event.instant.nanoseconds - (start?.time ?? 0)
      events[index] = Event(
        instant: Instant(nanoseconds: time), kind: event.kind, range: event.range)
    }
    self.events = events
  }

  /// Parses a diagram without storing its events, or throws all of its mistakes.
  ///
  /// - Parameter receive: Receives the events in the order of the text.
  /// - Returns: The time of the `^` of a hot diagram, and the number of events before it, whose
  ///   times are still counted from the beginning of the text.
  package static func read(
    _ text: String, frame: Duration, allowsStart: Bool, _ receive: (Event) -> Void
  ) throws(MarbleErrors) -> (time: Int64, eventCount: Int)? {
    let result = withoutActuallyEscaping(receive) {
      (receive) -> Result<(time: Int64, eventCount: Int)?, MarbleErrors> in
      var reader = MarbleReader(text, frame: frame, allowsStart: allowsStart, receive)
      return reader.read()
    }
    return try result.get()
  }
}
