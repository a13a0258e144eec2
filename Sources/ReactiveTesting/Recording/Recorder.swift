public import Marbles
public import Reactive

/// A subscriber that records events with their instants, and any violation of the laws.
///
/// It works on any scheduler, virtual or not, and stays in the isolation of its publisher. It keeps
/// the run alive until the run ends or is cancelled.
public final class Recorder<Input, Failure: Error>: Subscriber, Cancellable {
  /// The call during which to cancel.
  public enum Cut: Sendable {
    /// Never cancels.
    case none
    /// Cancels when the subscription arrives.
    case atSubscription
    /// Cancels inside the value with this number, counted from one.
    case insideValue(Int)
  }

  /// The events with their instants. There is no completion as long as none has arrived.
  public private(set) var timeline = Timeline<Input>()
  /// The completion of the run.
  public private(set) var completion: Subscribers.Completion<Failure>?
  /// The violations of the laws of a publisher; empty if there are none.
  public private(set) var violations: [String] = []
  /// Whether the recorder has cancelled.
  public private(set) var isCancelled = false

  private let scheduler: (any Scheduler)?
  private let cut: Cut
  private let onValue: (Input) -> Void
  private var valueCount = 0
  private var hasSubscription = false
  private var subscription: (any Subscription)?

  /// - Parameters:
  ///   - scheduler: The clock that dates the events. Without one, all are at time 0.
  ///   - cut: The call during which to cancel.
  ///   - onValue: The closure to call with each value, after the value was recorded.
  public init(
    on scheduler: (any Scheduler)? = nil, cut: Cut = .none,
    onValue: @escaping (Input) -> Void = { _ in }
  ) {
    self.scheduler = scheduler
    self.cut = cut
    self.onValue = onValue
  }

  public func receive(subscription: any Subscription) {
    if hasSubscription { violations.append("a second subscription") }
    hasSubscription = true
    self.subscription = subscription
    if case .atSubscription = cut { cancel() }
  }

  public func receive(_ input: Input) {
    check("a value")
    valueCount += 1
    timeline.events.append(Timeline.Event(instant: now, kind: .value(input)))
    onValue(input)
    if case .insideValue(valueCount) = cut { cancel() }
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    check("a completion")
    self.completion = completion
    let kind: Timeline<Input>.Kind =
      switch completion {
      case .finished: .finished
      case .failure(let failure): .failure("\(failure)")
      }
    timeline.events.append(Timeline.Event(instant: now, kind: kind))
    subscription = nil
  }

  /// Cancels the run. The recorded events remain.
  public func cancel() {
    isCancelled = true
    subscription.take()?.cancel()
  }

  private var now: Instant { scheduler?.now ?? .zero }

  private func check(_ what: String) {
    if !hasSubscription { violations.append("\(what) before the subscription") }
    if isCancelled { violations.append("\(what) after the cancel") }
    if completion != nil { violations.append("\(what) after the completion") }
  }
}

extension Recorder {
  /// The values, in order, without their times.
  public var values: [Input] { timeline.values }
}

extension Recorder: EventCounting {
  var eventCount: Int { timeline.events.count }

  func events(from index: Int) -> [String] {
    timeline.events[index...].map(\.description)
  }
}

extension Publisher {
  /// Subscribes a recorder, which the run keeps alive.
  public func record(
    on scheduler: (any Scheduler)? = nil, cut: Recorder<Output, Failure>.Cut = .none,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, onValue: @escaping (Output) -> Void = { _ in }
  ) -> Recorder<Output, Failure> {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let recorder = Recorder<Output, Failure>(on: scheduler, cut: cut, onValue: onValue)
    if let scheduler = scheduler as? TestScheduler {
      scheduler.watch(recorder)
      scheduler.attributing(to: place) { receive(subscriber: recorder) }
    } else {
      receive(subscriber: recorder)
    }
    return recorder
  }
}
