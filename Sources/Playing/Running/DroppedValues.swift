public import Checking
import Expressions
public import Reactive
public import StreamModels
public import Values

/// The values that operators have dropped in a playback: those on which an expression failed, if
/// the operator's `onError` is not "fail"; those that arrived too fast for a `rateLimit`; those
/// that had no partner; the groups that a `groupBy` has forgotten; and those that were not due
/// when a live playback was stopped.
///
/// Operators whose purpose is to choose values, such as `filter`, `debounce` and `throttle`, are
/// not counted.
///
/// Pass one to `Program.publisher`, and read it when the playback has ended:
///
///     let dropped = DroppedValues()
///     let publisher = program.publisher(on: scheduler, dropped: dropped)
///     …
///     for report in program.report(dropped) { print(report.operatorName, report.count) }
public final class DroppedValues {
  /// The number of values that are stored for each operator.
  public static let keptCount = 3

  /// The part of a dropped value that is stored: the value, or the failure on it.
  enum Example: Codable, Hashable {
    /// The failure of an expression on it.
    case failure(StreamFailure)
    case value(Value)
  }

  /// A dropped value, with the time at which it was dropped.
  struct Entry: Codable, Hashable {
    let time: Instant
    let example: Example
  }

  /// The dropped values of an operator.
  struct Count: Codable, Hashable {
    /// The number of the operator.
    let site: Int
    var count = 0
    /// The first dropped values.
    var first: [Entry] = []
  }

  /// The counts of the operators that have dropped anything, by the number of the operator.
  private var counts: [Count] = []

  /// The values that were not due when the playback was stopped, by the place of the operator.
  private var waiting: [Waiting] = []

  private struct Waiting {
    let place: ExpressionPlace?
    var count = 0
    var first: [(time: Instant, value: Value)] = []
  }

  /// Creates an empty count.
  public init() {}

  /// The total number of dropped values.
  public var count: Int {
    counts.reduce(0) { $0 + $1.count } + waiting.reduce(0) { $0 + $1.count }
  }

  func add(_ entry: @autoclosure () -> Entry, site: Int) {
    while counts.count <= site { counts.append(Count(site: counts.count)) }
    counts[site].count += 1
    guard counts[site].first.count < Self.keptCount else { return }
    let entry = entry()
    // A stream that is played several times drops the same values each time.
    if case .value = entry.example, counts[site].first.contains(entry) { return }
    counts[site].first.append(entry)
  }
}

extension DroppedValues {
  /// Adds the values that wait in one run of an operator.
  func add(_ values: UndeliveredValues, at place: ExpressionPlace?) {
    guard values.count > 0 else { return }
    let known = waiting.firstIndex { $0.place == place }
    let index = known ?? waiting.endIndex
    if known == nil { waiting.append(Waiting(place: place)) }
    waiting[index].count += values.count
    var first = waiting[index].first
    for (due, value) in values.first {
      guard let value = value as? Value else { continue }
      let position = first.firstIndex { $0.time > due } ?? first.endIndex
      first.insert((due, value.withoutTraces()), at: position)
    }
    waiting[index].first = Array(first.prefix(Self.keptCount))
  }

  /// The reports on the values that were not due, in the order of the places.
  fileprivate func waitingReports(of program: Program) -> [DroppedValuesReport] {
    let reports = waiting.map { waiting in
      DroppedValuesReport(
        operatorName: waiting.place?.operatorName ?? "",
        location: waiting.place.flatMap { program.location(of: $0) },
        reason: .notDue, output: nil, count: waiting.count, first: [], firstValues: waiting.first)
    }
    func order(_ report: DroppedValuesReport) -> (String, Int, Int) {
      report.location.map { ($0.file, $0.line, $0.column) } ?? ("", 0, 0)
    }
    return reports.sorted { order($0) < order($1) }
  }

  /// The counts of the operators that have dropped anything, by number.
  var state: [Count] { counts.filter { $0.count > 0 } }

  /// Restores the saved counts of a playback. `siteCount` is the number of operators that may drop
  /// values.
  func restore(_ state: [Count], of siteCount: Int) {
    counts = (0..<siteCount).map { Count(site: $0) }
    for count in state where counts.indices.contains(count.site) { counts[count.site] = count }
  }
}

/// The values that one operator has dropped for one reason.
public struct DroppedValuesReport: Sendable {
  /// The name of the operator.
  public let operatorName: String
  /// The place of the operator; nil for a model made in Swift.
  public let location: SourceLocation?
  /// The reason.
  public let reason: DropReason
  /// The hot stream that received them; nil if they were only counted.
  public let output: String?
  /// The number of values.
  public let count: Int
  /// The failures of the expression on the first of them; empty for another reason.
  public let first: [FailureReport]
  /// The first distinct values, with the times at which they arrived; for forgotten groups, the
  /// keys, with the times at which they were forgotten; for values that were not due, with the times
  /// at which they are due. Empty if an expression failed.
  public let firstValues: [(time: Instant, value: Value)]
}

extension Program {
  /// Whether operators may drop values because their expressions fail on them.
  public var toleratesErrors: Bool { plan.facts.dropSites.contains { $0.reason == .failed } }

  /// Returns the dropped values of each operator, in the order of the plan. Operators that have
  /// dropped nothing are left out.
  public func report(_ dropped: DroppedValues) -> [DroppedValuesReport] {
    dropped.state.compactMap { count in
      guard plan.facts.dropSites.indices.contains(count.site) else { return nil }
      let site = plan.facts.dropSites[count.site]
      return DroppedValuesReport(
        operatorName: site.place.operatorName ?? "", location: location(of: site.place),
        reason: site.reason, output: site.output, count: count.count,
        first: count.first.compactMap { entry in
          if case .failure(let failure) = entry.example {
            FailureReport(failure, of: self)
          } else {
            nil
          }
        },
        firstValues: count.first.compactMap { entry in
          if case .value(let value) = entry.example { (entry.time, value) } else { nil }
        })
    } + dropped.waitingReports(of: self)
  }
}
