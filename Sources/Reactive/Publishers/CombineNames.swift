// Combine has a type for each operator. Where one type does the work of several here, these are the
// names by which code for Combine knows them.

extension Publishers {
  public typealias TryMap<Upstream: Publisher, Output> =
    TryCompactMap<Upstream, Output, any Error>
  public typealias TryFilter<Upstream: Publisher> = TryMap<Upstream, Upstream.Output>
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> =
    MapError<Upstream, Failure>
  public typealias Print<Upstream: Publisher> = HandleEvents<Upstream>
  public typealias CollectByCount<Upstream: Publisher> = Collect<Upstream>

  public typealias TryReduce<Upstream: Publisher, Output> =
    Reduce<Upstream, Output, Output, any Error>
  public typealias Count<Upstream: Publisher> = Reduce<Upstream, Int, Int, Upstream.Failure>
  public typealias First<Upstream: Publisher> = FirstWhere<Upstream>
  public typealias FirstWhere<Upstream: Publisher> =
    Reduce<Upstream, Upstream.Output?, Upstream.Output, Upstream.Failure>
  public typealias TryFirstWhere<Upstream: Publisher> =
    Reduce<Upstream, Upstream.Output?, Upstream.Output, any Error>
  public typealias Last<Upstream: Publisher> = FirstWhere<Upstream>
  public typealias LastWhere<Upstream: Publisher> = FirstWhere<Upstream>
  public typealias TryLastWhere<Upstream: Publisher> = TryFirstWhere<Upstream>
  public typealias Comparison<Upstream: Publisher> = FirstWhere<Upstream>
  public typealias TryComparison<Upstream: Publisher> = TryFirstWhere<Upstream>
  public typealias Contains<Upstream: Publisher> = AllSatisfy<Upstream>
  public typealias ContainsWhere<Upstream: Publisher> = AllSatisfy<Upstream>
  public typealias TryContainsWhere<Upstream: Publisher> = TryAllSatisfy<Upstream>
  public typealias AllSatisfy<Upstream: Publisher> =
    Reduce<Upstream, Bool, Bool, Upstream.Failure>
  public typealias TryAllSatisfy<Upstream: Publisher> = Reduce<Upstream, Bool, Bool, any Error>

  public typealias DropWhile<Upstream: Publisher> = Gate<Upstream, Bool, Upstream.Failure>
  public typealias TryDropWhile<Upstream: Publisher> = Gate<Upstream, Bool, any Error>
  public typealias PrefixWhile<Upstream: Publisher> = Gate<Upstream, Void, Upstream.Failure>
  public typealias TryPrefixWhile<Upstream: Publisher> = Gate<Upstream, Void, any Error>
  public typealias RemoveDuplicates<Upstream: Publisher> =
    Gate<Upstream, Upstream.Output?, Upstream.Failure>
  public typealias TryRemoveDuplicates<Upstream: Publisher> =
    Gate<Upstream, Upstream.Output?, any Error>

  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> =
    Catch<Upstream, NewPublisher> where NewPublisher.Output == Upstream.Output
  public typealias SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher> =
    SwitchMap<Upstream, NewPublisher> where NewPublisher.Failure == Upstream.Failure
}

/// In Combine the values of a publisher that may fail are of another type.
public typealias AsyncThrowingPublisher = AsyncPublisher
