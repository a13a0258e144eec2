extension Publishers {
  /// The contents of a window, with its bounds.
  @usableFromInline
  package struct ContentWindow<Contents: WindowContents>: WindowOutput {
    @usableFromInline package let contents: Contents
    @usableFromInline package let start: Instant
    @usableFromInline package let end: Instant
    @usableFromInline package let closing: WindowClosing

    @inlinable
    package init(contents: Contents, start: Instant, end: Instant, closing: WindowClosing) {
      (self.contents, self.start, self.end, self.closing) = (contents, start, end, closing)
    }
  }
}

extension Publisher {
  /// Summarizes the values of windows that begin with a value; see `collectWindows`.
  @inlinable
  package func summarize<Contents: WindowContents<Output>>(
    _ limits: Publishers.ContentLimits<Contents, Failure>, emitsAtEnd: Bool,
    scheduler: any Scheduler
  ) -> some Publisher<Publishers.ContentWindow<Contents>, Failure> {
    Publishers.Windows(
      upstream: self, rule: Publishers.LimitedWindowRule(limits: limits, emitsAtEnd: emitsAtEnd),
      scheduler: scheduler)
  }

  /// Summarizes the values of windows that begin at multiples of `period`; see `collectAligned`.
  @inlinable
  package func summarize<Contents: MergeableContents<Output>>(
    _ contents: Contents.Type, length: Duration, every period: Duration, emitsAtEnd: Bool,
    empty: (limit: Int, failure: Failure)?, sums: Bool,
    failures: Publishers.PaneFailures<Output, Failure>, scheduler: any Scheduler
  ) -> some Publisher<Publishers.ContentWindow<Contents>, Failure> {
    Publishers.Windows(
      upstream: self,
      rule: Publishers.AlignedWindowRule(
        length: length.wholeNanoseconds, period: period.wholeNanoseconds, emitsAtEnd: emitsAtEnd,
        empty: empty, sums: sums, failures: failures), scheduler: scheduler)
  }

  /// Summarizes the values of windows that slide with the values; see `collectSliding`.
  @inlinable
  package func summarize<Contents: MergeableContents<Output>>(
    _ contents: Contents.Type, _ extent: Publishers.SlidingExtent, emitsAtEnd: Bool, sums: Bool,
    failures: Publishers.PaneFailures<Output, Failure>, scheduler: any Scheduler
  ) -> some Publisher<Publishers.ContentWindow<Contents>, Failure> {
    Publishers.Windows(
      upstream: self,
      rule: Publishers.SlidingWindowRule(
        extent: extent, emitsAtEnd: emitsAtEnd, sums: sums, failures: failures),
      scheduler: scheduler)
  }

  /// Summarizes the values of windows of a time of the values; see `collectTimed`.
  @inlinable
  package func summarize<Contents: WindowContents<Output>>(
    _ contents: Contents.Type, _ windows: Publishers.TimedWindows<Output, Failure>,
    emitsAtEnd: Bool, empty: (limit: Int, failure: Failure)?,
    failures: Publishers.PaneFailures<Output, Failure>, scheduler: any Scheduler
  ) -> some Publisher<Publishers.ContentWindow<Contents>, Failure> {
    Publishers.Windows(
      upstream: self,
      rule: Publishers.TimedWindowRule(
        windows, emitsAtEnd: emitsAtEnd, empty: empty, failures: failures),
      scheduler: scheduler)
  }
}

extension Publishers {
  /// The failures of values that contents cannot take, and of contents that cannot be combined.
  @usableFromInline
  package struct PaneFailures<Input, Failure: Error> {
    @usableFromInline package let refusal: (Input, String) -> Failure
    @usableFromInline let merging: (String) -> Failure
    @usableFromInline package let ignores: ((Input, Failure) -> Void)?

    @inlinable
    package init(
      refusal: @escaping (Input, String) -> Failure, merging: @escaping (String) -> Failure,
      ignores: ((Input, Failure) -> Void)?
    ) {
      (self.refusal, self.merging, self.ignores) = (refusal, merging, ignores)
    }
  }

  /// Emits windows by a rule.
  @usableFromInline
  struct Windows<Upstream: Publisher, Rule: AlarmRule>: Publisher
  where Rule.Input == Upstream.Output, Rule.Failure == Upstream.Failure {
    @usableFromInline typealias Output = Rule.Output
    @usableFromInline typealias Failure = Rule.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let rule: Rule
    @usableFromInline let scheduler: any Scheduler

    @inlinable
    init(upstream: Upstream, rule: Rule, scheduler: any Scheduler) {
      (self.upstream, self.rule, self.scheduler) = (upstream, rule, scheduler)
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }
}
