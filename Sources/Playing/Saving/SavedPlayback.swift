import Expressions
import Reactive
import Values

/// A playback that has been saved between two instants.
struct SavedPlayback {
  /// The state, as JSON.
  let bytes: [UInt8]
  /// The states of the runs, and the operator to which each run belongs.
  private let runs: [(state: Value, place: ExpressionPlace?)]

  /// Saves the playback whose last stage has this subscription.
  init(_ subscription: (any Subscription)?, on scheduler: VirtualScheduler) throws {
    guard let subscription else { throw SavingError.hasEnded }
    let value = try ValueEncoder().encode(
      Checkpoint(subscription, on: scheduler.state, with: scheduler.pendingTickets))
    bytes = JSONWriter.text(of: value)
    var places: [ExpressionPlace?] = []
    forEachRun(from: subscription, in: ExpressionPlace?.none) { next, place in
      if next is any SavableRun { places.append(place) }
      return (next as? PlacedRun)?.place ?? place
    }
    if case .object(let members) = value, case .array(let states)? = members["runs"] {
      runs = zip(states, places).map { ($0, $1) }
    } else {
      runs = []
    }
  }

  /// Decodes a saved playback, which can be resumed once.
  static func decode(_ bytes: [UInt8]) throws -> DecodedCheckpoint {
    let value = try JSONReader.value(of: SourceText(name: "", bytes: bytes)).value
    return try ValueDecoder().decode(DecodedCheckpoint.self, from: value)
  }

  /// Returns the operator of the first run whose state is another one; nil if it is unknown, or if
  /// there is no such run.
  func firstDifference(from other: SavedPlayback) -> ExpressionPlace? {
    zip(runs, other.runs).first { $0.state != $1.state }.flatMap { $0.0.place }
  }
}

/// The reason why a playback cannot be saved.
enum SavingError: Error {
  case hasEnded
}
