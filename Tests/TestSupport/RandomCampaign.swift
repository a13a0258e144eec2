import Foundation

/// How long random tests run: `swift test` plays few cases, a campaign more of them.
package enum RandomCampaign {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The number of cases that `STREAMS_RANDOM_CASES` asks for; nil if it is not set.
  package static let cases = number("STREAMS_RANDOM_CASES")
}
