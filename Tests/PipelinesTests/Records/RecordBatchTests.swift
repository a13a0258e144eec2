import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// Records that are decoded in batches, here or by a thread, play as if they were read one by one:
/// the same events at the same instants, in the same order, and the same counts.
///
/// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
@Suite struct RecordBatchTests {
  /// The maximum numbers of records in a batch.
  private static let sizes = [64, 1, 2, 7]

  private let cases = RandomCampaign.cases ?? 15
  private let seed = RandomCampaign.seed ?? 1

  @Test func `any pipeline reads batches as it reads single records`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var shortest: (text: String, report: String)?
    var played = 0
    for number in 0..<cases {
      let format = number % 3 == 2 ? RecordFormat.csv : .ndjson
      let log =
        format == .csv
        ? RandomLog.table(&pipelines.random) : RandomLog.lines(&pipelines.random)
      let reading = RandomLog.reading(&pipelines.random)
      let document = RandomLog.withInputs(pipelines.document(), reading, &pipelines.random)
        .description
      guard let program = Self.program(document), !program.plan.usedInputs.isEmpty else { continue }
      played += 1
      let (stop, skips) = (pipelines.random.below(12), pipelines.random.oneIn(2))
      let stride = pipelines.random.oneIn(2) ? Int.max : 1 + pipelines.random.below(300)
      for way in Way.allCases {
        let expected = heard(
          of: program, way, Log(log, format, skips, stride, .oneByOne), stop: stop)
        let size = Self.sizes[number % Self.sizes.count]
        let found = RowBatch.$greatestSize.withValue(size) {
          heard(of: program, way, Log(log, format, skips, stride, .inBatches), stop: stop)
        }
        let plan = ReadingAhead.Plan(
          firstByte: 0, batchSize: Self.sizes[number / 4 % Self.sizes.count],
          queueLength: 1 + number % 3, needsProcessor: false)
        let ahead = ReadingAhead.Plan.$current.withValue(plan) {
          heard(of: program, way, Log(log, format, skips, stride, .ahead(plan)), stop: stop)
        }
        // The number of records left for a later subscriber is not defined.
        let isSame =
          way == .cancelled ? ahead.untilAgain == expected.untilAgain : ahead == expected
        if !isSame, found == expected {
          let place = zip(ahead, expected).prefix { $0 == $1 }.count
          Issue.record(
            """
            seed \(seed), pipeline \(number), \(way), \(plan), stop \(stop), event \(place)
            \(expected[max(0, place - 3)...].prefix(8))
            \(ahead[max(0, place - 3)...].prefix(8))
            \(document)
            \(log)
            """)
          return
        }
        if found != expected, document.utf8.count < shortest?.text.utf8.count ?? .max {
          let place = zip(found, expected).prefix { $0 == $1 }.count
          shortest = (
            "\(document)\n\(log)",
            "pipeline \(number), \(way), batches of \(size), stop \(stop), event \(place)\n"
              + "\(expected[max(0, place - 3)...].prefix(8))\n\(found[max(0, place - 3)...].prefix(8))"
          )
        }
      }
    }
    // Documents that do not compile or that read nothing are skipped.
    #expect(played > cases / 3, "seed \(seed): \(played) of \(cases) pipelines can be played")
    if let shortest { Issue.record("seed \(seed), \(shortest.report)\n\(shortest.text)") }
  }

  /// How a pipeline is played.
  private enum Way: CaseIterable {
    /// By a playback, which takes many values at once: to the end, or up to a number of values.
    case played, limited
    /// Together with a subscriber that schedules work at each value, for now and for later.
    case besides
    /// Until a value at which it is cancelled; then by another subscriber that continues.
    case cancelled
    /// By two subscribers at once.
    case twice
  }

  /// The log, and how it is read.
  private struct Log {
    let text: String
    let format: RecordFormat
    let skipsBad: Bool
    let stride: Int
    let manner: Manner

    enum Manner {
      case oneByOne, inBatches
      case ahead(ReadingAhead.Plan)
    }

    init(
      _ text: String, _ format: RecordFormat, _ skipsBad: Bool, _ stride: Int, _ manner: Manner
    ) {
      (self.text, self.format, self.skipsBad) = (text, format, skipsBad)
      (self.stride, self.manner) = (stride, manner)
    }

    var bindings: InputBindings {
      let (text, format, stride, manner) = (text, format, stride, manner)
      return InputBindings(
        [
          "log": InputBinding { (_) throws(InputError) in
            let records = TextRecords(
              PartedBytes(text, stride: stride), format: format, nil, name: "log")
            switch manner {
            case .oneByOne: return OneByOne(records)
            case .inBatches: break
            case .ahead(let plan): records.readAhead(plan)
            }
            return records
          }
        ], badRecords: skipsBad ? .skip : .fail)
    }
  }

  private func heard(of program: Program, _ way: Way, _ log: Log, stop: Int) -> [String] {
    let session: InputSession
    do throws(InputError) {
      session = try InputSession(program, log.bindings)
    } catch {
      return ["\(error)"]
    }
    let scheduler = VirtualScheduler(now: session.start)
    var heard: [String] = []
    func note(_ what: String) { heard.append("\(what)@\(scheduler.now.nanoseconds)") }
    var subscriptions: [AnyCancellable] = []
    func listen(as name: String, then act: @escaping () -> Void = {}) {
      program.publisher(on: scheduler, inputs: session).sink(
        receiveCompletion: { note("\(name)\($0) \(Self.cause(of: $0))") },
        receiveValue: { value in
          note("\(name)\(value) \(session.reports.map(\.recordCount))")
          act()
        }
      ).store(in: &subscriptions)
    }
    func run() -> RunOutcome {
      scheduler.run(until: .zero.advanced(by: .seconds(60)), steps: 5000)
    }
    switch way {
    case .played, .limited:
      let audience = PlaybackAudience(
        ValueReceiver(
          receiveCompletion: {
            heard.append("\($0) \(Self.cause(of: $0))@\($1.nanoseconds)")
          },
          receiveValue: {
            heard.append("\($0)@\($1.nanoseconds)")
            return true
          }),
        on: scheduler, limit: way == .limited ? stop : 2000)
      let publisher = program.publisher(on: scheduler, inputs: session)
      let end = audience.listen(to: publisher)
      note("\(end ?? audience.leave(after: run()))")
    case .besides:
      for second in 0..<8 {
        scheduler.schedule(after: .seconds(second)) { note("tick") }.store(in: &subscriptions)
      }
      listen(as: "") {
        scheduler.schedule { note("soon") }
        scheduler.schedule(after: .seconds(1)) { note("later") }.store(in: &subscriptions)
      }
      _ = run()
    case .cancelled:
      var count = 0
      listen(as: "") {
        count += 1
        if count == stop { subscriptions.removeAll() }
      }
      _ = run()
      listen(as: "again ")
      _ = run()
    case .twice:
      listen(as: "a")
      listen(as: "b")
      _ = run()
    }
    note("\(session.reports)")
    // The subscriptions may hold the inputs, and these a thread that reads ahead.
    subscriptions.removeAll()
    return Array(heard.prefix(2000))
  }
}

extension [String] {
  /// The events before another subscriber continued.
  fileprivate var untilAgain: [String] {
    Array(prefix { !$0.hasPrefix("again") && !$0.contains(".InputReport(") })
  }
}

extension RecordBatchTests {
  /// Returns the facts about a failure besides its message.
  private static func cause(of completion: Subscribers.Completion<StreamFailure>) -> String {
    guard case .failure(let failure) = completion, let cause = failure.cause else { return "" }
    return "\(cause.reason) \(cause.hint ?? "") \(cause.values) \(cause.record, default: "")"
  }
}

extension RecordBatchTests {
  private static func program(_ text: String) -> Program? {
    do {
      return try Program(SourceText(name: "test.json", text))
    } catch {
      return nil
    }
  }
}
