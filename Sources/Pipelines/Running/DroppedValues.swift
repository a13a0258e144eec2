import Reactive

/// The values that operators have dropped in a playback because an expression failed on them, where
/// the operator's `onError` is not "fail".
///
/// Pass one to `Program.publisher`, and read it when the playback has ended:
///
///     let dropped = DroppedValues()
///     let publisher = program.publisher(on: scheduler, dropped: dropped)
///     …
///     for report in program.report(dropped) { print(report.operatorName, report.count) }
public final class DroppedValues {
  /// The number of values that are kept of each operator.
  public static let keptCount = 3

  /// The failure of an expression on a dropped value.
  struct Entry: Codable, Hashable {
    let failure: StreamFailure
    let time: Instant
  }

  /// The dropped values of an operator.
  struct Count: Codable, Hashable {
    /// The number of the operator.
    let site: Int
    var count = 0
    /// The first of them.
    var first: [Entry] = []
  }

  /// The counts of the operators that have dropped something, by number.
  private var counts: [Int: Count] = [:]

  /// Creates an empty count.
  public init() {}

  /// The number of all of them.
  public var count: Int { counts.values.reduce(0) { $0 + $1.count } }

  func add(_ failure: StreamFailure, at time: Instant, site: Int) {
    counts[site, default: Count(site: site)].count += 1
    guard counts[site, default: Count(site: site)].first.count < Self.keptCount else { return }
    counts[site]?.first.append(Entry(failure: failure, time: time))
  }
}

extension DroppedValues {
  /// The counts, by the number of the operator.
  var state: [Count] { counts.values.sorted { $0.site < $1.site } }

  func restore(_ state: [Count]) {
    counts = Dictionary(state.map { ($0.site, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The values that one operator has dropped.
public struct DroppedValuesReport: Sendable {
  /// The name of the operator.
  public let operatorName: String
  /// The place of the operator; nil for a model made in Swift.
  public let location: SourceLocation?
  /// The hot stream that received them; nil if they were only counted.
  public let output: String?
  /// The number of values.
  public let count: Int
  /// The failures of the expression on the first of them.
  public let first: [FailureReport]
}

extension Program {
  /// Whether operators may drop values because their expressions fail on them.
  public var toleratesErrors: Bool { !plan.errorSites.isEmpty }

  /// Returns what each operator has dropped, in the order of the plan, without those that have
  /// dropped nothing.
  public func report(_ dropped: DroppedValues) -> [DroppedValuesReport] {
    dropped.state.map { count in
      let site = plan.errorSites[count.site]
      return DroppedValuesReport(
        operatorName: site.place.operatorName ?? "", location: location(of: site.place),
        output: site.output, count: count.count,
        first: count.first.map { FailureReport($0.failure, of: self) })
    }
  }
}
