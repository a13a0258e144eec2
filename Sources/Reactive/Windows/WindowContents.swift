/// The contents of a window: its values, or a summary of them.
@usableFromInline
package protocol WindowContents<Value> {
  associatedtype Value
  init()
  var count: Int { get }
  var isEmpty: Bool { get }
  /// Adds a value. If that is impossible, it changes nothing and returns the reason. The first value
  /// is always possible.
  mutating func take(_ value: Value) -> String?
  /// Removes the value that was added last, which is called at most once for each value.
  mutating func undo()
}

/// Contents of several windows that can be combined.
@usableFromInline
package protocol MergeableContents<Value>: WindowContents {
  /// Adds the contents of a later window. Returns the reason if that is impossible.
  mutating func merge(_ later: Self) -> String?
}

extension WindowContents {
  @inlinable
  init(beginningWith value: Value) {
    self.init()
    _ = take(value)
  }
}

extension Array: MergeableContents {
  @inlinable
  package mutating func take(_ value: Element) -> String? {
    append(value)
    return nil
  }

  @inlinable
  package mutating func undo() { removeLast() }

  @inlinable
  package mutating func merge(_ later: [Element]) -> String? {
    append(contentsOf: later)
    return nil
  }
}

/// The output of an operator for a window.
@usableFromInline
package protocol WindowOutput<Contents> {
  associatedtype Contents: WindowContents
  init(contents: Contents, start: Instant, end: Instant, closing: Publishers.WindowClosing)
}

extension Publishers.CollectedWindow: WindowOutput {
  @inlinable
  package init(
    contents: [Value], start: Instant, end: Instant, closing: Publishers.WindowClosing
  ) {
    self.init(values: contents, start: start, end: end, closing: closing)
  }
}

extension Array: WindowOutput {
  @inlinable
  package init(
    contents: [Element], start: Instant, end: Instant, closing: Publishers.WindowClosing
  ) {
    self = contents
  }
}

extension Publishers {
  /// The limits of a window that begins with a value, for any contents.
  @usableFromInline
  package struct ContentLimits<Contents: WindowContents, Failure: Error> {
    @usableFromInline
    package typealias Condition = (Contents.Value, Contents) throws(Failure) -> Bool

    @usableFromInline var gap: Int64?
    @usableFromInline var maximum: Int64?
    @usableFromInline var count: Int?
    @usableFromInline var startsWhen: Condition?
    @usableFromInline var endsWhen: Condition?
    @usableFromInline var ignores: ((Contents.Value, Failure) -> Void)?
    /// The failure of a value that the contents cannot take.
    @usableFromInline var refusal: ((Contents.Value, String) -> Failure)?
    /// Whether the window so far is emitted with each value.
    @usableFromInline var emitsEach = false
    /// Whether the window that is open at the end is emitted even if it is empty.
    @usableFromInline var emitsEmpty = false

    @inlinable
    package init(
      gap: Duration? = nil, maximum: Duration? = nil, count: Int? = nil,
      startsWhen: Condition? = nil, endsWhen: Condition? = nil,
      ignores: ((Contents.Value, Failure) -> Void)? = nil,
      refusal: ((Contents.Value, String) -> Failure)? = nil, emitsEach: Bool = false,
      emitsEmpty: Bool = false
    ) {
      (self.gap, self.maximum) = (gap?.wholeNanoseconds, maximum?.wholeNanoseconds)
      (self.count, self.startsWhen, self.endsWhen) = (count, startsWhen, endsWhen)
      (self.ignores, self.refusal) = (ignores, refusal)
      (self.emitsEach, self.emitsEmpty) = (emitsEach, emitsEmpty)
    }

    @inlinable
    init<Value>(_ limits: WindowLimits<Value, Failure>) where Contents == [Value] {
      (gap, maximum, count) = (limits.gap, limits.maximum, limits.count)
      (startsWhen, endsWhen, ignores) = (limits.startsWhen, limits.endsWhen, limits.ignores)
    }
  }
}
