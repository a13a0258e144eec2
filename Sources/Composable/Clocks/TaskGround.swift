/// The place where the tasks that wait for a test's clock run: the clock lets them come to rest
/// before it moves.
package protocol TaskGround: AnyObject, Sendable {
  /// Waits until every task is suspended.
  func settle(isolation: isolated (any Actor)?) async
}
