package import Reactive

/// The limits of a playback, beyond which it counts as endless.
///
/// A test that never ends reports nothing. A test that is stopped reports the work that was
/// pending.
public struct Bounds: Sendable {
  /// The maximum number of pieces of work.
  public var steps: Int
  /// The maximum time.
  public var time: Duration

  /// Creates bounds. The defaults are a million steps and a year.
  public init(steps: Int = 1_000_000, time: Duration = .seconds(366 * 86_400)) {
    self.steps = steps
    self.time = time
  }

  /// Bounds that suit most tests.
  public static var standard: Bounds { Bounds() }
}

/// The error of a playback that exceeded its bounds.
public struct EndlessRun: Error, Sendable, CustomStringConvertible {
  /// The bound that was exceeded, and when it was exceeded.
  package let headline: String
  private let pending: [PendingWork]

  package init(_ reason: Reason, at instant: Instant, pending: [PendingWork]) {
    let limit =
      switch reason {
      case .steps(let steps): "\(steps) steps"
      case .time(let time): "\(time.brief)"
      }
    headline = "does not end: stopped after \(limit), at \(instant.brief)"
    self.pending = pending
  }

  /// The bound that was exceeded, and the pending work.
  public var description: String { "\(headline)\n\(pending.listed(of: pending.count))" }

  package enum Reason {
    case steps(Int)
    case time(Duration)
  }
}
