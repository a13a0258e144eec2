import Reactive
package import StreamModels
import Values

/// Counts the subscriptions of one playback, so that a playback in which time stands still ends.
///
/// A name that is used twice causes two subscriptions. If thirty streams each use the previous one
/// twice, the first one has a thousand million. Only plans with that many are counted. If the
/// stream of a definition is built again for another use, the copy takes memory for as long as it
/// plays, so the limit for these is lower.
package final class SubscriptionCount {
  /// The limit called "time stands still". Tests may use a smaller one.
  @TaskLocal static var limit = 1_000_000
  /// The limit on copies of streams of definitions. Tests may use a smaller one.
  @TaskLocal static var copyLimit = 100_000

  package static var failure: StreamFailure {
    StreamFailure(
      "time does not advance: more than \(limit) subscriptions at one instant without an event")
  }

  private static var copyFailure: StreamFailure {
    StreamFailure(
      "too many streams: definitions are instantiated more than \(copyLimit) times at one instant "
        + "without an event")
  }

  private let limit = SubscriptionCount.limit
  private let copyLimit = SubscriptionCount.copyLimit
  private var instant = Instant.zero
  private var count = 0
  private var copyCount = 0

  /// Counts a subscription, which may be to the copy of a stream. Returns the failure if there are
  /// too many.
  func excess(isCopy: Bool = false, at now: Instant) -> StreamFailure? {
    if now != instant {
      instant = now
      noteEvent()
    }
    count += 1
    if isCopy { copyCount += 1 }
    if count > limit { return Self.failure }
    return copyCount > copyLimit ? Self.copyFailure : nil
  }

  /// Restarts the count, because an event has occurred.
  func noteEvent() {
    (count, copyCount) = (0, 0)
  }
}

/// Subscribes to a publisher, or fails if that exceeds the limit on subscriptions.
struct CountedSubscriptions: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: AnyPublisher<Value, StreamFailure>
  let count: SubscriptionCount
  let scheduler: any Scheduler
  /// Notes whether there was a subscription before; nil in an inner stream, where the number
  /// depends on the outer values.
  let use: Use?

  /// Whether a stream has been subscribed to.
  final class Use {
    var isUsed = false
  }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    // A restored subscription was counted when it was made.
    if !CallDepth.isRestoring, let failure = excess() {
      Fail<Value, StreamFailure>(error: failure).receive(subscriber: subscriber)
    } else {
      upstream.receive(subscriber: subscriber)
    }
  }

  private func excess() -> StreamFailure? {
    let isCopy = use?.isUsed ?? false
    use?.isUsed = true
    return count.excess(isCopy: isCopy, at: scheduler.now)
  }
}

extension NodeGraph {
  /// Returns whether a playback may subscribe so often that its subscriptions have to be counted.
  func hasManySubscriptions(to output: Int) -> Bool {
    let limit = min(SubscriptionCount.limit, SubscriptionCount.copyLimit)
    var counts: [Int] = []
    counts.reserveCapacity(output + 1)
    for node in nodes.prefix(output + 1) {
      // The number of times that inner streams are played depends on the outer values.
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
