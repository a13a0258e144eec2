/// The earlier value that a stage's next result depends on.
package enum StageMemory: Sendable {
  case nothing
  /// The last value that it received.
  case received
  /// The last value that it emitted.
  case emitted
}
