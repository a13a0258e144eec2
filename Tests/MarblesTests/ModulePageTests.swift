import Marbles
import Reactive
import Testing

/// The Swift code on the pages of `Reactive` and `Marbles`, word for word.
@Suite struct ModulePageTests {
  @Test func `a publisher runs on a virtual clock`() {
    let scheduler = VirtualScheduler()
    let keys = PassthroughSubject<String, Never>()
    var searches: [String] = []
    let handle = keys.debounce(for: .seconds(2), scheduler: scheduler).sink { searches.append($0) }

    keys.send("a")
    scheduler.advance(by: .seconds(1))
    keys.send("ab")
    scheduler.advance(by: .seconds(2))
    #expect(searches == ["ab"])
    handle.cancel()
  }

  @Test func `a timeline matches a diagram`() {
    let timeline: Timeline<String> = [
      .value("a", at: .zero), .value("b", at: .seconds(1)), .finished(at: .seconds(5)),
    ]
    #expect(timeline == .marbles("ab---|"))
  }
}
