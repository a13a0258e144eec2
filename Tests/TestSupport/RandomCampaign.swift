import Foundation

/// The length of random tests: `swift test` plays only a few cases, and a campaign plays more.
package enum RandomCampaign {
  private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
  }

  /// The number of cases that `STREAMS_RANDOM_CASES` requests; nil if it is not set.
  package static let cases: Int? = number("STREAMS_RANDOM_CASES")

  /// The number of rounds of cheap cases that `STREAMS_ROUNDS` requests; nil if it is not set.
  package static let rounds: Int? = number("STREAMS_ROUNDS")

  /// The number of runs to kill that `STREAMS_KILLS` requests; nil if it is not set.
  package static let kills: Int? = number("STREAMS_KILLS")

  /// The seed that `STREAMS_RANDOM_SEED` requests; nil if it is not set.
  package static let seed: UInt64? = number("STREAMS_RANDOM_SEED")
}
