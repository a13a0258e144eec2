import Reactive

/// A subscriber that records events and their times, and events that should never have occurred.
final class Recorder<Input, Failure: Error>: Subscriber, Cancellable {
  /// The call during which to cancel.
  enum Cut: Sendable {
    case none
    case atSubscription
    /// Inside the value with this number, counted from one.
    case insideValue(Int)
  }

  private(set) var values: [Input] = []
  private(set) var times: [Duration] = []
  private(set) var completion: Subscribers.Completion<Failure>?
  private(set) var completionTime: Duration?
  /// Violations of the guarantees of every publisher; empty if there are none.
  private(set) var violations: [String] = []
  private(set) var isCancelled = false

  private let scheduler: (any Scheduler)?
  private let cut: Cut
  private let keepsValues: Bool
  private let onValue: (Input) -> Void
  private var hasSubscription = false
  private var subscription: (any Subscription)?

  init(
    on scheduler: (any Scheduler)? = nil, cut: Cut = .none, keepsValues: Bool = true,
    onValue: @escaping (Input) -> Void = { _ in }
  ) {
    self.scheduler = scheduler
    self.keepsValues = keepsValues
    self.cut = cut
    self.onValue = onValue
  }

  func receive(subscription: any Subscription) {
    if hasSubscription { violations.append("a second subscription") }
    hasSubscription = true
    self.subscription = subscription
    if case .atSubscription = cut { cancel() }
  }

  func receive(_ input: Input) {
    check("a value")
    if keepsValues { values.append(input) }
    times.append(now)
    onValue(input)
    if case .insideValue(times.count) = cut { cancel() }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    check("a completion")
    self.completion = completion
    completionTime = now
    subscription = nil
  }

  func cancel() {
    isCancelled = true
    subscription.take()?.cancel()
  }

  private var now: Duration { Instant.zero.duration(to: scheduler?.now ?? .zero) }

  private func check(_ what: String) {
    if !hasSubscription { violations.append("\(what) before the subscription") }
    if isCancelled { violations.append("\(what) after the cancel") }
    if completion != nil { violations.append("\(what) after the completion") }
  }
}

extension Recorder where Failure: Equatable {
  var hasFinished: Bool { completion == .finished }
  var failure: Failure? {
    if case .failure(let failure) = completion { failure } else { nil }
  }
}

extension Publisher {
  /// Subscribes a recorder.
  func record(
    on scheduler: (any Scheduler)? = nil, cut: Recorder<Output, Failure>.Cut = .none,
    onValue: @escaping (Output) -> Void = { _ in }
  ) -> Recorder<Output, Failure> {
    let recorder = Recorder<Output, Failure>(on: scheduler, cut: cut, onValue: onValue)
    receive(subscriber: recorder)
    return recorder
  }
}

extension Recorder where Failure == any Error {
  var failure: (any Error)? {
    if case .failure(let failure) = completion { failure } else { nil }
  }
}
