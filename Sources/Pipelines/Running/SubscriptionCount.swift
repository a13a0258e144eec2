import Reactive
import Values

/// Counts the subscriptions of one playback, so that one in which time stands still ends.
///
/// A name that is used twice is two subscriptions: of thirty streams that each use the previous one
/// twice, the first has a thousand million. Only plans with that many are counted.
final class SubscriptionCount {
  /// The limit called "time stands still". Tests may take a smaller one.
  @TaskLocal static var limit = 1_000_000

  static var failure: StreamFailure {
    StreamFailure(
      "time stands still: more than \(limit) subscriptions at one instant without an event")
  }

  private let limit = SubscriptionCount.limit
  private var instant = Instant.zero
  private var count = 0

  /// Counts more subscriptions. Returns whether the count is still within the limit.
  func add(_ subscriptions: Int, at now: Instant) -> Bool {
    if now != instant { (instant, count) = (now, 0) }
    count += subscriptions
    return count <= limit
  }

  /// Restarts the count, because an event has occurred.
  func noteEvent() {
    count = 0
  }
}

/// Subscribes to a publisher, or fails if that exceeds the limit on subscriptions.
struct CountedSubscriptions: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: AnyPublisher<Value, StreamFailure>
  /// The number of subscriptions for which it counts.
  var subscriptions = 1
  let count: SubscriptionCount
  let scheduler: any Scheduler

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    // A restored subscription was counted when it was made.
    if CallDepth.isRestoring || count.add(subscriptions, at: scheduler.now) {
      upstream.receive(subscriber: subscriber)
    } else {
      Fail<Value, StreamFailure>(error: SubscriptionCount.failure).receive(subscriber: subscriber)
    }
  }
}

extension Plan {
  /// Returns whether a playback may subscribe so often that it has to be counted.
  func hasManySubscriptions(to output: Int) -> Bool {
    let limit = SubscriptionCount.limit
    var counts: [Int] = []
    counts.reserveCapacity(output + 1)
    for node in nodes.prefix(output + 1) {
      // The outer values determine how often inner streams are played.
      if !node.inner.isEmpty { return true }
      if case .items(let items) = node, items.hasInner { return true }
      counts.append(
        node.inputs.reduce(node.isTracePoint ? 0 : 1) { min($0 + counts[$1], limit + 1) })
      guard case .items(let items) = node, !items.inputs.isEmpty, let own = counts.last else {
        continue
      }
      // Each of the items may use all of its inputs.
      let (product, overflow) = own.multipliedReportingOverflow(by: items.values.count)
      counts[counts.count - 1] = overflow ? limit + 1 : min(product, limit + 1)
    }
    return counts[output] > limit
  }
}
