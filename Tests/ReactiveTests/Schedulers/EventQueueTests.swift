import Testing

@testable import Reactive

/// Tests the queue against a model, which is a plain list that is searched for its smallest entry.
@Suite struct EventQueueTests {
  @Test func `agrees with the model for any input`() {
    for number in 0..<300 {
      let seed = UInt64(number)
      var generator = SeededGenerator(seed: seed)
      let play = RandomPlay(
        latest: generator.isTrue(oneIn: 2) ? 3 : 1_000, limits: EventQueue.Limits())
      for step in 0..<400 {
        play.step(using: &generator)
        guard play.isAsModel else {
          Issue.record("seed \(seed), step \(step)")
          return
        }
      }
    }
  }

  @Test func `agrees with the model however little is in the heap`() {
    for number in 0..<600 {
      let seed = UInt64(number)
      var generator = SeededGenerator(seed: seed)
      let latest: Int64 =
        [3, 100, 1_000, 1_000_000, .max / 1_000].randomElement(using: &generator) ?? 3
      let limits = EventQueue.Limits(
        heap: Int.random(in: 2...20, using: &generator),
        refill: Int.random(in: 1...10, using: &generator))
      let play = RandomPlay(latest: latest, limits: limits)
      for step in 0..<400 {
        play.step(using: &generator)
        guard play.isAsModel else {
          Issue.record("seed \(seed), step \(step), \(limits), \(latest)")
          return
        }
      }
    }
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max - 2] as [Int64])
  func `any time has a place`(first: Int64) {
    var queue = EventQueue(limits: EventQueue.Limits(heap: 4, refill: 1))
    var generator = SeededGenerator(seed: 3)
    var times = (0..<300).map { _ in Int64.random(in: first...(.max), using: &generator) }
    times += [first, .max, first, .max]
    let work = NamedWork()
    for time in times {
      let ticket = queue.takeTicket(due: Instant(nanoseconds: time))
      queue.enqueue(queue.book(.object(work)), at: ticket)
    }
    var given: [Int64] = []
    while let entry = queue.first() {
      given.append(entry.due)
      _ = queue.runFirst(.never)
    }
    #expect(given == times.sorted())
  }

  /// 100,000 searches of 100,000 entries would take minutes.
  @Test(arguments: [0, 1, 1_000_000_000])
  func `many entries at one instant, or at a few, are queued in linear time`(step: Int64) {
    var queue = EventQueue()
    let work = NamedWork()
    for number in 0..<100_000 {
      let due = Instant(nanoseconds: 5 + Int64(number % 3) * step)
      queue.enqueue(queue.book(.object(work)), at: queue.takeTicket(due: due))
    }
    var last = Ticket(due: .zero, order: 0)
    var isInOrder = true
    while let first = queue.first() {
      let ticket = Ticket(due: Instant(nanoseconds: first.due), order: first.order)
      if ticket < last { isInOrder = false }
      last = ticket
      _ = queue.runFirst(.never)
    }
    #expect(isInOrder)
  }

  @Test func `returns equal instants in the order of their tickets`() {
    var queue = EventQueue()
    let works = (0..<1_000).map { _ in NamedWork() }
    let tickets = works.map { _ in queue.takeTicket(due: .zero) }
    var generator = SeededGenerator(seed: 1)
    for index in works.indices.shuffled(using: &generator) {
      queue.enqueue(queue.book(.object(works[index])), at: tickets[index])
    }
    let order = works.map { _ in queue.runFirst(.never) }
    #expect(zip(order, works).allSatisfy { $0 === $1 })
    #expect(queue.count == 0)
  }

  @Test func `keeps the place of running work, whatever is queued before it`() {
    var queue = EventQueue()
    let (early, late) = (NamedWork(), NamedWork())
    let earlyTicket = queue.takeTicket(due: .zero)
    let lateTicket = queue.takeTicket(due: .zero)
    queue.enqueue(queue.book(.object(late)), at: lateTicket)
    var isFirstAgain = true
    let running = queue.runFirst(.at(lateTicket)) { queue, next in
      queue.enqueue(queue.book(.object(early)), at: earlyTicket)
      isFirstAgain = queue.continueRun(next)
    }
    let rest = [queue.runFirst(.never), queue.runFirst(.never)]
    #expect(running === late)
    #expect(!isFirstAgain)
    #expect(rest[0] === early && rest[1] === late)
    #expect(queue.count == 0)
  }

  @Test func `sweeps out cancelled entries`() {
    var queue = EventQueue()
    let work = NamedWork()
    let kept = queue.book(.object(work))
    queue.enqueue(kept, at: queue.takeTicket(due: .zero))
    for _ in 0..<100_000 {
      let booking = queue.book(.object(work))
      queue.enqueue(booking, at: queue.takeTicket(due: Instant(nanoseconds: 5)))
      let (once, twice) = (queue.remove(booking), queue.remove(booking))
      guard once?.object === work, twice == nil else {
        Issue.record("cancelled more or less than once")
        return
      }
    }
    #expect(queue.count == 1)
    #expect(queue.entryCount < 1_000)
    let (last, none) = (queue.remove(kept), queue.first())
    #expect(last?.object === work)
    #expect(none == nil)
  }

  @Test func `holds a million entries, and returns the first of them in order`() {
    var queue = EventQueue()
    var generator = SeededGenerator(seed: 7)
    let work = NamedWork()
    for _ in 0..<1_000_000 {
      let due = Instant(nanoseconds: Int64.random(in: 0..<1_000_000, using: &generator))
      queue.enqueue(queue.book(.object(work)), at: queue.takeTicket(due: due))
    }
    #expect(queue.count == 1_000_000)
    var last = Ticket(due: .zero, order: 0)
    var isInOrder = true
    for _ in 0..<50_000 {
      guard let first = queue.first() else { break }
      let ticket = Ticket(due: Instant(nanoseconds: first.due), order: first.order)
      if ticket < last { isInOrder = false }
      last = ticket
      _ = queue.runFirst(.never)
    }
    #expect(isInOrder)
    #expect(queue.count == 950_000)
    let rest = queue.removeAll()
    #expect(rest.count == 950_000)
    #expect(queue.count == 0)
  }
}

private final class NamedWork: ScheduledWork {
  func run(at instant: Instant) -> NextRun { .never }
}

extension EventQueue {
  /// Runs the first queued work, and returns which one it was.
  fileprivate mutating func runFirst(
    _ next: NextRun,
    _ run: (inout EventQueue, NextRun) -> Void = { queue, next in _ = queue.continueRun(next) }
  ) -> (any ScheduledWork)? {
    guard let first = first() else { return nil }
    let work = beginRun(first)
    run(&self, next)
    _ = endRun(work, first.key, next)
    return work.object
  }
}

extension EventQueue.Work {
  fileprivate var object: (any ScheduledWork)? {
    if case .object(let object) = self { object } else { nil }
  }
}

/// One random run of a queue and of its model.
private final class RandomPlay {
  private struct Line {
    var ticket: Ticket
    let work: NamedWork
    let booking: Booking
  }

  private var queue: EventQueue
  private var model: [Line] = []
  private var parked: [Line] = []
  private var gone: [Booking] = []
  private var spareTickets: [Ticket] = []
  private var running: Booking?
  private(set) var isAsModel = true
  private let latest: Int64

  /// Plays with times up to `latest`, counted from the work that runs.
  init(latest: Int64, limits: EventQueue.Limits) {
    self.latest = latest
    queue = EventQueue(limits: limits)
  }

  func step(using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3: insert(using: &generator)
    case 4...5: cancel(using: &generator)
    case 6:
      unpark(using: &generator)
      if generator.isTrue(oneIn: 40) { removeAll() }
      if let booking = gone.randomElement(using: &generator) {
        expect(queue.remove(booking) == nil)
      }
    default: run(using: &generator)
    }
    expect(queue.count == model.count)
  }

  private func insert(using generator: inout SeededGenerator) {
    let due = Instant(nanoseconds: Int64.random(in: 0...latest, using: &generator))
    var ticket = queue.takeTicket(due: due)
    if generator.isTrue(oneIn: 4) {
      spareTickets.append(ticket)
      return
    }
    if generator.isTrue(oneIn: 4), let spare = spareTickets.popLast() { ticket = spare }
    let work = NamedWork()
    let booking = queue.book(.object(work))
    queue.enqueue(booking, at: ticket)
    model.append(Line(ticket: ticket, work: work, booking: booking))
  }

  /// Queues parked work again, or cancels it.
  private func unpark(using generator: inout SeededGenerator) {
    guard var line = parked.popLast() else { return }
    if generator.isTrue(oneIn: 3) {
      gone.append(line.booking)
      expect(queue.remove(line.booking)?.object === line.work)
    } else {
      let due = Instant(nanoseconds: Int64.random(in: 0...latest, using: &generator))
      line.ticket = queue.takeTicket(due: due)
      queue.enqueue(line.booking, at: line.ticket)
      model.append(line)
    }
  }

  private func cancel(using generator: inout SeededGenerator) {
    guard let index = model.indices.randomElement(using: &generator) else { return }
    let line = model.remove(at: index)
    gone.append(line.booking)
    // The running work is out of its slot.
    expect(queue.remove(line.booking)?.object === (line.booking == running ? nil : line.work))
  }

  private func removeAll() {
    let isRunning = model.contains { $0.booking == running }
    expect(queue.removeAll().count == model.count + parked.count - (isRunning ? 1 : 0))
    gone += (model + parked).map(\.booking)
    model = []
    parked = []
  }

  /// Runs the first work. While it runs, other work comes and goes, and possibly the work itself.
  private func run(using generator: inout SeededGenerator) {
    let least = model.indices.min { model[$0].ticket < model[$1].ticket }
    let first = queue.first()
    expect(first?.due == least.map { model[$0].ticket.due.nanoseconds })
    guard let least, let first else { return }
    let line = model[least]
    let work = queue.beginRun(first)
    expect(work.object === line.work)
    expect(first.key == line.booking.key)
    running = line.booking
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      generator.isTrue(oneIn: 2) ? insert(using: &generator) : cancel(using: &generator)
    }
    if generator.isTrue(oneIn: 8) {
      for _ in 0..<200 { insert(using: &generator) }
      for _ in 0..<190 { cancel(using: &generator) }
    }
    if generator.isTrue(oneIn: 30) { removeAll() }
    if generator.isTrue(oneIn: 10) { unpark(using: &generator) }
    let next = end(line, using: &generator)
    let rest = queue.endRun(work, line.booking.key, next)
    expect((rest == nil) == (parked + model).contains { $0.booking == line.booking })
    running = nil
  }

  private func end(_ line: Line, using generator: inout SeededGenerator) -> NextRun {
    let index = model.firstIndex { $0.booking == line.booking }
    if generator.isTrue(oneIn: 2) {
      let due = line.ticket.due.advanced(
        byNanoseconds: Int64.random(in: 0...latest, using: &generator))
      let next = queue.takeTicket(due: due)
      // The order is drawn when the run ends, which is the ticket after this one.
      let again = Ticket(due: due, order: next.order + 1)
      if let index { model[index].ticket = again }
      let isFirst = queue.continueRun(.at(due))
      // The queue may return that it is not the first when only cancelled entries are before it.
      expect(!isFirst || (index != nil && model.allSatisfy { $0.ticket >= again }))
      return .at(due)
    }
    let isParking = generator.isTrue(oneIn: 3)
    let next = isParking ? NextRun.parked : .never
    expect(!queue.continueRun(next))
    guard let index else { return next }
    if isParking { parked.append(line) } else { gone.append(line.booking) }
    model.remove(at: index)
    return next
  }

  private func expect(_ isTrue: Bool) {
    if !isTrue { isAsModel = false }
  }
}
