import Expressions
import Reactive
import Values

/// Gives the items of a `stream`, one after the other, as if each were a `Just` with its own
/// operators and all of them were appended.
///
/// It is one source with a cursor over columns, with one entry in the queue. An item with a delay
/// takes its place in line when the item before it has finished, after everything that its value set
/// off at once; one without comes at once.
struct ItemsPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let plan: ItemsPlan
  let chain: Chain

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let cursor = ItemsCursor(
      plan: plan, chain: chain, downstream: AnySubscriber(subscriber))
    subscriber.receive(subscription: cursor)
    cursor.start()
  }
}

private final class ItemsCursor: ScheduledWork, Subscription {
  /// What travels along the route of an item until it is over.
  private enum Passenger {
    case value(Value)
    /// Nothing, but the item still takes its time to finish.
    case dropped
    case failure(StreamFailure)
  }

  private let downstream: AnySubscriber<Value, StreamFailure>
  /// Whether the run has ended or was cancelled. Checked where it may have changed: behind each call.
  @exclusivity(unchecked) private var isOver = false
  private let plan: ItemsPlan
  private let values: [Value]
  private let listNumbers: [UInt32]
  private let routes: [ItemRoute]
  private let chain: Chain
  private let scheduler: any Scheduler
  private var booking: Booking?
  /// The run of the item at hand, if it is one that takes in further streams.
  private var part: (any Subscription)?
  private var partIsRunning = false
  /// Whether an item is being subscribed to, whose end is then seen by whoever does it.
  private var isSubscribing = false

  /// The item whose turn it is.
  private var index = 0
  /// Whether it waits for nothing but its one delay, and is then delivered as it is.
  private var isPlain = false
  /// How many of its hops are done; its transforms hold the state of this one playing of it.
  private var hop = 0
  private var passenger = Passenger.dropped

  init(
    plan: ItemsPlan, chain: Chain, downstream: AnySubscriber<Value, StreamFailure>
  ) {
    self.plan = plan
    values = plan.values
    listNumbers = plan.listNumbers
    routes = plan.lists
    self.chain = chain
    scheduler = chain.scheduler
    self.downstream = downstream
  }

  func start() {
    goOn(at: scheduler.now)
  }

  func cancel() {
    unsafe isOver = true
    if let booking { scheduler.cancel(booking) }
    part.take()?.cancel()
  }

  func run(at instant: Instant) -> NextRun {
    var now = instant
    while let due = wake(at: now) {
      guard scheduler.goesOn(at: .at(due)) else { return .at(due) }
      now = due
    }
    return .never
  }

  /// Does what the item that has waited waited for. Tells when there is more; nil at the end.
  private func wake(at instant: Instant) -> Instant? {
    guard unsafe !isOver else { return nil }
    if isPlain {
      index += 1
      downstream.receive(values[index - 1])
    } else if let due = ride(at: instant) {
      return due
    }
    return next(at: instant)
  }

  /// Starts items until one has to wait, and gets in line for that one.
  private func goOn(at instant: Instant) {
    guard let due = next(at: instant) else { return }
    booking = scheduler.schedule(self, at: scheduler.takeTicket(due: due))
  }

  /// Starts items until one has to wait, and tells how long; nil at the end.
  ///
  /// Nearly all items do nothing but wait. What the others need is kept apart, so that these do not
  /// pay for it.
  @inline(__always)
  private func next(at instant: Instant) -> Instant? {
    guard let delay = plainDelay() else { return nextOfAnyKind(at: instant) }
    isPlain = true
    return instant.advanced(byNanoseconds: delay)
  }

  /// How long the next item waits, if that is all that it does.
  @inline(__always)
  private func plainDelay() -> Int64? {
    guard unsafe !isOver, index < values.count else { return nil }
    let delay = routes[Int(listNumbers[index])].onlyDelay
    return delay >= 0 ? delay : nil
  }

  @inline(never)
  private func nextOfAnyKind(at instant: Instant) -> Instant? {
    while unsafe !isOver {
      guard index < values.count else {
        unsafe isOver = true
        downstream.receive(completion: .finished)
        return nil
      }
      if let delay = plainDelay() {
        isPlain = true
        return instant.advanced(byNanoseconds: delay)
      }
      isPlain = false
      let number = Int(listNumbers[index])
      if let recipe = routes[number].part {
        subscribe(to: recipe)
        // It goes on from where the item ends.
        if partIsRunning { return nil }
      } else if let due = board(routes[number], at: instant) {
        return due
      }
      if CallDepth.current.hasPutOff {
        // The value is still on its way down a long chain: the next must wait for it.
        CallDepth.current.putOffRest { self.goOn(at: instant) }
        return nil
      }
    }
    return nil
  }

  /// Starts an item. Tells when its first wait is over; nil if it had none and is through.
  private func board(_ route: ItemRoute, at instant: Instant) -> Instant? {
    hop = 0
    passenger = .value(values[index])
    pass(route.transforms, at: instant)
    guard route.hops.isEmpty else {
      return instant.advanced(byNanoseconds: route.hops[0].nanoseconds)
    }
    leave()
    return nil
  }

  /// Goes on behind a wait. Tells when the next one is over; nil if the item is through.
  private func ride(at instant: Instant) -> Instant? {
    let route = routes[Int(listNumbers[index])]
    pass(route.hops[hop].transforms, at: instant)
    hop += 1
    guard hop == route.hops.count else {
      return instant.advanced(byNanoseconds: route.hops[hop].nanoseconds)
    }
    leave()
    return nil
  }

  private func pass(_ transforms: [Transform], at instant: Instant) {
    guard case .value(let value) = passenger, !transforms.isEmpty else { return }
    let row = SingleRow(TransformRun(transforms, frame: chain.frame))
    passenger =
      switch row.work(on: value, at: instant.nanoseconds) {
      case .value(let value): .value(value)
      case .dropped: .dropped
      case .failure(let failure): .failure(located(failure, ofItem: index))
      }
  }

  private func located(_ failure: StreamFailure, ofItem index: Int) -> StreamFailure {
    chain.playing.attributed(plan.failure(failure, ofItem: index))
  }

  /// Delivers what has arrived at the end of its route.
  private func leave() {
    let arrived = passenger
    passenger = .dropped
    index += 1
    guard unsafe !isOver else { return }
    switch arrived {
    case .value(let value):
      downstream.receive(value)
    case .dropped:
      break
    case .failure(let failure):
      unsafe isOver = true
      downstream.receive(completion: .failure(failure))
    }
  }
}

// MARK: - Items that take in further streams

extension ItemsCursor: Subscriber {
  typealias Input = Value
  typealias Failure = StreamFailure

  private func subscribe(to recipe: (plan: Plan, output: Int)) {
    let part = chain.part(recipe.plan, item: values[index])
    index += 1
    partIsRunning = true
    isSubscribing = true
    part.publisher(of: recipe.output).receive(subscriber: self)
    isSubscribing = false
  }

  func receive(subscription: any Subscription) {
    guard unsafe !isOver else { return subscription.cancel() }
    part = subscription
  }

  func receive(_ input: Value) {
    guard unsafe !isOver else { return }
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard unsafe !isOver else { return }
    _ = part.take()
    partIsRunning = false
    if case .failure(let failure) = completion {
      unsafe isOver = true
      downstream.receive(completion: .failure(plan.failure(failure, ofItem: index - 1)))
    } else if !isSubscribing {
      goOn(at: scheduler.now)
    }
  }
}
