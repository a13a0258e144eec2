import Reactive
import ReactiveFoundation
import Testing

@Suite struct SideOutputTests {
  private let scheduler = VirtualScheduler()
  private let output: SideOutput<String, Broken>

  init() {
    output = SideOutput(scheduler: scheduler)
  }

  /// A publisher that sends the values that begin with "x" to the output.
  private func fed(_ events: String) -> AnyPublisher<String, Broken> {
    timed(events, on: scheduler).filter { [output] value in
      if value.hasPrefix("x") { output.send(value) }
      return !value.hasPrefix("x")
    }.eraseToAnyPublisher()
  }

  @Test func `sends on the values it is fed, and completes when all its feeds have`() {
    let recorder = output.record(on: scheduler)
    let feeds = ["0=a 1=x1 2|", "0=x2 4=x3 5|", "1=x4 3#"].map {
      fed($0).feeding(output).record(on: scheduler)
    }
    scheduler.run()
    #expect(feeds.map(\.trace) == ["0=a 2|", "5|", "3#"])
    #expect(recorder.trace == "0=x2 1=x1 1=x4 4=x3 5|")
  }

  @Test func `completes at the end of the instant, unless something feeds it by then`() {
    let recorder = output.record(on: scheduler)
    let feed = fed("1=x1 2|").feeding(output)
      .append(fed("1=x2 2|").feeding(output)).record(on: scheduler)
    scheduler.run()
    #expect(feed.trace == "4|")
    #expect(recorder.trace == "1=x1 3=x2 4|")
  }

  @Test func `a cancelled feed has ended`() {
    let recorder = output.record(on: scheduler)
    let feed = fed("1=x1 9|").feeding(output).record(on: scheduler)
    scheduler.advance(by: .seconds(2))
    feed.cancel()
    feed.cancel()
    scheduler.run()
    #expect(recorder.trace == "1=x1 2|")
  }

  @Test func `opens again for later subscribers once something feeds it again`() {
    let first = output.record(on: scheduler)
    let feed = fed("1=x1 1|").feeding(output).record(on: scheduler)
    scheduler.run()
    let closed = output.record(on: scheduler)
    #expect(closed.trace == "1|")
    let again = fed("2=x2 3|").feeding(output).record(on: scheduler)
    let second = output.record(on: scheduler)
    scheduler.run()
    #expect(first.trace == "1=x1 1|")
    #expect(second.trace == "3=x2 4|")
    withExtendedLifetime((feed, again)) {}
  }

  @Test func `values sent while subscribers are being added are held back until then`() {
    let values = ["x1", "a", "x2"].publisher.setFailureType(to: Broken.self)
    let fed = values.filter { [output] value in
      if value != "a" { output.send(value) }
      return value == "a"
    }.feeding(output)
    let all = fed.merge(with: output).opening(output).record(on: scheduler)
    #expect(all.values == ["a", "x1", "x2"])
    scheduler.run()
    #expect(all.trace == "0=a 0=x1 0=x2 0|")
  }

  @Test func `an output that nothing feeds completes once it is open`() {
    let never = Empty<String, Broken>(completeImmediately: false)
    let all = never.merge(with: output).opening(output).record(on: scheduler)
    let recorder = output.record(on: scheduler)
    scheduler.run()
    #expect(recorder.trace == "0|")
    #expect(all.trace == "")
    all.cancel()
  }

  @Test func `one publisher can feed several outputs`() {
    let other = SideOutput<String, Broken>(scheduler: scheduler)
    let recorders = [output.record(on: scheduler), other.record(on: scheduler)]
    let feed = fed("1=x1 2|").feeding(output, other).opening(output, other).record(on: scheduler)
    scheduler.run()
    #expect(recorders.map(\.trace) == ["1=x1 2|", "2|"])
    withExtendedLifetime(feed) {}
  }

  @Test func `completes if only its subscribers are left`() {
    let scheduler = scheduler
    func played() -> Recorder<String, Broken> {
      let output = SideOutput<String, Broken>(scheduler: scheduler)
      let fed = timed("1=x1 2|", on: scheduler).filter {
        output.send($0)
        return false
      }
      return fed.feeding(output).merge(with: output).opening(output).record(on: scheduler)
    }
    let recorder = played()
    scheduler.run()
    #expect(recorder.trace == "1=x1 2|")
  }

  @Test func `an output that is over is released`() {
    weak var kept: SideOutput<String, Broken>?
    do {
      let output = SideOutput<String, Broken>(scheduler: scheduler)
      kept = output
      let feed = fed("1=a 2|").feeding(output).opening(output).record(on: scheduler)
      scheduler.run()
      #expect(feed.trace == "1=a 2|")
    }
    #expect(kept == nil)
    #expect(scheduler.pendingCount == 0)
  }
}
