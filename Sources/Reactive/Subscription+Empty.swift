/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher that ends at once: cancelling it does nothing.
  public static var empty: any Subscription { BurstSubscription() }
}
