// Where Combine's types are asked for, as in 'let even: Publishers.Sequence<[Int], Never> =
// numbers.filter { … }', these are publishers of a sequence, of a result or of an optional again. Their
// closures are called when the operator is, once, as in Combine, and the values come as those of the
// general operators do.
//
// Where no type is asked for the general operators are taken: with two of equal rank for each call, a
// chain of six took the compiler seconds instead of a tenth of one. Besides, these call their closures
// when somebody subscribes, and may go on for ever. A sequence that is no collection may be endless, and
// has only the short forms that count.

extension Publishers.Sequence {
  /// Emits what `Publisher.dropFirst` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func dropFirst(
    _ count: Int = 1
  ) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    precondition(count >= 0, "a negative number of values to drop")
    return .init(sequence: sequence.dropFirst(count))
  }

  /// Emits what `Publisher.prefix` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(
    _ maxLength: Int
  ) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    precondition(maxLength >= 0, "a negative number of values to emit")
    return .init(sequence: sequence.prefix(maxLength))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Emits what `Publisher.setFailureType` emits, through a publisher of a simpler type.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.Sequence<Elements, NewFailure> {
    .init(sequence: sequence)
  }
}

// MARK: - Other elements

extension Publishers.Sequence where Elements: Collection {
  /// Emits what `Publisher.map` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }

  /// Emits what `Publisher.compactMap` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }

  /// Emits what `Publisher.replaceNil` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[T], Failure>
  where Output == T? {
    .init(sequence: sequence.map { $0 ?? output })
  }

  /// Emits what `Publisher.scan` emits, through a publisher of a simpler type.
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
  /// Emits what `Publisher.filter` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }

  /// Emits what `Publisher.drop` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func drop(
    while predicate: (Output) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    .init(sequence: sequence.drop(while: predicate))
  }

  /// Emits what `Publisher.prefix` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(
    while predicate: (Output) -> Bool
  ) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: Array(sequence.prefix(while: predicate)))
  }

  /// Emits what `Publisher.ignoreOutput` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func ignoreOutput() -> Empty<Output, Failure> { Empty() }

  /// Emits the elements whose places, counted from zero, are in `range`.
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Publishers.Sequence<[Output], Failure> where Range.Bound == Int {
    let places = range.relative(to: 0..<Int.max)
    precondition(places.lowerBound >= 0, "a negative index")
    return .init(sequence: Array(sequence.dropFirst(places.lowerBound).prefix(places.count)))
  }

  /// Emits the elements whose indices are in `range`, as far as there are any.
  @_disfavoredOverload
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    let all = sequence.startIndex..<sequence.endIndex
    return .init(sequence: Array(sequence[range.clamped(to: all)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Output: Equatable {
  /// Emits what `Publisher.removeDuplicates` emits, through a publisher of a simpler type.
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
  /// Emits what `Publisher.append` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// Emits what `Publisher.append` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<Elements, Failure> {
    .init(sequence: sequence + elements)
  }

  /// Emits what `Publisher.append` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func append(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> {
    append(publisher.sequence)
  }

  /// Emits what `Publisher.prepend` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Emits what `Publisher.prepend` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<Elements, Failure> {
    var all = Elements()
    all.append(contentsOf: elements)
    all.append(contentsOf: sequence)
    return .init(sequence: all)
  }

  /// Emits what `Publisher.prepend` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prepend(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> {
    prepend(publisher.sequence)
  }
}
