/// Where the tasks run that wait for a test's clock: the clock lets them come to rest before it moves.
package protocol TaskGround: AnyObject, Sendable {
  /// Waits until no task goes on by itself any more.
  func settle(isolation: isolated (any Actor)?) async
}
