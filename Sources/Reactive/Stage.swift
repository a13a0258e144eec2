/// What stands between upstream and downstream in one run.
///
/// A stage with nothing to do when the run is cancelled hands its upstream's subscription on, so
/// that a cancel goes straight to the source. It inherits here whatever it only forwards.
@usableFromInline
protocol Stage<Downstream>: Subscriber {
  associatedtype Downstream: Subscriber
  var downstream: Downstream { get }
}

extension Stage {
  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }
}

extension Stage where Failure == Downstream.Failure {
  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
