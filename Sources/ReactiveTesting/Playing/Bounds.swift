package import Reactive

/// How far a playing goes before it counts as endless.
///
/// A test that never ends tells nothing; one that is stopped says what it was still waiting for.
public struct Bounds: Sendable {
  /// How many pieces of work may run.
  public var steps: Int
  /// How far time may go.
  public var time: Duration

  /// A million steps, and a year.
  public init(steps: Int = 1_000_000, time: Duration = .seconds(366 * 86_400)) {
    self.steps = steps
    self.time = time
  }

  /// Bounds that suit most tests.
  public static var standard: Bounds { Bounds() }
}

/// A playing went on beyond its bounds.
public struct EndlessRun: Error, Sendable, CustomStringConvertible {
  /// Says which bound it was, and when.
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

  /// Says which bound it was, and what was still in line.
  public var description: String { "\(headline)\n\(pending.listed(of: pending.count))" }

  package enum Reason {
    case steps(Int)
    case time(Duration)
  }
}
