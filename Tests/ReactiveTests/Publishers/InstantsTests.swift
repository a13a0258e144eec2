import Reactive
import Testing

@Suite struct InstantsTests {
  private let scheduler = VirtualScheduler()

  @Test func `plays as its diagram shows`() throws {
    try checkDiagram(
      "Publishers.Instants(scheduler: scheduler) { $0.advanced(by: .seconds(2)) }.prefix(3)"
    ) { inputs in
      Publishers.Instants<Broken>(scheduler: inputs.scheduler) { $0.advanced(by: .seconds(2)) }
        .prefix(3).map { Int($0.nanoseconds / 1_000_000_000) }
    }
  }

  @Test func `each instant after the subscription is emitted when it is reached`() {
    let times = [1, 4, 6].map { Instant(nanoseconds: $0 * 1_000_000_000) }
    let instants = Publishers.Instants<Never>(scheduler: scheduler) { instant in
      times.first { $0 > instant }
    }
    scheduler.advance(by: .seconds(2))
    let recorder = instants.record(on: scheduler)
    #expect(scheduler.pendingCount == 1)
    scheduler.run()
    #expect(recorder.values == Array(times[1...]))
    #expect(recorder.times == [.seconds(4), .seconds(6)])
    // There is no instant after the last one, but that is not an end.
    #expect(recorder.completion == nil)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `nothing happens after a cancel inside an instant`() {
    let recorder = Publishers.Instants<Broken>(scheduler: scheduler) {
      $0.advanced(by: .seconds(1))
    }.prefix(2).record(on: scheduler)
    scheduler.run()
    #expect(recorder.times == [.seconds(1), .seconds(2)])
    #expect(recorder.completion == .finished)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `an instant that is not after the previous one is rejected`() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = VirtualScheduler()
      let running = Publishers.Instants<Never>(scheduler: scheduler) { $0 }.sink { _ in }
      running.cancel()
    }
  }
}
