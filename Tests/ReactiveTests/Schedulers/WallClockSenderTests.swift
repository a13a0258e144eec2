import Foundation
import Reactive
import Testing

/// The effects of other threads on a wall clock. If a wait were not cut short, it would last an
/// hour.
@Suite struct WallClockSenderTests {
  private let scheduler = WallClockScheduler()
  private let real = ContinuousClock()

  @Test func `messages of another thread arrive in order, and end the wait`() {
    var seen: [Int] = []
    let sender = scheduler.makeSender(for: Int.self) { seen.append($0) }
    let thread = Thread {
      for number in 0..<1000 {
        sender.send(number)
        if number % 100 == 0 { Thread.sleep(forTimeInterval: 0.001) }
      }
      sender.close()
    }
    let timer = scheduler.schedule(after: .seconds(3600)) {}
    scheduler.schedule { thread.start() }
    let ender = scheduler.makeSender(for: Bool.self) { _ in }
    var closings = 0
    let last = scheduler.makeSender(
      for: Int.self, closed: { closings += 1 }, receive: { _ in timer.cancel() })
    #expect(last.send(0))
    ender.close()
    last.close()
    #expect(scheduler.run() == .idle)
    #expect(seen == Array(0..<1000) && closings == 1)
  }

  @Test func `messages of several senders arrive in the order in which they were sent`() {
    var seen: [String] = []
    let numbers = scheduler.makeSender(
      for: Int.self, closed: { seen.append("|") }, receive: { seen.append("\($0)") })
    let words = scheduler.makeSender(for: String.self) { seen.append($0) }
    numbers.send(1)
    words.send("a")
    numbers.send(2)
    words.send("b")
    numbers.close()
    words.send("c")
    numbers.send(3)
    words.close()
    scheduler.run()
    #expect(seen == ["1", "a", "2", "b", "|", "c"])
  }

  @Test func `a message has the time of its arrival, after the work that was due by then`() {
    var seen: [String] = []
    var arrival = Instant.zero
    let early = scheduler.schedule(after: .milliseconds(2)) { seen.append("early") }
    let far = scheduler.schedule(after: .seconds(3600)) { seen.append("far") }
    let sender = scheduler.makeSender(for: Int.self) { _ in
      seen.append("message")
      arrival = scheduler.now
      far.cancel()
    }
    let work = scheduler.schedule(after: .milliseconds(1)) {
      // This is sent when the early timer is already late but has not run yet.
      Thread.sleep(forTimeInterval: 0.004)
      sender.send(1)
      sender.close()
    }
    #expect(scheduler.run() == .idle)
    #expect(seen == ["early", "message"])
    #expect(arrival >= Instant.zero.advanced(by: .milliseconds(5)))
    withExtendedLifetime((early, work)) {}
  }

  @Test func `an open sender keeps the run alive, and releasing it closes it`() {
    var isClosed = false
    var sender: WallClockScheduler.Sender<Int>? = scheduler.makeSender(
      closed: { isClosed = true }, receive: { _ in })
    #expect(scheduler.run(until: scheduler.now.advanced(by: .milliseconds(3))) == .reachedTime)
    #expect(!isClosed && sender != nil)
    sender = nil
    #expect(scheduler.run() == .idle)
    #expect(isClosed)
  }

  @Test func `pending timers run to their end after the last sender is closed`() {
    var seen: [Int] = []
    let sender = scheduler.makeSender(for: Int.self) { number in
      seen.append(number)
      scheduler.schedule(after: .milliseconds(2)) { seen.append(-number) }
        .store(in: &handles.list)
    }
    sender.send(1)
    sender.send(2)
    sender.close()
    #expect(scheduler.run() == .idle)
    #expect(seen == [1, 2, -1, -2])
  }

  private let handles = Handles()

  @Test func `a stop from another thread ends a long wait`() {
    let timer = scheduler.schedule(after: .seconds(3600)) {}
    let remote = scheduler.remote
    scheduler.schedule {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.003)
        remote.stop()
      }
    }
    #expect(scheduler.run() == .stopped)
    let reached = scheduler.now
    #expect(reached >= Instant.zero.advanced(by: .milliseconds(3)))
    #expect(reached < Instant.zero.advanced(by: .seconds(3600)) && scheduler.pendingCount == 1)
    withExtendedLifetime(timer) {}
  }

  @Test func `a stop from another thread ends work that never waits`() {
    let timer = scheduler.schedule(after: .zero, interval: .zero) {}
    let remote = scheduler.remote
    Thread.detachNewThread { remote.stop() }
    #expect(scheduler.run() == .stopped)
    withExtendedLifetime(timer) {}
  }

  @Test func `a stop before the run ends only the next run`() {
    var count = 0
    scheduler.schedule { count += 1 }
    scheduler.makeSender(for: Int.self) { _ in }.stop()
    #expect(scheduler.run() == .stopped)
    #expect(count == 0)
    #expect(scheduler.run() == .idle)
    #expect(count == 1)
  }

  @Test func `in a hurry nothing is waited for, and times do not change`() {
    var seen: [Instant] = []
    let timers = [3600, 7200].map { seconds in
      scheduler.schedule(after: .seconds(seconds)) { seen.append(scheduler.now) }
    }
    let remote = scheduler.remote
    scheduler.schedule { Thread.detachNewThread { remote.hurry() } }
    #expect(scheduler.run(until: .zero.advanced(by: .seconds(5000))) == .reachedTime)
    #expect(scheduler.run() == .idle)
    #expect(seen == [3600, 7200].map { Instant.zero.advanced(by: .seconds($0)) })
    withExtendedLifetime(timers) {}
  }

  @Test func `a sender whose scheduler is gone reports that`() {
    let lifetimes = Lifetimes()
    var scheduler: WallClockScheduler? = WallClockScheduler()
    let sender = scheduler?.makeSender(for: Int.self) { [object = lifetimes.object()] number in
      _ = object.pass(number)
    }
    #expect(sender?.send(1) == true && lifetimes.alive == 1)
    scheduler = nil
    #expect(sender?.send(2) == false && lifetimes.alive == 0)
  }

  @Test func `messages of many threads are not lost`() {
    var sums = Array(repeating: 0, count: 8)
    var isInOrder = true
    let senders = sums.indices.map { index in
      scheduler.makeSender(for: Int.self) { number in
        isInOrder = isInOrder && number > sums[index]
        sums[index] = number
      }
    }
    for sender in senders {
      Thread.detachNewThread {
        for number in 1...2000 { sender.send(number) }
        sender.close()
      }
    }
    #expect(scheduler.run() == .idle)
    #expect(isInOrder && sums.allSatisfy { $0 == 2000 })
  }
}

private final class Handles {
  var list: [AnyCancellable] = []
}
