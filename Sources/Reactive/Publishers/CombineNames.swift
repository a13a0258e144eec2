// Combine has a type for each operator. Where one type here does the work of several, these are the
// names used by code written for Combine, and by the declarations of the operators.

extension Publishers {
  /// The publisher that `tryCompactMap` returns, under its name in Combine.
  public typealias TryCompactMap<Upstream: Publisher, Output> =
    Applied<Upstream, Rules.TryCompactMap<Upstream.Output, Output, Upstream.Failure, any Error>>
  /// The publisher that `tryMap` returns, under its name in Combine.
  public typealias TryMap<Upstream: Publisher, Output> =
    TryCompactMap<Upstream, Output>
  /// The publisher that `tryFilter` returns, under its name in Combine.
  public typealias TryFilter<Upstream: Publisher> =
    TryCompactMap<Upstream, Upstream.Output>
  /// The publisher that `setFailureType(to:)` returns, under its name in Combine.
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> =
    MapError<Upstream, Failure>
  /// The publisher that `print` returns, under its name in Combine.
  public typealias Print<Upstream: Publisher> = HandleEvents<Upstream>

  /// The publisher that `scan` returns, under its name in Combine.
  public typealias Scan<Upstream: Publisher, Output> =
    Applied<Upstream, Rules.Scan<Upstream.Output, Output, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `tryScan` returns, under its name in Combine.
  public typealias TryScan<Upstream: Publisher, Output> =
    Applied<Upstream, Rules.Scan<Upstream.Output, Output, Upstream.Failure, any Error>>
  /// The publisher that `collect()` returns, under its name in Combine.
  public typealias Collect<Upstream: Publisher> =
    Applied<Upstream, Rules.Collect<Upstream.Output, Upstream.Failure>>
  /// The publisher that `collect(_:)` returns, under its name in Combine.
  public typealias CollectByCount<Upstream: Publisher> =
    Collect<Upstream>
  /// The publisher that `dropFirst` returns, under its name in Combine.
  public typealias Drop<Upstream: Publisher> =
    Applied<Upstream, Rules.DropFirst<Upstream.Output, Upstream.Failure>>
  /// The publisher that `output(in:)` returns, under its name in Combine.
  public typealias Output<Upstream: Publisher> =
    Applied<Upstream, Rules.Output<Upstream.Output, Upstream.Failure>>
  /// The publisher that `ignoreOutput` returns, under its name in Combine.
  public typealias IgnoreOutput<Upstream: Publisher, Output> =
    Applied<Upstream, Rules.IgnoreOutput<Upstream.Output, Output, Upstream.Failure>>
  /// The publisher that `replaceEmpty` returns, under its name in Combine.
  public typealias ReplaceEmpty<Upstream: Publisher> =
    Applied<Upstream, Rules.ReplaceEmpty<Upstream.Output, Upstream.Failure>>
  /// The publisher that `replaceError` returns, under its name in Combine.
  public typealias ReplaceError<Upstream: Publisher> =
    Applied<Upstream, Rules.ReplaceError<Upstream.Output, Upstream.Failure>>
  /// The publisher that `reduce` returns, under its name in Combine.
  public typealias Reduce<Upstream: Publisher, Output> =
    Applied<
      Upstream, Rules.Fold<Upstream.Output, Output, Output, Upstream.Failure, Upstream.Failure>
    >
  /// The publisher that `tryReduce` returns, under its name in Combine.
  public typealias TryReduce<Upstream: Publisher, Output> =
    Applied<Upstream, Rules.Fold<Upstream.Output, Output, Output, Upstream.Failure, any Error>>
  /// The publisher that `count` returns, under its name in Combine.
  public typealias Count<Upstream: Publisher> =
    Applied<Upstream, Rules.Fold<Upstream.Output, Int, Int, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `first` returns, under its name in Combine.
  public typealias First<Upstream: Publisher> =
    FirstWhere<Upstream>
  /// The publisher that `first(where:)` returns, under its name in Combine.
  public typealias FirstWhere<Upstream: Publisher> =
    Applied<
      Upstream,
      Rules.Fold<
        Upstream.Output, Upstream.Output?, Upstream.Output, Upstream.Failure, Upstream.Failure
      >
    >
  /// The publisher that `tryFirst(where:)` returns, under its name in Combine.
  public typealias TryFirstWhere<Upstream: Publisher> =
    Applied<
      Upstream,
      Rules.Fold<Upstream.Output, Upstream.Output?, Upstream.Output, Upstream.Failure, any Error>
    >
  /// The publisher that `last` returns, under its name in Combine.
  public typealias Last<Upstream: Publisher> = FirstWhere<Upstream>
  /// The publisher that `last(where:)` returns, under its name in Combine.
  public typealias LastWhere<Upstream: Publisher> = FirstWhere<Upstream>
  /// The publisher that `tryLast(where:)` returns, under its name in Combine.
  public typealias TryLastWhere<Upstream: Publisher> = TryFirstWhere<Upstream>
  /// The publisher that `max()` returns, under its name in Combine.
  public typealias Comparison<Upstream: Publisher> = FirstWhere<Upstream>
  /// The publisher that `tryMax(by:)` returns, under its name in Combine.
  public typealias TryComparison<Upstream: Publisher> = TryFirstWhere<Upstream>
  /// The publisher that `contains` returns, under its name in Combine.
  public typealias Contains<Upstream: Publisher> = AllSatisfy<Upstream>
  /// The publisher that `contains(where:)` returns, under its name in Combine.
  public typealias ContainsWhere<Upstream: Publisher> = AllSatisfy<Upstream>
  /// The publisher that `tryContains(where:)` returns, under its name in Combine.
  public typealias TryContainsWhere<Upstream: Publisher> = TryAllSatisfy<Upstream>
  /// The publisher that `allSatisfy` returns, under its name in Combine.
  public typealias AllSatisfy<Upstream: Publisher> =
    Applied<Upstream, Rules.Fold<Upstream.Output, Bool, Bool, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `tryAllSatisfy` returns, under its name in Combine.
  public typealias TryAllSatisfy<Upstream: Publisher> =
    Applied<Upstream, Rules.Fold<Upstream.Output, Bool, Bool, Upstream.Failure, any Error>>
  /// The publisher that `drop(while:)` returns, under its name in Combine.
  public typealias DropWhile<Upstream: Publisher> =
    Applied<Upstream, Rules.DropWhile<Upstream.Output, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `tryDrop(while:)` returns, under its name in Combine.
  public typealias TryDropWhile<Upstream: Publisher> =
    Applied<Upstream, Rules.DropWhile<Upstream.Output, Upstream.Failure, any Error>>
  /// The publisher that `prefix(while:)` returns, under its name in Combine.
  public typealias PrefixWhile<Upstream: Publisher> =
    Applied<Upstream, Rules.PrefixWhile<Upstream.Output, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `tryPrefix(while:)` returns, under its name in Combine.
  public typealias TryPrefixWhile<Upstream: Publisher> =
    Applied<Upstream, Rules.PrefixWhile<Upstream.Output, Upstream.Failure, any Error>>
  /// The publisher that `removeDuplicates` returns, under its name in Combine.
  public typealias RemoveDuplicates<Upstream: Publisher> =
    Applied<Upstream, Rules.RemoveDuplicates<Upstream.Output, Upstream.Failure, Upstream.Failure>>
  /// The publisher that `tryRemoveDuplicates` returns, under its name in Combine.
  public typealias TryRemoveDuplicates<Upstream: Publisher> =
    Applied<Upstream, Rules.RemoveDuplicates<Upstream.Output, Upstream.Failure, any Error>>

  /// The publisher that `tryCatch` returns, under its name in Combine.
  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> =
    Catch<Upstream, NewPublisher> where NewPublisher.Output == Upstream.Output
  /// The publisher that `switchToLatest` returns, under its name in Combine.
  public typealias SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher> =
    SwitchMap<Upstream, NewPublisher> where NewPublisher.Failure == Upstream.Failure
}

/// In Combine, the asynchronous sequence of a publisher that may fail is a separate type.
public typealias AsyncThrowingPublisher = AsyncPublisher
