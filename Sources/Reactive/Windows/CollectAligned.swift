extension Publisher {
  /// Collects values into windows aligned to the clock, and emits each with its bounds.
  ///
  ///     -ab--c-d|
  ///     collectAligned(length: .seconds(2), every: .seconds(2), scheduler: scheduler)
  ///     --x-y-z-(w|)    x: [a], y: [b], z: [c], w: [d]
  ///
  /// A window begins at each multiple of `every`, counted from the scheduler's time 0. As with
  /// `collect(.sliding)`, it includes its start but not its end and is emitted at its end, which
  /// counts as scheduled when its first value arrived. Windows that are open when upstream
  /// completes are emitted then, oldest first, unless `atEnd` is `.drop`. A failure drops them.
  ///
  /// Empty windows are emitted only if a limit is given, and only from the window of the first
  /// value on. The end of an empty window is scheduled when the window before it is emitted, and
  /// does not keep the run alive. An empty window that is open at the end is dropped. If there are
  /// more empty windows in a row than the limit, the run fails.
  @inlinable
  public func collectAligned(
    length: Duration, every period: Duration, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit, empty: (limit: Int, failure: Failure)? = nil
  ) -> Publishers.CollectAligned<Self> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
    let rule = Publishers.AlignedWindowRule<Publishers.CollectedWindow<Output>, Failure>(
      length: length.wholeNanoseconds, period: period.wholeNanoseconds,
      emitsAtEnd: atEnd == .emit, empty: empty, sums: false)
    return Publishers.CollectAligned(upstream: self, rule: rule, scheduler: scheduler)
  }
}

extension Publishers {
  /// Collects values into windows aligned to the clock, with their bounds.
  public struct CollectAligned<Upstream: Publisher>: Publisher {
    public typealias Output = CollectedWindow<Upstream.Output>
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let rule: AlignedWindowRule<Output, Failure>
    @usableFromInline let scheduler: any Scheduler

    @inlinable
    init(
      upstream: Upstream, rule: AlignedWindowRule<Output, Failure>, scheduler: any Scheduler
    ) {
      self.upstream = upstream
      self.rule = rule
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }
}
