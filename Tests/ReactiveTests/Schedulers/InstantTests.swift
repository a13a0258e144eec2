import Reactive
import Testing

@Suite struct InstantTests {
  static let roundings: [(Duration, Int64)] = [
    (Duration.zero, Int64(0)),
    (.seconds(1), 1_000_000_000),
    (.milliseconds(-1), -1_000_000),
    (Duration(secondsComponent: 0, attosecondsComponent: 499_999_999), 0),
    (Duration(secondsComponent: 0, attosecondsComponent: 500_000_000), 1),
    (Duration(secondsComponent: 0, attosecondsComponent: -499_999_999), 0),
    (Duration(secondsComponent: 0, attosecondsComponent: -500_000_000), -1),
    (Duration(secondsComponent: 1, attosecondsComponent: 999_999_999_500_000_000), 2_000_000_000),
    (Duration(secondsComponent: -1, attosecondsComponent: -500_000_000), -1_000_000_001),
    (.nanoseconds(Int64.max), Int64.max),
    (.nanoseconds(Int64.min), Int64.min),
    (.nanoseconds(Int64.max) + .nanoseconds(1), Int64.max),
    (.nanoseconds(Int64.min) - .nanoseconds(1), Int64.min),
    (.seconds(Int64.max), Int64.max),
    (.seconds(Int64.min), Int64.min),
  ]

  @Test(arguments: roundings)
  func `rounds to whole nanoseconds, halves away from zero`(
    _ duration: Duration, _ nanoseconds: Int64
  ) {
    #expect(duration.wholeNanoseconds == nanoseconds)
  }

  @Test func `saturates instead of wrapping`() {
    let late = Instant(nanoseconds: .max - 5)
    #expect(late.advanced(byNanoseconds: 5) == .endOfTime)
    #expect(late.advanced(byNanoseconds: 6) == .endOfTime)
    #expect(late.advanced(by: .seconds(Int64.max)) == .endOfTime)
    #expect(Instant.endOfTime.advanced(by: .seconds(1)) == .endOfTime)
    #expect(Instant(nanoseconds: .min).advanced(byNanoseconds: -1).nanoseconds == .min)
  }

  @Test func `measures the distance to another instant`() {
    let (one, three) = (Instant(nanoseconds: 1), Instant(nanoseconds: 3))
    #expect(one.duration(to: three) == .nanoseconds(2))
    #expect(three.duration(to: one) == .nanoseconds(-2))
    #expect(one < three)
    #expect(
      Instant(nanoseconds: .min).duration(to: .endOfTime)
        == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
  }

  @Test func `tickets compare by instant, then by the order in which they were taken`() {
    let scheduler = VirtualScheduler()
    let first = scheduler.takeTicket(due: Instant(nanoseconds: 5))
    let second = scheduler.takeTicket(due: Instant(nanoseconds: 5))
    let third = scheduler.takeTicket(due: .zero)
    #expect([second, first, third].sorted() == [third, first, second])
    #expect(second.moved(to: .zero) < third)
  }
}
