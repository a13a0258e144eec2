import Foundation
import Marbles
import Reactive
import ReactiveTesting
import Testing

/// Values that an operator accepts in batches have the same effect as when they arrive one by one.
///
/// `STREAMS_RANDOM_SEED` determines which values are used. A failure names the seed.
@Suite struct BatchTests {
  private static let seed =
    ProcessInfo.processInfo.environment["STREAMS_RANDOM_SEED"].flatMap { UInt64($0) } ?? 1

  /// An operator that accepts batches, and the minimum number of values that it accepts out of a
  /// thousand, a second apart.
  struct Case {
    let name: String
    let least: Int
    let play: (BatchSource, VirtualScheduler) -> AnyPublisher<String, BatchFailure>

    init(
      _ name: String, takes least: Int,
      _ play: @escaping (BatchSource, VirtualScheduler) -> some Publisher<some Any, BatchFailure>
    ) {
      self.name = name
      self.least = least
      self.play = { play($0, $1).map { "\($0)" }.eraseToAnyPublisher() }
    }
  }

  static var cases: [Case] {
    [
      Case("count", takes: 990) { source, _ in source.count() },
      Case("reduce", takes: 990) { source, _ in source.reduce(0, +).takingBatches() },
      Case("reduce that fails", takes: 400) { source, _ in
        source.tryReduce(0) { (sum, value) throws(BatchFailure) in
          if value == 500 { throw BatchFailure() }
          return sum + value
        }.takingBatches()
      },
      Case("reduce by a clock", takes: 0) { source, clock in
        source.reduce("") { "\($0) \($1)@\(clock.now)" }
      },
      Case("last", takes: 990) { source, _ in source.last().takingBatches() },
      Case("collect", takes: 990) { source, _ in source.collect() },
      Case("collect 7", takes: 500) { source, _ in source.collect(7) },
      Case("collect 1", takes: 0) { source, _ in source.collect(1) },
      Case("windows", takes: 500) { source, clock in source.collect(.byTime(clock, .seconds(10))) },
      Case("windows of 5", takes: 150) { source, clock in
        source.collect(.byTimeOrCount(clock, .seconds(10), 5))
      },
      Case("sessions", takes: 300) { source, clock in
        source.collect(.bySession(clock, gap: .seconds(6)))
      },
      Case("debounce", takes: 300) { source, clock in
        source.debounce(for: .seconds(6), scheduler: clock)
      },
      Case("debounce, pending at the end", takes: 300) { source, clock in
        source.debounce(for: .seconds(6), scheduler: clock, atEnd: .emit)
      },
      Case("debounce, leading", takes: 150) { source, clock in
        source.debounce(for: .seconds(6), scheduler: clock, leading: true)
      },
      Case("rate limit", takes: 400) { source, clock in
        source.rateLimit(2, per: .seconds(10), scheduler: clock)
      },
      Case("rate limit, delaying", takes: 500) { source, clock in
        source.rateLimit(
          2, per: .seconds(40), scheduler: clock,
          overflow: .delay(atMost: 10_000) { BatchFailure() })
      },
      Case("throttle, latest", takes: 500) { source, clock in
        source.throttle(for: .seconds(10), scheduler: clock, latest: true)
      },
      Case("throttle, first", takes: 500) { source, clock in
        source.throttle(for: .seconds(10), scheduler: clock, latest: false)
      },
      Case("throttle, leading only", takes: 500) { source, clock in
        source.throttle(for: .seconds(10), scheduler: clock, latest: true, trailing: false)
      },
      Case("audit", takes: 500) { source, clock in source.audit(for: .seconds(10), scheduler: clock)
      },
      Case("sample", takes: 500) { source, clock in
        source.sample(every: .seconds(10), scheduler: clock)
      },
      Case("delay", takes: 50) { source, clock in source.delay(for: .seconds(90), scheduler: clock)
      },
      Case("delay of nothing", takes: 0) { source, clock in
        source.delay(for: .zero, scheduler: clock)
      },
      Case("two in a row", takes: 300) { source, clock in
        source.debounce(for: .seconds(6), scheduler: clock)
          .collect(.byTime(clock, .seconds(10)))
      },
      Case("first five arrays", takes: 15) { source, _ in source.collect(7).prefix(5) },
      Case("map, which takes none", takes: 0) { source, _ in source.map { $0 } },
    ]
  }

  @Test(arguments: cases.map(\.name)) func `acts as value by value`(_ name: String) throws {
    let operation = try #require(Self.cases.first { $0.name == name })
    for round in 0..<20 {
      var random = SeededGenerator(seed: Self.seed &+ UInt64(round))
      let rows = BatchSource.rows(&random)
      let expected = heard(of: operation, rows, size: 0)
      for size in [1, 2, 7, 1024] {
        let found = heard(of: operation, rows, size: size)
        #expect(
          found.events == expected.events, "seed \(Self.seed), round \(round), batches of \(size)")
      }
    }
  }

  @Test(arguments: cases.map(\.name)) func `accepts values in batches`(_ name: String) throws {
    let operation = try #require(Self.cases.first { $0.name == name })
    let rows = (1...1000).map { BatchSource.Row(seconds: $0 + $0 / 5, value: $0) }
    let found = heard(of: operation, rows, size: 1024)
    #expect(found.taken >= operation.least, "\(found.taken)")
    #expect(operation.least > 0 || found.taken == 0, "\(found.taken)")
  }

  /// Returns the events of a playback among other work, and the number of rows that were accepted
  /// in batches of a given size.
  private func heard(
    of operation: Case, _ rows: [BatchSource.Row], size: Int
  ) -> (events: [String], taken: Int) {
    let clock = VirtualScheduler()
    let source = BatchSource(rows: rows, size: size, clock: clock)
    var events: [String] = []
    var subscriptions: [AnyCancellable] = []
    for tick in 1..<5 {
      clock.schedule(after: .seconds(tick * 37)) { events.append("tick@\(clock.now)") }
        .store(in: &subscriptions)
    }
    operation.play(source, clock).sink(
      receiveCompletion: { events.append("\($0)@\(clock.now)") },
      receiveValue: { value in
        events.append("\(value)@\(clock.now)")
        clock.schedule { events.append("soon@\(clock.now)") }
      }
    ).store(in: &subscriptions)
    let outcome = clock.run()
    // The next place in the queue is the same, so those before it were.
    events.append("\(outcome) \(clock.takeTicket(due: .zero))")
    return (events, source.taken.count)
  }
}

struct BatchFailure: Error {}

/// A source of values with known times, in seconds, which it offers in batches of a given size.
struct BatchSource: Publisher {
  typealias Output = Int
  typealias Failure = BatchFailure

  struct Row {
    let seconds: Int
    /// Nil if there is no value.
    let value: Int?
  }

  final class Count { var count = 0 }

  let rows: [Row]
  let size: Int
  let clock: VirtualScheduler
  let taken = Count()

  /// Returns some rows, several at one instant, some of which have no value.
  static func rows(_ random: inout SeededGenerator) -> [Row] {
    var seconds = 0
    return (0..<Int.random(in: 0..<60, using: &random)).map { number in
      seconds += [0, 1, 1, 1, 2, 3, 20].randomElement(using: &random)!
      let isEmpty = number % 3 == 0 && Bool.random(using: &random)
      return Row(seconds: seconds, value: isEmpty ? nil : number)
    }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == BatchFailure {
    let run = Run(self, AnySubscriber(subscriber))
    subscriber.receive(subscription: run)
    run.start()
  }

  private final class Run: Subscription, ScheduledWork {
    private let source: BatchSource
    private var downstream: AnySubscriber<Int, BatchFailure>?
    private var next = 0
    private var ticket: Ticket?
    private let values: UnsafeMutablePointer<Int>
    private let times: UnsafeMutablePointer<Int64>
    private let kinds: UnsafeMutablePointer<RowKind>
    private let places: UnsafeMutablePointer<Int32>

    init(_ source: BatchSource, _ downstream: AnySubscriber<Int, BatchFailure>) {
      self.source = source
      self.downstream = downstream
      let count = Swift.max(1, source.rows.count)
      values = .allocate(capacity: count)
      times = .allocate(capacity: count)
      kinds = .allocate(capacity: count)
      places = .allocate(capacity: count)
      for (index, row) in source.rows.enumerated() {
        values[index] = row.value ?? 0
        times[index] = Int64(row.seconds) * 1_000_000_000
        kinds[index] = row.value == nil ? .event : [.event, .value]
      }
    }

    deinit {
      values.deallocate()
      times.deallocate()
      kinds.deallocate()
      places.deallocate()
    }

    func cancel() { downstream = nil }

    func start() {
      let clock = source.clock
      let ticket = clock.takeTicket(due: due(0))
      self.ticket = ticket
      clock.enqueue(clock.book(self), at: ticket)
    }

    private func due(_ row: Int) -> Instant {
      row < source.rows.count
        ? Instant(nanoseconds: times[row])
        : source.rows.isEmpty ? .zero : Instant(nanoseconds: times[source.rows.count - 1])
    }

    func run(at instant: Instant) -> NextRun {
      while let downstream, let ticket {
        guard next < source.rows.count else {
          self.downstream = nil
          downstream.receive(completion: .finished)
          return .never
        }
        next += 1
        if let value = source.rows[next - 1].value { downstream.receive(value) }
        offer(to: downstream)
        let again = NextRun.at(ticket.moved(to: due(next)))
        guard source.clock._canContinue(at: again) else { return again }
      }
      return .never
    }

    private func offer(to downstream: AnySubscriber<Int, BatchFailure>) {
      guard self.downstream != nil, downstream._batchUse != .none else { return }
      let count = Swift.min(source.size, source.rows.count - next)
      let free = source.clock._freeSteps(
        through: UnsafeBufferPointer(start: times + next, count: count))
      guard free > 0 else { return }
      let end = downstream._receive(
        _Batch(
          values: values, times: times, kinds: kinds, places: places, rows: next..<(next + free)))
      guard end > next else { return }
      source.clock._countFreeSteps(
        end - next, until: Instant(nanoseconds: times[end - 1]))
      source.taken.count += end - next
      next = end
    }
  }
}
