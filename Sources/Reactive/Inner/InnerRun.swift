/// One run of an operator that starts an inner stream for each value: `flatMap`, `concatMap`,
/// `switchMap` and `exhaustMap`, which differ in the number of streams that run at once and in what
/// happens to the other values.
///
/// Anything that the run calls (downstream, the closure, a subscription that it cancels, the release
/// of a value) may call back into it. Each of these calls is made when all fields describe the state
/// after it, a subscription and the values are taken out before they are cancelled or released, and
/// `isOver` is read again after each call that does not end the run.
@usableFromInline
final class InnerRun<Downstream: Subscriber, Outer, Inner: Publisher>: OperatorRun
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  /// An inner stream, and the value for which it runs. In a free slot, both are missing.
  @usableFromInline
  struct Stream {
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var outer: Outer?
    /// The number of the stream among all that were started; 0 for none.
    @usableFromInline var number = 0

    @inlinable
    init() {}

    @inlinable
    init(for outer: Outer?, number: Int) {
      self.outer = outer
      self.number = number
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let maximum: Int
  @usableFromInline let overflow: InnerOverflow
  @usableFromInline let transform: (Outer) -> Inner
  @usableFromInline let ownDepth = unsafe CallDepth.current.depth
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  @usableFromInline @exclusivity(unchecked) var hasFinished = false
  /// The values whose publishers have not been made yet.
  @usableFromInline @exclusivity(unchecked) var waiting = Ring<Outer>()
  @usableFromInline @exclusivity(unchecked) var running = 0
  /// The running inner streams, each in a slot. Freed slots are reused first.
  @usableFromInline @exclusivity(unchecked) var inners: [Stream] = []
  @usableFromInline @exclusivity(unchecked) var freeSlots: [Int] = []
  @usableFromInline @exclusivity(unchecked) var startedCount = 0
  @usableFromInline @exclusivity(unchecked) var isGoingOn = false

  @inlinable
  init(
    downstream: Downstream, maximum: Int, overflow: InnerOverflow,
    transform: @escaping (Outer) -> Inner
  ) {
    self.downstream = downstream
    self.maximum = maximum
    self.overflow = overflow
    self.transform = transform
  }

  /// A running stream keeps the value for which it runs.
  @usableFromInline var bound: StateBound {
    if maximum == .max { return .unbounded(by: "the running streams") }
    return overflow == .wait
      ? .unbounded(by: "the values that wait for a stream") : .values(maximum)
  }

  @inlinable
  func receive(_ input: Outer) {
    guard !isOver else { return }
    if unsafe running < maximum, unsafe waiting.isEmpty { return start(input) }
    switch overflow {
    case .wait: unsafe waiting.append(input)
    case .replace: replace(with: input)
    case .drop: break
    }
  }

  @inlinable
  func start(_ input: Outer) {
    unsafe running += 1
    unsafe startedCount += 1
    let slot = unsafe freeSlots.popLast() ?? inners.count
    let stream = unsafe Stream(for: input, number: startedCount)
    if unsafe slot == inners.count {
      unsafe inners.append(stream)
    } else {
      unsafe inners[slot] = stream
    }
    unsafe subscribe(in: slot, startedCount) { self.transform(input) }
  }

  /// Replaces the only inner stream. It is cancelled when the publisher of the new one has been made.
  @inlinable
  func replace(with input: Outer) {
    let inner = transform(input)
    guard !isOver else { return }
    unsafe startedCount += 1
    let number = unsafe startedCount
    unsafe running = 1
    let replaced = unsafe exchange(&inners[0], with: Stream(for: input, number: number))
    replaced.subscription?.cancel()
    guard !isOver, unsafe startedCount == number else { return }
    withExtendedLifetime(replaced) { subscribe(in: 0, number) { inner } }
  }

  @inlinable
  func subscribe(in slot: Int, _ number: Int, to inner: () -> Inner) {
    CallDepth.current.enter(asDeepAs: ownDepth) {
      inner().receive(subscriber: InnerSide(run: self, slot: slot, number: number))
    }
  }

  /// Starts the publishers of waiting values, or ends the run, if it is time for either. Usually
  /// it is not, and then this does nothing that would need a type lookup.
  @inlinable
  func proceed() {
    guard unsafe !isGoingOn else { return }
    if unsafe !waiting.isEmpty { startWaiting() }
    if unsafe hasFinished, unsafe running == 0, unsafe waiting.isEmpty { finish() }
  }

  @inlinable @inline(never)
  func finish() {
    end(.finished)
  }

  /// Starts the publishers of waiting values as long as there is room. It is a loop because one
  /// call for each of 100,000 publishers that complete at once would overflow the stack.
  @inlinable @inline(never)
  func startWaiting() {
    unsafe isGoingOn = true
    defer { unsafe isGoingOn = false }
    let depth = CallDepth.current
    while !isOver, unsafe running < maximum, unsafe !waiting.isEmpty {
      if depth.hasPutOff { return depth.putOffRest { self.proceed() } }
      if let input = unsafe waiting.popFirst() { start(input) }
    }
  }

  @inlinable
  func finish(slot: Int) {
    let ended = unsafe exchange(&inners[slot], with: Stream())
    unsafe freeSlots.append(slot)
    unsafe running -= 1
    withExtendedLifetime(ended) { proceed() }
  }
}

// MARK: - Ends

extension InnerRun {
  @inlinable
  func releaseAll() {
    let dropped = unsafe waiting.removeAll()
    withExtendedLifetime(dropped) {
      unsafe subscription.take()?.cancel()
      for slot in unsafe inners.indices { unsafe inners[slot].subscription.take()?.cancel() }
    }
  }
}

// MARK: - Saving

/// The state of a run of an operator that starts an inner stream for each value.
@usableFromInline
struct InnerState<Outer> {
  @usableFromInline let hasFinished: Bool
  @usableFromInline let waiting: Ring<Outer>
  /// The values whose inner streams run, by slot.
  @usableFromInline let outers: [Maybe<Outer>]
}

extension InnerState: Codable where Outer: Codable {}

extension InnerRun {
  @usableFromInline var upstreams: [(any Subscription)?] {
    unsafe [subscription] + inners.map(\.subscription)
  }

  @usableFromInline
  func state(in line: PendingTickets) -> InnerState<Outer> {
    unsafe InnerState(
      hasFinished: hasFinished, waiting: waiting,
      outers: inners.map { Maybe(wrappedValue: $0.outer) })
  }

  @usableFromInline
  func restore(_ state: InnerState<Outer>) {
    unsafe (hasFinished, waiting) = (state.hasFinished, state.waiting)
    for (slot, outer) in state.outers.enumerated() {
      let isRunning = outer.wrappedValue != nil
      unsafe startedCount += 1
      unsafe inners.append(
        Stream(for: outer.wrappedValue, number: isRunning ? startedCount : 0))
      if isRunning { unsafe running += 1 } else { unsafe freeSlots.append(slot) }
    }
  }

  /// Subscribes to the inner streams that had not ended, starting at an index. Each is subscribed
  /// to once the states of the previous one have been taken.
  @usableFromInline
  func resumeInners(from first: Int, _ isRunning: [Bool]) {
    let depth = CallDepth.current
    for slot in first..<(isRunning.count - 1) where isRunning[slot + 1] {
      if depth.hasPutOff { return depth.putOffRest { self.resumeInners(from: slot, isRunning) } }
      guard let outer = unsafe inners[slot].outer else { continue }
      unsafe subscribe(in: slot, inners[slot].number) { self.transform(outer) }
    }
  }
}
