public import Reactive

extension Publishers {
  /// The state of a run of `pattern`.
  @usableFromInline
  struct PatternState<Input> {
    /// The partial matches, in the order of their first values.
    @usableFromInline var open: [PartialMatch<Input>] = []
    /// The number of values that they keep.
    @usableFromInline var kept = 0
    /// The number of values that have arrived.
    @usableFromInline var received = 0
    /// The instant of the last value that fits the first exclusion.
    @usableFromInline var brokenAt: Instant?
    /// The matches that are still to be emitted: none while the playback is at rest.
    @usableFromInline var complete: [PatternMatch<Input>] = []

    @inlinable
    init() {}

    @usableFromInline
    enum CodingKeys: CodingKey { case open, kept, received, brokenAt }
  }

  /// A match that is not complete, or that may take more values.
  @usableFromInline
  struct PartialMatch<Input> {
    /// The values that it keeps, for each step that keeps them.
    @usableFromInline var values: [[Input]]
    /// The number of these values.
    @usableFromInline var size = 0
    /// The last value that it took.
    @usableFromInline var previous: Input
    /// The numbers of the first and the last value that it took.
    @usableFromInline let first: Int
    @usableFromInline var last: Int
    @usableFromInline let start: Instant
    @usableFromInline var end: Instant
    /// The step that took the last value, and the number of values that it took.
    @usableFromInline var step: Int
    @usableFromInline var count = 0
    /// The gap of the last wait that is over, if no step has taken a value since.
    @usableFromInline var passedWait: Int?
    /// The instant at which its wait is over.
    @usableFromInline var waitEnd: Instant?
    /// Whether it has passed over a value since the last one that it took.
    @usableFromInline var hasPassedOver = false
    /// Whether it takes no more values, and only waits.
    @usableFromInline var isClosed = false

    /// Creates a match that has taken no value yet.
    @inlinable
    init(values: [[Input]], previous: Input, number: Int, at now: Instant, step: Int) {
      (self.values, self.previous, self.step) = (values, previous, step)
      (first, last, start, end) = (number, number, now, now)
    }
  }
}

extension Publishers {
  /// A partial match that ends.
  @usableFromInline
  package struct PatternEnd<Input> {
    /// The reason for which it ends, unless it is emitted.
    @usableFromInline
    package enum Reason {
      /// A value fitted an exclusion, or came between contiguous ones.
      case broken
      /// Another match was complete, and the two may not overlap.
      case overlapped
      /// Its time was over.
      case expired
      /// The stream completed.
      case completed
    }

    /// The values that it keeps, for each step that keeps them.
    package let values: [[Input]]
    /// The index of the step that took the last value, exclusions included, and the number of values
    /// that it took.
    package let step: Int
    package let count: Int
    package let reason: Reason

    @usableFromInline
    init(values: [[Input]], step: Int, count: Int, reason: Reason) {
      (self.values, self.step, self.count, self.reason) = (values, step, count, reason)
    }
  }
}

extension Publishers.PatternState: Codable where Input: Codable {}
extension Publishers.PartialMatch: Codable where Input: Codable {}
