extension Publishers {
  /// A window of values, with its bounds and the reason why it was closed.
  public struct CollectedWindow<Value> {
    /// The values, in the order in which they arrived.
    public let values: [Value]
    /// The start of a window of the clock; otherwise, the instant of the first value.
    public let start: Instant
    /// The instant at which the window was closed, or would have been closed by its time limits.
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
    /// The end of a window of the clock was reached.
    case seconds
    /// No value arrived for the time of the gap.
    case gap
    /// The maximum time since the first value has passed.
    case maximum
    /// The window holds as many values as it can.
    case count
    /// The last value is one that ends its window.
    case endsWhen
    /// A value arrived that begins the next window.
    case startsWhen
    /// The stream has completed.
    case end
  }
}
