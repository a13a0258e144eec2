/// A timeline written as a marble text that reads back as the same timeline.
///
/// What comes at one instant is a group: `( … )` where what follows leaves it the room, else
/// `[ … ]`, which takes one frame. A silence of more than 20 frames, or one that is no whole number
/// of frames, is a time span.
///
/// Values get the sign that the caller says; the others letters, equal values the same one, in the
/// order in which they come: see `MarbleLetters`. Linear in the length of the timeline.
public struct MarbleText<Output: Hashable> {
  /// The diagram.
  public let text: String
  /// What the letters stand for, in the order of their first use; without the values that are their
  /// own signs.
  public let values: [(symbol: String, value: Output)]
  /// How much time one character takes.
  public let frame: Duration
  /// The message of the failure for which `#` stands; nil if there is none.
  public let error: String?

  /// Writes a timeline, or throws why it has no marbles.
  ///
  /// - Parameters:
  ///   - frame: How much time one character takes; nil lets the timeline decide: a second if all
  ///     times are whole seconds, else the largest of 500, 250, 200, 100, 50, 25, 20, 10, 5, 2
  ///     and 1 of some decimal unit that divides all times. If that would be below a millisecond
  ///     and give more than a thousand frames, the largest power of ten, up to a second, that is
  ///     not longer than the time between any two instants.
  ///   - reserved: Letters that already stand for something else, and are not given out.
  ///   - symbol: The sign that means this value without an entry in `values`; nil if it has none. A
  ///     sign that is not one grapheme, that means something else, or that is another value's
  ///     already counts as nil.
  public init(
    _ timeline: Timeline<Output>, frame: Duration? = nil, reserved: Set<String> = [],
    symbol: (Output) -> String?
  ) throws(MarbleTextError) {
    let instants = try MarbleInstants(timeline)
    let frame = try frame.map(instants.checked) ?? instants.frame
    var symbols = MarbleSymbols<Output>()
    try symbols.add(timeline.values, reserved: reserved, symbol: symbol)
    var writer = MarbleWriter(frame: frame)
    for (index, instant) in instants.times.enumerated() {
      let next = index + 1 < instants.times.count ? instants.times[index + 1] : nil
      let signs = timeline.events[instants.ranges[index]].map { symbols.sign($0.kind) }
      writer.write(signs, at: instant, next: next)
    }
    text = writer.finish()
    values = symbols.table
    self.frame = .nanoseconds(frame)
    error = timeline.completion.flatMap { event in
      guard case .failure(let message) = event.kind else { return nil }
      return message
    }
  }
}

extension MarbleText: Sendable where Output: Sendable {}

/// Why a timeline cannot be written as marbles.
public enum MarbleTextError: Error, Sendable, Hashable {
  /// This event comes before the one in front of it, or before the start.
  case outOfOrder(index: Int)
  /// This event comes after the end.
  case afterEnd(index: Int)
  /// The event at an index lies beyond the last instant.
  case beyondEndOfTime(index: Int)
  /// The frame is not longer than nothing, or longer than the time between two instants.
  case frame(longest: Duration)
  /// There are more different values than there are letters.
  case values(limit: Int)
}

extension MarbleTextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfOrder(let index):
      "event \(index) before the one in front of it, expected them sorted"
    case .afterEnd(let index): "event \(index) after the end, expected nothing there"
    case .beyondEndOfTime(let index): "event \(index) at the end of time, expected it earlier"
    case .frame(let longest): "a frame that does not fit, expected at most \(longest)"
    case .values(let limit): "too many different values, expected at most \(limit)"
    }
  }
}
