/// A mistake in a marble diagram: what it is, where it stands, and the way out.
public struct MarbleError: Error, Sendable, Hashable {
  /// What kind of mistake it is; stable, for tools and for looking it up.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Something other than spaces and `-` after `|` or `#`.
    case afterEnd = "after-end"
    /// A group in which something stands behind `|` or `#`.
    case endNotLast = "end-not-last"
    /// A group is not closed.
    case unclosedGroup = "unclosed-group"
    /// A group is closed that was not opened.
    case unopenedGroup = "unopened-group"
    /// `(a]` or `[a)`.
    case mismatchedGroup = "mismatched-group"
    /// A group is opened inside a group.
    case nestedGroup = "nested-group"
    /// A group in which nothing happens.
    case emptyGroup = "empty-group"
    /// A time span stands inside a group.
    case timeSpanInGroup = "time-span-in-group"
    /// `^` in a diagram that is not hot.
    case startNotAllowed = "start-not-allowed"
    /// A second start is given.
    case repeatedStart = "repeated-start"
    /// The start stands inside a group.
    case startInGroup = "start-in-group"
    /// White space or a control character that is not the space.
    case blank
    /// An event lies beyond the last instant.
    case beyondEndOfTime = "beyond-end-of-time"
    /// A frame that is not longer than nothing.
    case frame
    /// A sign that stands for no value.
    case unknownSign = "unknown-sign"
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What was found, then what was expected; lower case, names in single quotes.
  public var message: String
  /// The way out.
  public var hint: String?
  /// Where in the text, in Unicode scalars; empty at the beginning for a mistake in the frame.
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

/// The mistakes of a marble diagram, at least one, in the order of their places.
public struct MarbleErrors: Error, Sendable, Hashable {
  /// How many are kept; what comes after is counted.
  public static let limit = 100

  /// The errors that are kept.
  public let items: [MarbleError]
  /// How many more there were.
  public let omittedCount: Int

  /// The errors, sorted; of two at one place the first given stays first. Nil if there are none.
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
  /// One error a line.
  public var description: String {
    (items.map(\.description) + (omittedCount > 0 ? ["and \(omittedCount) more"] : []))
      .joined(separator: "\n")
  }
}
