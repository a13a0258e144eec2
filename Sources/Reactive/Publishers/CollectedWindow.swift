extension Publishers {
  /// A window of values, with its bounds and the reason why it was closed.
  public struct CollectedWindow<Value> {
    /// The values, in the order in which they arrived.
    public let values: [Value]
    /// The start of a window of the clock, or else the instant of the first value.
    public let start: Instant
    /// The instant at which the window was closed, or would have been by its times.
    public let end: Instant
    /// The reason why the window was closed.
    public let closing: WindowClosing

    /// Creates a window from its parts.
    @inlinable
    public init(values: [Value], start: Instant, end: Instant, closing: WindowClosing) {
      self.values = values
      self.start = start
      self.end = end
      self.closing = closing
    }
  }

  /// The reason why a window was closed.
  public enum WindowClosing: String, Sendable, CaseIterable {
    /// The end of a window of the clock.
    case seconds
    /// No value for the time of a gap.
    case gap
    /// The longest time since the first value.
    case maximum
    /// As many values as a window can hold.
    case count
    /// A value that is the last of its window.
    case endsWhen
    /// A value that is the first of the next window.
    case startsWhen
    /// The completion of the stream.
    case end
  }
}
