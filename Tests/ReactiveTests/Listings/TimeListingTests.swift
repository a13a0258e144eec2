import Reactive
import Testing

// Typical uses of time in books and tutorials on Combine.

@Suite struct TimeListingTests {
  private let scheduler = VirtualScheduler()

  /// Simulates typing, given the times and the text at each time.
  private func typing(_ subject: PassthroughSubject<String, Never>) -> [AnyCancellable] {
    [(0.0, "H"), (0.1, "He"), (0.2, "Hel"), (1.0, "Hell"), (1.1, "Hello")].map { time, text in
      scheduler.schedule(after: SchedulerStride(floatLiteral: time).duration) {
        subject.send(text)
      }
    }
  }

  @Test func `a timer counts from its first subscriber`() {
    let counter = Publishers.Timer(every: .seconds(1), scheduler: scheduler)
      .autoconnect()
      .scan(0) { counter, _ in counter + 1 }
      .prefix(3)
    #expect(counter.trace(on: scheduler) == "1=1 2=2 3=3 3|")
  }

  @Test func `a timer runs while it is connected`() {
    var cancellables = Set<AnyCancellable>()
    var ticks = 0
    let timer = Publishers.Timer(every: 1, scheduler: scheduler)
    timer.sink { _ in ticks += 1 }.store(in: &cancellables)
    scheduler.advance(by: .seconds(3))
    #expect(ticks == 0)
    timer.connect().store(in: &cancellables)
    scheduler.advance(by: .seconds(2))
    #expect(ticks == 2)
    cancellables.removeAll()
    scheduler.run()
    #expect(ticks == 2)
  }

  @Test func `debounce waits for a pause, throttle does not`() {
    let subject = PassthroughSubject<String, Never>()
    let debounced = subject.debounce(for: .seconds(0.5), scheduler: scheduler)
      .record(on: scheduler)
    let throttled = subject.throttle(for: .seconds(0.5), scheduler: scheduler, latest: true)
      .record(on: scheduler)
    let handles = typing(subject)
    scheduler.run()
    #expect(debounced.trace == "0.7=Hel 1.6=Hello")
    #expect(throttled.trace == "0=H 0.5=Hel 1=Hell 1.5=Hello")
    withExtendedLifetime(handles) {}
  }

  @Test func `values are collected by time or by count`() {
    let subject = PassthroughSubject<String, Never>()
    let byTime = subject.collect(.byTime(scheduler, .seconds(1)))
      .map { $0.joined(separator: ",") }.record(on: scheduler)
    let byTimeOrCount = subject.collect(.byTimeOrCount(scheduler, .seconds(1), 2))
      .flatMap { $0.publisher.count() }.record(on: scheduler)
    let handles = typing(subject)
    scheduler.run()
    #expect(byTime.trace == "1=H,He,Hel 2=Hell,Hello")
    #expect(byTimeOrCount.trace == "0.1=2 1=2 2=1")
    withExtendedLifetime(handles) {}
  }

  @Test func `the time between values is measured`() {
    let subject = PassthroughSubject<String, Never>()
    let intervals = subject.measureInterval(using: scheduler)
      .map { interval in interval / .milliseconds(1) }
      .record(on: scheduler)
    let handles = typing(subject)
    scheduler.run()
    #expect(intervals.values == [0, 100, 100, 800, 100])
    withExtendedLifetime(handles) {}
  }

  @Test func `values are emitted from one event to another`() {
    let values = Publishers.Timer(every: 1, scheduler: scheduler).autoconnect()
      .scan(0) { count, _ in count + 1 }
    let isReady = Just(()).delay(for: 2.5, scheduler: scheduler)
    let isDone = Just(()).delay(for: 4.5, scheduler: scheduler)
    let between = values.drop(untilOutputFrom: isReady).prefix(untilOutputFrom: isDone)
    #expect(between.trace(on: scheduler) == "3=3 4=4 4.5|")
  }

  @Test func `delayed values arrive in order`() {
    let delayed = [1, 2].publisher
      .append(Just(3).delay(for: .seconds(2), scheduler: scheduler))
      .delay(for: .milliseconds(1500), scheduler: scheduler)
    #expect(delayed.trace(on: scheduler) == "1.5=1 1.5=2 3.5=3 3.5|")
  }
}
