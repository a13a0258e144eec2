public import Reactive

// Where the context requires Combine's types, as in 'let even: Publishers.Sequence<[Int], Never> =
// numbers.filter { … }', these return publishers of a sequence, of a result or of an optional.
// Their closures are called once, when the operator is applied, as in Combine. The values arrive in
// the same way as those of the general operators.
//
// Where no type is required, the general operators are chosen. If there were two candidates of
// equal rank for each call, the compiler would take seconds instead of a tenth of one for a chain
// of six operators. Besides, the general operators call their closures on each subscription, and
// may emit forever. A sequence that is not a collection may be endless, and has only the short
// forms that take a count.

extension Publishers.Sequence {
  /// Emits the same as `Publisher.dropFirst`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func dropFirst(
    _ count: Int = 1
  ) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    precondition(count >= 0, "a negative number of values to drop")
    return .init(sequence: sequence.dropFirst(count))
  }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(
    _ maxLength: Int
  ) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    precondition(maxLength >= 0, "a negative number of values to emit")
    return .init(sequence: sequence.prefix(maxLength))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Emits the same as `Publisher.setFailureType`, through a publisher of a simpler type.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.Sequence<Elements, NewFailure> {
    .init(sequence: sequence)
  }
}

// MARK: - Other elements

extension Publishers.Sequence where Elements: Collection {
  /// Emits the same as `Publisher.map`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }

  /// Emits the same as `Publisher.compactMap`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }

  /// Emits the same as `Publisher.replaceNil`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[T], Failure>
  where Output == T? {
    .init(sequence: sequence.map { $0 ?? output })
  }

  /// Emits the same as `Publisher.scan`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return map { element in
      result = nextPartialResult(result, element)
      return result
    }
  }
}

// MARK: - Fewer elements

extension Publishers.Sequence where Elements: Collection {
  /// Emits the same as `Publisher.filter`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }

  /// Emits the same as `Publisher.drop`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func drop(
    while predicate: (Output) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    .init(sequence: sequence.drop(while: predicate))
  }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(
    while predicate: (Output) -> Bool
  ) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: Array(sequence.prefix(while: predicate)))
  }

  /// Emits the same as `Publisher.ignoreOutput`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func ignoreOutput() -> Empty<Output, Failure> { Empty() }

  /// Emits the elements whose positions, counted from zero, are in `range`.
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Publishers.Sequence<[Output], Failure> where Range.Bound == Int {
    let places = range.relative(to: 0..<Int.max)
    precondition(places.lowerBound >= 0, "a negative index")
    return .init(sequence: Array(sequence.dropFirst(places.lowerBound).prefix(places.count)))
  }

  /// Emits the elements whose indices are in both `range` and the collection.
  @_disfavoredOverload
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    let all = sequence.startIndex..<sequence.endIndex
    return .init(sequence: Array(sequence[range.clamped(to: all)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Output: Equatable {
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
    var last: Output?
    return filter { element in
      defer { last = element }
      return last != element
    }
  }
}

// MARK: - More elements

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Emits the same as `Publisher.append`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// Emits the same as `Publisher.append`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<Elements, Failure> {
    .init(sequence: sequence + elements)
  }

  /// Emits the same as `Publisher.append`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> {
    append(publisher.sequence)
  }

  /// Emits the same as `Publisher.prepend`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Emits the same as `Publisher.prepend`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<Elements, Failure> {
    var all = Elements()
    all.append(contentsOf: elements)
    all.append(contentsOf: sequence)
    return .init(sequence: all)
  }

  /// Emits the same as `Publisher.prepend`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> {
    prepend(publisher.sequence)
  }
}
