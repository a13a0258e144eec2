import Reactive
import Testing

@Suite struct DebounceTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("1=a 4=b 5=c 8=d 12|", "3=a 7=c 10=d 12|"),
    ("1=a 3=b 6|", "5=b 6|"),  // b was scheduled before a's time to be emitted.
    ("1=a 2=b 3=c 3.5|", "3.5|"),
    ("1=a 3|", "3|"),
    ("1=a 2#", "2#"),
    ("1=a 1=b", "3=b"),
    ("1|", "1|"),
  ])
  func `emits a value followed by two seconds of silence`(_ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler).debounce(for: .seconds(2), scheduler: scheduler)
        .trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3=c 3.5|", "3.5=c 3.5|"),
    ("1=a 3|", "3=a 3|"),
    ("1=a 4|", "3=a 4|"),
    ("1=a 2#", "2#"),
    ("1|", "1|"),
  ])
  func `may emit a pending value at the end`(_ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler)
        .debounce(for: .seconds(2), scheduler: scheduler, atEnd: .emit)
        .trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 4=c 6=d 9=e 10|", "1=a 4=c 6=d 9=e 10|"),  // Exactly at the end of the silence.
    ("1=a 2.999=b 4.998=c 6.998=d 9|", "1=a 6.998=d 9|"),
    ("1=a 1=b 9|", "1=a 9|"),
    ("1=a 2#", "1=a 2#"),
    ("1|", "1|"),
  ])
  func `may emit the first value after silence`(_ upstream: String, _ result: String) {
    for atEnd in [Publishers.PendingAtEnd.drop, .emit] {
      let scheduler = VirtualScheduler()
      #expect(
        timed(upstream, on: scheduler)
          .debounce(for: .seconds(2), scheduler: scheduler, atEnd: atEnd, leading: true)
          .trace(on: scheduler) == result)
    }
  }

  @Test func `zero silence drops nothing, and endless silence drops all but the first`() {
    #expect(
      timed("1=a 1=b 2=c 3|", on: scheduler)
        .debounce(for: .zero, scheduler: scheduler, leading: true)
        .trace(on: scheduler) == "1=a 1=b 2=c 3|")
    let other = VirtualScheduler()
    #expect(
      timed("1=a 1=b 2=c 3|", on: other)
        .debounce(for: .nanoseconds(Int64.max), scheduler: other, leading: true)
        .trace(on: other) == "1=a 3|")
  }

  @Test func `a value sent while the first is being emitted is dropped`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: .seconds(1), scheduler: scheduler, leading: true)
      .record(on: scheduler) { if $0 < 3 { subject.send($0 + 1) } }
    subject.send(1)
    scheduler.advance(by: .seconds(1))
    subject.send(7)
    #expect(recorder.trace == "0=1 1=7")
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a value counts as scheduled when it arrives`() {
    // The alarm is queued for a's time and moves on to b's time. b's place is the one taken at 2.
    let debounced = timed("1=a 2=b", on: scheduler)
      .debounce(for: .seconds(2), scheduler: scheduler)
    var seen: [String] = []
    let recorder = debounced.record(on: scheduler) { seen.append($0) }
    let others = [(1.5, "before"), (2.5, "after")].map { time, name in
      scheduler.schedule(after: .milliseconds(Int(time * 1_000))) {
        let due = scheduler.now.advanced(by: .milliseconds(Int((4 - time) * 1_000)))
        scheduler.schedule(Note { seen.append(name) }, at: scheduler.takeTicket(due: due))
      }
    }
    scheduler.run()
    #expect(seen == ["before", "b", "after"])
    withExtendedLifetime((recorder, others)) {}
  }

  @Test func `a wait of zero lets the rest of the instant go first`() {
    #expect(
      timed("1=a 1=b 2=c 3|", on: scheduler).debounce(for: .zero, scheduler: scheduler)
        .trace(on: scheduler) == "1=b 2=c 3|")
  }

  @Test func `a value sent while another is being emitted waits its full time`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: .seconds(1), scheduler: scheduler)
      .record(on: scheduler) { if $0 < 3 { subject.send($0 + 1) } }
    subject.send(1)
    scheduler.run()
    #expect(recorder.trace == "1=1 2=2 3=3")
  }

  @Test func `values in quick succession occupy one place in the queue`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: .seconds(1), scheduler: scheduler).record(on: scheduler)
    for number in 1...100_000 {
      subject.send(number)
      scheduler.advance(by: .milliseconds(1))
      #expect(scheduler.pendingCount == 1)
    }
    scheduler.run()
    #expect(recorder.trace == "100.999=100000")
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `nothing waits on an immediate scheduler`() {
    let recorder = [1, 2, 3].publisher.debounce(for: .seconds(1), scheduler: ImmediateScheduler())
      .record()
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.hasFinished)
  }

  @Test func `a negative time is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).debounce(for: .seconds(-1), scheduler: VirtualScheduler())
    }
  }
}

/// Work that does only one thing.
private final class Note: ScheduledWork {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  func run(at instant: Instant) -> NextRun {
    action()
    return .never
  }
}
