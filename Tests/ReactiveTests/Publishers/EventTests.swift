import Reactive
import Testing

/// Operators that show the events of a run, or make values of them.
@Suite struct EventTests {
  private typealias Signal = Publishers.Signal<String, Broken>
  private let scheduler = VirtualScheduler()

  @Test func `materialize emits values and the completion as values, and completes`() {
    let finishing = timed("1=a 2|", on: scheduler).materialize().record(on: scheduler)
    let failing = timed("1=a 2#", on: scheduler).materialize().record(on: scheduler)
    scheduler.run()
    #expect(finishing.values == [.value("a"), .finished])
    #expect(failing.values == [.value("a"), .failure(Broken())])
    #expect(failing.times == [.seconds(1), .seconds(2)])
    #expect(finishing.hasFinished && failing.hasFinished)
    #expect(finishing.violations + failing.violations == [])
  }

  @Test func `a run that is cancelled inside the last signal does not complete`() {
    let recorder = timed("1=a 2#", on: scheduler).materialize()
      .record(on: scheduler, cut: .insideValue(2))
    scheduler.run()
    #expect(recorder.values == [.value("a"), .failure(Broken())])
    #expect(recorder.completion == nil)
    #expect(recorder.violations == [])
  }

  @Test func `dematerialize carries out the signals, up to the end`() {
    let finished: [Signal] = [.value("a"), .finished, .value("b")]
    let failed: [Signal] = [.value("a"), .failure(Broken(number: 2)), .finished]
    let endless: [Signal] = [.value("a"), .value("b")]
    #expect(finished.publisher.dematerialize().record().trace == "0=a 0|")
    #expect(failed.publisher.dematerialize().record().failure == Broken(number: 2))
    #expect(failed.publisher.dematerialize().record().values == ["a"])
    #expect(endless.publisher.dematerialize().record().trace == "0=a 0=b 0|")
  }

  @Test(arguments: ["1=a 2=b 3|", "1=a 2#", "1=a"])
  func `dematerialize undoes materialize`(_ upstream: String) {
    #expect(
      timed(upstream, on: scheduler).materialize().dematerialize().trace(on: scheduler) == upstream)
  }

  @Test func `print writes a line for each event, in Combine's words`() {
    var lines: [String] = []
    let source = timed("1=a 2=b 3|", on: scheduler)
    #expect(source.print("p", to: { lines.append($0) }).trace(on: scheduler) == "1=a 2=b 3|")
    #expect(
      lines == [
        "p: receive subscription", "p: receive value: (a)", "p: receive value: (b)",
        "p: receive finished",
      ])
    lines = []
    let failing = Fail<Int, Broken>(error: Broken(number: 3)).print { lines.append($0) }.record()
    #expect(failing.failure == Broken(number: 3))
    #expect(lines == ["receive subscription", "receive error: (Broken(number: 3))"])
  }

  @Test func `print writes a cancel once, and none after the end`() {
    var lines: [String] = []
    let recorder = PassthroughSubject<Int, Never>().print { lines.append($0) }.record()
    recorder.cancel()
    recorder.cancel()
    #expect(lines == ["receive subscription", "receive cancel"])
    let handle = Just(1).print { lines.append($0) }.sink { _ in }
    lines = []
    handle.cancel()
    #expect(lines == [])
  }

  @Test func `handleEvents calls its closures before downstream`() {
    var log: [String] = []
    let handle = [1, 2].publisher.handleEvents(
      receiveSubscription: { _ in log.append("subscription") },
      receiveOutput: { log.append("\($0)") }, receiveCompletion: { log.append("\($0)") },
      receiveCancel: { log.append("cancel") }
    ).sink(
      receiveCompletion: { _ in log.append("end") }, receiveValue: { log.append("got \($0)") })
    handle.cancel()
    #expect(log == ["subscription", "1", "got 1", "2", "got 2", "finished", "end"])
  }

  @Test(arguments: ["subscription", "value", "completion"])
  func `a closure that cancels the run stops it there`(_ place: String) {
    var recorder: Recorder<String, Broken>?
    var cancels = 0
    let source = timed("1=a 2=b 3|", on: scheduler).handleEvents(
      receiveSubscription: { if place == "subscription" { $0.cancel() } },
      receiveOutput: { if place == "value", $0 == "b" { recorder?.cancel() } },
      receiveCompletion: { _ in if place == "completion" { recorder?.cancel() } },
      receiveCancel: { cancels += 1 })
    recorder = source.record(on: scheduler)
    scheduler.run()
    let traces = ["subscription": "", "value": "1=a", "completion": "1=a 2=b"]
    #expect(recorder?.trace == traces[place])
    #expect(cancels == (place == "subscription" ? 0 : 1))
    recorder = nil
  }
}
