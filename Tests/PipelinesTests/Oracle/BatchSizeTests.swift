import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing

/// Batches of any size emit the same events, at the same instants and in the same order, as values
/// that are delivered one by one, even among other work.
///
/// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
@Suite struct BatchSizeTests {
  /// Operators that hand batches on or consume them.
  private static let clockless = [
    "map", "filter", "scan", "compactMap", "removeDuplicates", "dropWhile", "distinct", "delay",
    "append", "prepend", "merge", "zip", "reduce",
  ]

  /// The maximum numbers of rows in a batch. One row is never a batch.
  private static let sizes = [1024, 64, 7, 4]

  private let cases = RandomCampaign.cases ?? 60
  private let seed = RandomCampaign.seed ?? 1

  @Test(arguments: [clockless, RandomPipeline.operators])
  func `batches play like single values`(operators: [String]) throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed), operators: operators)
    var shortest: (text: String, report: String)?
    var played = 0
    for number in 0..<cases {
      let text = pipelines.document().description
      guard let program = Self.program(text) else { continue }
      played += 1
      let stop = pipelines.random.below(12)
      for way in Way.allCases {
        let expected = RowBatch.$greatestSize.withValue(1) { heard(of: program, way, stop: stop) }
        let size = Self.sizes[number % Self.sizes.count]
        let found = RowBatch.$greatestSize.withValue(size) {
          heard(of: program, way, stop: stop)
        }
        if found != expected, text.utf8.count < shortest?.text.utf8.count ?? .max {
          let place = zip(found, expected).prefix { $0 == $1 }.count
          shortest = (
            text,
            "pipeline \(number), \(way), batches of \(size), stop \(stop), event \(place)\n"
              + "\(expected[max(0, place - 3)...].prefix(8))\n\(found[max(0, place - 3)...].prefix(8))"
          )
        }
      }
    }
    // Documents that do not compile are skipped.
    #expect(played > cases / 2, "seed \(seed): \(played) of \(cases) pipelines can be played")
    if let shortest { Issue.record("seed \(seed), \(shortest.report)\n\(shortest.text)") }
  }

  /// A stage with a state has worked on the whole batch when a row fails, here or downstream.
  @Test(arguments: [
    #"{"reduce": {"initialValue": 0, "expression": "$1 == 45 ? 1 / ($0 - $0) : $0 + $1"}}"#,
    #"{"map": {"expression": "$0 == 45 ? 1 / ($0 - $0) : $0"}}"#,
    #"{"append": {"streams": []}}, {"map": {"expression": "$0 == 45 ? 1 / ($0 - $0) : $0"}}"#,
    #"{"map": {"expression": "$0 == 45 ? 1 / ($0 - $0) : $0"}}, {"collect": {}}"#,
  ])
  func `a row that fails has the result of its place`(operators: String) throws {
    let list = (0..<30).map(String.init).joined(separator: ",")
    let text = """
      {"append": [{"sequence": [\(list)]}, {"sequence": [1]}], "operators": [
        {"scan": {"initialValue": 0, "expression": "$0 + $1"}}, \(operators)]}
      """
    let program = try #require(Self.program(text))
    let expected = RowBatch.$greatestSize.withValue(1) { heard(of: program, .played, stop: 0) }
    #expect(heard(of: program, .played, stop: 0) == expected)
    #expect(expected.contains { $0.contains("45") }, "\(expected)")
  }

  /// How a pipeline is played.
  private enum Way: CaseIterable {
    /// By a subscriber that receives one value at a time.
    case alone
    /// By a playback, which takes many values at once: to the end, up to a number of values, or
    /// until the receiver stops it.
    case played, limited, stopped
    /// Twice at once, so that equal instants show which subscription was scheduled first.
    case twice
    /// Together with a subscriber that schedules work at each value, for now and for later.
    case besides
    /// Until a value at which it is cancelled.
    case cancelled
  }

  private static func program(_ text: String) -> Program? {
    do {
      return try Program(SourceText(name: "test.json", text))
    } catch {
      return nil
    }
  }

  private func heard(of program: Program, _ way: Way, stop: Int) -> [String] {
    let scheduler = VirtualScheduler()
    var heard: [String] = []
    func note(_ what: String) { heard.append("\(what)@\(scheduler.now.nanoseconds)") }
    var subscriptions: [AnyCancellable] = []
    func listen(as name: String, then act: @escaping () -> Void = {}) {
      program.publisher(on: scheduler)
        .sink(
          receiveCompletion: { note("\(name)\($0)") },
          receiveValue: { value in
            note("\(name)\(value)")
            act()
          }
        ).store(in: &subscriptions)
    }
    switch way {
    case .played, .limited, .stopped:
      var count = 0
      let audience = PlaybackAudience(
        ValueReceiver(
          receiveCompletion: { heard.append("\($0)@\($1.nanoseconds)") },
          receiveValue: {
            count += 1
            heard.append("\($0)@\($1.nanoseconds)")
            return way != .stopped || count < stop
          }),
        on: scheduler, limit: way == .limited ? stop : 2000)
      var end = audience.listen(to: program.publisher(on: scheduler))
      if end == nil {
        end = audience.leave(
          after: scheduler.run(until: .zero.advanced(by: .seconds(60)), steps: 5000))
      }
      note("\(end, default: "")")
      return heard
    case .alone: listen(as: "")
    case .twice:
      listen(as: "a")
      listen(as: "b")
    case .besides:
      for second in 0..<8 {
        scheduler.schedule(after: .seconds(second)) { note("tick") }.store(in: &subscriptions)
      }
      listen(as: "") {
        scheduler.schedule { note("soon") }
        scheduler.schedule(after: .seconds(1)) { note("later") }.store(in: &subscriptions)
      }
    case .cancelled:
      var count = 0
      listen(as: "") {
        count += 1
        if count == stop { subscriptions.removeAll() }
      }
    }
    let outcome = scheduler.run(until: .zero.advanced(by: .seconds(60)), steps: 5000)
    note("\(outcome) \(scheduler.pendingCount)")
    return Array(heard.prefix(2000))
  }
}
