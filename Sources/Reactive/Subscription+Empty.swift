/// The namespace of subscriptions that exist ready-made.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher that ends at once: to cancel it does nothing.
  public static var empty: any Subscription { BurstSubscription() }
}
