extension Publisher {
  /// Lets through the values for which the closure is true.
  ///
  ///     -1-2-3-4|
  ///     filter { $0 % 2 == 0 }
  ///     ---2---4|
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// Lets through the values for which a closure is true.
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool

    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: FilterStage(downstream: subscriber, isIncluded: isIncluded))
    }
  }

  private struct FilterStage<Downstream: Subscriber>: Stage {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let isIncluded: (Downstream.Input) -> Bool

    func receive(_ input: Downstream.Input) {
      if isIncluded(input) { downstream.receive(input) }
    }
  }
}
