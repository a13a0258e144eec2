/// A mistake in a marble diagram: its kind, a message, its place, and a hint.
public struct MarbleError: Error, Sendable, Hashable {
  /// The kind of a mistake. It is stable, for tools and for looking it up.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Something other than spaces and `-` after `|` or `#`.
    case afterEnd = "after-end"
    /// A group has something after `|` or `#`.
    case endNotLast = "end-not-last"
    /// A group is not closed.
    case unclosedGroup = "unclosed-group"
    /// A group that was not opened is closed.
    case unopenedGroup = "unopened-group"
    /// A group is closed by the other bracket: `(a]` or `[a)`.
    case mismatchedGroup = "mismatched-group"
    /// A group is opened inside a group.
    case nestedGroup = "nested-group"
    /// A group has no events.
    case emptyGroup = "empty-group"
    /// A time span is inside a group.
    case timeSpanInGroup = "time-span-in-group"
    /// A diagram that is not hot has a `^`.
    case startNotAllowed = "start-not-allowed"
    /// A diagram has a second `^`.
    case repeatedStart = "repeated-start"
    /// A `^` is inside a group.
    case startInGroup = "start-in-group"
    /// There is white space other than the space, or a control character.
    case blank
    /// An event is beyond the last instant.
    case beyondEndOfTime = "beyond-end-of-time"
    /// The frame is not positive.
    case frame
    /// A symbol has no value.
    case unknownSign = "unknown-sign"
  }

  /// The kind of the mistake.
  public var code: Code
  /// The message: what was found, and then what was expected. It is in lower case, with names in
  /// single quotes.
  public var message: String
  /// A way to fix the mistake.
  public var hint: String?
  /// The range in the text, in Unicode scalars. For a mistake in the frame it is empty and at the
  /// beginning.
  public var range: Range<Int>

  /// Creates an error about a range of the text.
  public init(_ code: Code, _ message: String, hint: String? = nil, range: Range<Int>) {
    self.code = code
    self.message = message
    self.hint = hint
    self.range = range
  }
}

extension MarbleError: CustomStringConvertible {
  /// `column 3: 'b' after the end, expected only spaces and '-'; remove it`
  public var description: String {
    "column \(range.lowerBound + 1): \(message)\(hint.map { "; \($0)" } ?? "")"
  }
}

/// The mistakes of a marble diagram, at least one, sorted by place.
public struct MarbleErrors: Error, Sendable, Hashable {
  /// The maximum number of errors that are stored. Further errors are counted.
  public static let limit = 100

  /// The errors that are stored.
  public let items: [MarbleError]
  /// The number of further errors.
  public let omittedCount: Int

  /// Sorts the errors. Errors at one place keep their order. Nil if there are none.
  public init?(_ items: some Sequence<MarbleError>) {
    let sorted = items.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    guard !sorted.isEmpty else { return nil }
    self.items = sorted.prefix(Self.limit).map(\.element)
    omittedCount = sorted.count - self.items.count
  }
}

extension MarbleErrors: CustomStringConvertible {
  /// The errors, one per line.
  public var description: String {
    (items.map(\.description) + (omittedCount > 0 ? ["and \(omittedCount) more"] : []))
      .joined(separator: "\n")
  }
}
