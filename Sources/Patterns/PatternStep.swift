public import Reactive

extension Publishers {
  /// A step of a pattern: it takes values, or it rules them out.
  public struct PatternStep<Input, Failure: Error> {
    /// A condition on a value and on the match so far.
    public typealias Condition = (Input, PatternProgress<Input>) throws(Failure) -> Bool

    @usableFromInline let form: PatternForm
    @usableFromInline let condition: PatternCondition<Input, Failure>
  }

  /// A step without its condition.
  @usableFromInline
  package struct PatternForm: Sendable {
    @usableFromInline
    package enum Kind: Sendable {
      /// It takes values that fit.
      case takes
      /// A value that fits ends the match or, with a time in nanoseconds, drops it.
      case excludes(for: Int64?)
    }

    let kind: Kind
    var minimum = 1
    var maximum = 1
    var isOptional = false
    var isGreedy = false
    var isContiguous = false
    var isKept = true
    /// Whether the condition depends on the match so far.
    let readsMatch: Bool

    /// Creates a step that takes values.
    package init(
      minimum: Int, maximum: Int, isOptional: Bool, isGreedy: Bool, isContiguous: Bool,
      isKept: Bool, readsMatch: Bool
    ) {
      kind = .takes
      (self.minimum, self.maximum, self.isOptional) = (minimum, maximum, isOptional)
      (self.isGreedy, self.isContiguous) = (isGreedy, isContiguous)
      (self.isKept, self.readsMatch) = (isKept, readsMatch)
    }

    /// Creates a step that rules values out.
    package init(excludingFor duration: Duration?, readsMatch: Bool) {
      precondition(duration.map { $0 > .zero } ?? true, "a wait without a time")
      kind = .excludes(for: duration?.wholeNanoseconds)
      self.readsMatch = readsMatch
    }
  }

  /// The condition of a step.
  @usableFromInline
  package enum PatternCondition<Input, Failure: Error> {
    case any
    case value((Input) throws(Failure) -> Bool)
    case match((Input, PatternProgress<Input>) throws(Failure) -> Bool)

    @inlinable
    func holds(
      _ input: Input, _ match: @autoclosure () -> PatternProgress<Input>
    ) throws(Failure) -> Bool {
      switch self {
      case .any: true
      case .value(let condition): try condition(input)
      case .match(let condition): try condition(input, match())
      }
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
    Self(
      form: .init(times, optional, greedy, contiguous, keeps, readsMatch: false),
      condition: condition.map { .value($0) } ?? .any)
  }

  /// A step that takes values, with a condition on each value and on the match so far.
  public static func step(
    times: some RangeExpression<Int> = 1...1, optional: Bool = false, greedy: Bool = false,
    contiguous: Bool = false, keeps: Bool = true, whereMatch condition: @escaping Condition
  ) -> Self {
    Self(
      form: .init(times, optional, greedy, contiguous, keeps, readsMatch: true),
      condition: .match(condition))
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
    Self(
      form: .init(excludingFor: duration, readsMatch: false), condition: .value(condition))
  }

  /// Values that must not arrive, with a condition on each value and on the match so far.
  public static func not(
    for duration: Duration? = nil, whereMatch condition: @escaping Condition
  ) -> Self {
    Self(form: .init(excludingFor: duration, readsMatch: true), condition: .match(condition))
  }
}

extension Publishers.PatternForm {
  fileprivate init(
    _ times: some RangeExpression<Int>, _ isOptional: Bool, _ isGreedy: Bool,
    _ isContiguous: Bool, _ isKept: Bool, readsMatch: Bool
  ) {
    // The range of a partial range begins or ends with that of the collection.
    let range = times.relative(to: 1..<Int.max)
    precondition(!range.isEmpty && range.lowerBound >= 1, "a step that takes no value")
    self.init(
      minimum: range.lowerBound,
      maximum: range.upperBound == .max ? .max : range.upperBound - 1, isOptional: isOptional,
      isGreedy: isGreedy, isContiguous: isContiguous, isKept: isKept, readsMatch: readsMatch)
  }
}
