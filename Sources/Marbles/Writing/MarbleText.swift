/// A timeline written as a marble text that reads back as the same timeline.
///
/// Events at one instant form a group: `( … )` if the time to the next event leaves room for it;
/// otherwise, `[ … ]`, which takes one frame. A silence of more than 20 frames, or of a fractional
/// number of frames, is a time span.
///
/// Values have the symbol that the caller returns for them. The others have letters, the same for
/// equal values, in order of appearance: see `MarbleLetters`. The time is linear in the length of
/// the timeline.
public struct MarbleText<Output: Hashable> {
  /// The diagram.
  public let text: String
  /// The meanings of the letters, in the order of their first use, without the values that are
  /// their own symbols.
  public let values: [(symbol: String, value: Output)]
  /// The duration of one character.
  public let frame: Duration
  /// The message of the failure that `#` represents; nil if there is none.
  public let error: String?

  /// Writes a timeline, or throws the reason why marbles cannot express it.
  ///
  /// - Parameters:
  ///   - frame: The duration of one character; nil to derive it from the timeline. The derived
  ///     frame is a second if all times are whole seconds; otherwise, the largest of 500, 250, 200,
  ///     100, 50, 25, 20, 10, 5, 2 and 1 of some decimal unit that divides all times. If that would
  ///     be below a millisecond and result in more than a thousand frames, it is the largest power
  ///     of ten, up to a second, that is not longer than the time between any two instants.
  ///   - reserved: Letters that already have another meaning, and are not assigned.
  ///   - symbol: Returns the symbol that represents this value without an entry in `values`; nil if
  ///     it has none. A symbol that is not one grapheme, that has another meaning, or that already
  ///     belongs to another value counts as nil.
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
      let written = timeline.events[instants.ranges[index]].map { symbols.symbol($0.kind) }
      writer.write(written, at: instant, next: next)
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

/// The reason why a timeline cannot be written as marbles.
public enum MarbleTextError: Error, Sendable, Hashable {
  /// The event at an index is earlier than the previous one, or than the start.
  case outOfOrder(index: Int)
  /// The event at an index comes after the end.
  case afterEnd(index: Int)
  /// The event at an index is beyond the last instant.
  case beyondEndOfTime(index: Int)
  /// The frame is not positive, or is longer than the time between two instants.
  case frame(longest: Duration)
  /// There are more distinct values than letters.
  case values(limit: Int)
}

extension MarbleTextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfOrder(let index):
      "event \(index) is earlier than the previous event, expected increasing times"
    case .afterEnd(let index): "event \(index) is after the end, expected nothing there"
    case .beyondEndOfTime(let index): "event \(index) is at the end of time, expected it earlier"
    case .frame(let longest): "a frame that does not fit, expected at most \(longest)"
    case .values(let limit): "too many different values, expected at most \(limit)"
    }
  }
}
