public import Reactive

/// What a marble text says: which signs come when, and how it ends.
///
/// The syntax is that of RxJS. One character (a grapheme) is one frame of time:
///
/// | sign | meaning |
/// |---|---|
/// | `-` | nothing |
/// | <code>&#124;</code> | finished |
/// | `#` | failure |
/// | `( … )` | all inside at the frame of `(`; takes as many frames as it has characters |
/// | `[ … ]` | all inside at the frame of `[`; takes one frame |
/// | space | nothing, and takes no time |
/// | `250ms` `1.5s` `2m` | that much time; set off by spaces or by either end of the text |
/// | `^` | the start of a hot diagram; what stands before it has gone by |
/// | else | a value |
///
/// What RxJS lets pass is an error here where it is surely a mistake:
/// - anything but spaces and `-` after the end, and anything after the end in its group;
/// - a group that is not closed, not opened, closed by the other bracket, inside another one, or
///   without any event (`(--)` too: write `----`);
/// - a time span or `^` inside a group, a second `^`, `^` where a start is not allowed;
/// - white space and control characters other than the space, which look like one and are not;
/// - what would come beyond the end of time, and a frame below half a nanosecond.
///
/// Reading takes linear time and a shallow stack.
public struct MarbleDiagram: Sendable, Hashable {
  /// In the order of the text, which is the order in which they come.
  public let events: [Event]

  /// Something that comes at one instant.
  public struct Event: Sendable, Hashable {
    /// When, counted from the subscription; negative for what stands before the `^` of a hot
    /// diagram.
    public let instant: Instant
    /// What happens.
    public let kind: Kind
    /// Where its sign stands in the text, in Unicode scalars.
    public let range: Range<Int>
  }

  /// What happens at an instant.
  public enum Kind: Sendable, Hashable {
    /// A value, for which a sign of one grapheme stands.
    case value(symbol: String)
    /// The stream finishes.
    case finished
    /// The stream fails.
    case failure
  }

  /// Reads a text, or throws all its mistakes.
  ///
  /// - Parameters:
  ///   - frame: How much time one character takes; rounded to whole nanoseconds.
  ///   - allowsStart: Whether the diagram is hot, so that `^` may stand in it.
  public init(
    _ text: String, frame: Duration = .seconds(1), allowsStart: Bool = false
  ) throws(MarbleErrors) {
    var reader = MarbleReader(text, frame: frame, allowsStart: allowsStart)
    events = try reader.read()
  }
}
