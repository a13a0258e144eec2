extension Publishers {
  /// A step of a pattern: it takes values, or it rules them out.
  public struct PatternStep<Input, Failure: Error> {
    /// A condition on a value and on the match so far.
    public typealias Condition = (Input, PatternProgress<Input>) throws(Failure) -> Bool

    /// What a step does with the values that fit.
    @usableFromInline
    enum Kind {
      case takes
      /// A value that fits ends the match or, with a time in nanoseconds, drops it.
      case excludes(for: Int64?)
    }

    @usableFromInline let kind: Kind
    /// The condition on a value; nil if each value fits.
    @usableFromInline let condition: Condition?
    /// Whether the condition depends on the match so far.
    @usableFromInline let readsMatch: Bool
    @usableFromInline let minimum: Int
    @usableFromInline let maximum: Int
    @usableFromInline var isOptional = false
    @usableFromInline var isGreedy = false
    @usableFromInline var isContiguous = false
    @usableFromInline var isKept = true

    @usableFromInline
    init(
      _ kind: Kind, _ condition: Condition?, readsMatch: Bool, minimum: Int = 1,
      maximum: Int = 1
    ) {
      self.kind = kind
      self.condition = condition
      self.readsMatch = readsMatch
      self.minimum = minimum
      self.maximum = maximum
    }
  }
}

extension Publishers.PatternStep {
  /// A step that takes values: one, or several.
  ///
  /// - Parameters:
  ///   - times: How many values it takes.
  ///   - optional: Whether it may be missing.
  ///   - greedy: Whether it takes all that it can before the match moves on.
  ///   - contiguous: Whether it takes a value only directly after the previous value of the match.
  ///   - keeps: Whether its values are part of the match.
  ///   - condition: Whether a value fits; nil if each one does.
  public static func step(
    times: some RangeExpression<Int> = 1...1, optional: Bool = false, greedy: Bool = false,
    contiguous: Bool = false, keeps: Bool = true,
    where condition: ((Input) throws(Failure) -> Bool)? = nil
  ) -> Self {
    var step = Self(
      .takes,
      condition.map { condition in { value, _ throws(Failure) in try condition(value) } },
      readsMatch: false, times)
    (step.isOptional, step.isGreedy) = (optional, greedy)
    (step.isContiguous, step.isKept) = (contiguous, keeps)
    return step
  }

  /// A step that takes values, with a condition on each value and on the match so far.
  public static func step(
    times: some RangeExpression<Int> = 1...1, optional: Bool = false, greedy: Bool = false,
    contiguous: Bool = false, keeps: Bool = true, whereMatch condition: @escaping Condition
  ) -> Self {
    var step = Self(.takes, condition, readsMatch: true, times)
    (step.isOptional, step.isGreedy) = (optional, greedy)
    (step.isContiguous, step.isKept) = (contiguous, keeps)
    return step
  }

  /// Values that must not arrive.
  ///
  /// Without a duration, it guards the step after it: from the value before until that step has its
  /// minimum, a value that fits ends the match. As the last step, no such value may arrive until
  /// `within` is over.
  ///
  /// With a duration, it is a wait, from the value before it or the end of the wait before it: a
  /// value that fits drops the match; once the time is over, the match moves on, or is complete. As
  /// the first step, no such value may have arrived for that time before the first value.
  public static func not(
    for duration: Duration? = nil, where condition: @escaping (Input) throws(Failure) -> Bool
  ) -> Self {
    precondition(duration.map { $0 > .zero } ?? true, "a wait without a time")
    return Self(
      .excludes(for: duration?.wholeNanoseconds),
      { value, _ throws(Failure) in try condition(value) }, readsMatch: false)
  }

  /// Values that must not arrive, with a condition on each value and on the match so far.
  public static func not(
    for duration: Duration? = nil, whereMatch condition: @escaping Condition
  ) -> Self {
    precondition(duration.map { $0 > .zero } ?? true, "a wait without a time")
    return Self(.excludes(for: duration?.wholeNanoseconds), condition, readsMatch: true)
  }

  private init(
    _ kind: Kind, _ condition: Condition?, readsMatch: Bool, _ times: some RangeExpression<Int>
  ) {
    // The range of a partial range begins or ends with that of the collection.
    let range = times.relative(to: 1..<Int.max)
    precondition(!range.isEmpty && range.lowerBound >= 1, "a step that takes no value")
    self.init(
      kind, condition, readsMatch: readsMatch, minimum: range.lowerBound,
      maximum: range.upperBound == .max ? .max : range.upperBound - 1)
  }
}
