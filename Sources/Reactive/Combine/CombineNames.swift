// Combine has a type for each operator. Where one type here does the work of several, these are the
// names used by code written for Combine.

extension Publishers {
  /// The publisher that `tryMap` returns, under its name in Combine.
  public typealias TryMap<Upstream: Publisher, Output> =
    TryCompactMap<Upstream, Output, any Error>
  /// The publisher that `tryFilter` returns, under its name in Combine.
  public typealias TryFilter<Upstream: Publisher> = TryMap<Upstream, Upstream.Output>
  /// The publisher that `setFailureType(to:)` returns, under its name in Combine.
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> =
    MapError<Upstream, Failure>
  /// The publisher that `print` returns, under its name in Combine.
  public typealias Print<Upstream: Publisher> = HandleEvents<Upstream>
  /// The publisher that `collect(_:)` returns, under its name in Combine.
  public typealias CollectByCount<Upstream: Publisher> = Collect<Upstream>

  /// The publisher that `tryReduce` returns, under its name in Combine.
  public typealias TryReduce<Upstream: Publisher, Output> =
    Reduce<Upstream, Output, Output, any Error>
  /// The publisher that `count` returns, under its name in Combine.
  public typealias Count<Upstream: Publisher> = Reduce<Upstream, Int, Int, Upstream.Failure>
  /// The publisher that `first` returns, under its name in Combine.
  public typealias First<Upstream: Publisher> = FirstWhere<Upstream>
  /// The publisher that `first(where:)` returns, under its name in Combine.
  public typealias FirstWhere<Upstream: Publisher> =
    Reduce<Upstream, Upstream.Output?, Upstream.Output, Upstream.Failure>
  /// The publisher that `tryFirst(where:)` returns, under its name in Combine.
  public typealias TryFirstWhere<Upstream: Publisher> =
    Reduce<Upstream, Upstream.Output?, Upstream.Output, any Error>
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
    Reduce<Upstream, Bool, Bool, Upstream.Failure>
  /// The publisher that `tryAllSatisfy` returns, under its name in Combine.
  public typealias TryAllSatisfy<Upstream: Publisher> = Reduce<Upstream, Bool, Bool, any Error>

  /// The publisher that `drop(while:)` returns, under its name in Combine.
  public typealias DropWhile<Upstream: Publisher> = Gate<Upstream, Bool, Upstream.Failure>
  /// The publisher that `tryDrop(while:)` returns, under its name in Combine.
  public typealias TryDropWhile<Upstream: Publisher> = Gate<Upstream, Bool, any Error>
  /// The publisher that `prefix(while:)` returns, under its name in Combine.
  public typealias PrefixWhile<Upstream: Publisher> = Gate<Upstream, Void, Upstream.Failure>
  /// The publisher that `tryPrefix(while:)` returns, under its name in Combine.
  public typealias TryPrefixWhile<Upstream: Publisher> = Gate<Upstream, Void, any Error>
  /// The publisher that `removeDuplicates` returns, under its name in Combine.
  public typealias RemoveDuplicates<Upstream: Publisher> =
    Gate<Upstream, Upstream.Output?, Upstream.Failure>
  /// The publisher that `tryRemoveDuplicates` returns, under its name in Combine.
  public typealias TryRemoveDuplicates<Upstream: Publisher> =
    Gate<Upstream, Upstream.Output?, any Error>

  /// The publisher that `tryCatch` returns, under its name in Combine.
  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> =
    Catch<Upstream, NewPublisher> where NewPublisher.Output == Upstream.Output
  /// The publisher that `switchToLatest` returns, under its name in Combine.
  public typealias SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher> =
    SwitchMap<Upstream, NewPublisher> where NewPublisher.Failure == Upstream.Failure
}

/// In Combine, the asynchronous sequence of a publisher that may fail is a separate type.
public typealias AsyncThrowingPublisher = AsyncPublisher
