import Reactive
import Testing

@Suite struct SinkTests {
  private let subject = PassthroughSubject<Int, Never>()

  @Test func `passes values and the completion to its closures`() {
    var seen: [String] = []
    let handle = [1, 2].publisher.sink(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    #expect(seen == ["1", "2", "finished"])
    withExtendedLifetime(handle) {}
  }

  @Test func `receives nothing more once its handle is released`() {
    var values: [Int] = []
    var handle: AnyCancellable? = subject.sink { values.append($0) }
    subject.send(1)
    #expect(handle != nil)
    handle = nil
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `releases its closures at the end, not only with the handle`() {
    let lifetimes = Lifetimes()
    let handle = subject.sink { [object = lifetimes.object()] in _ = object.pass($0) }
    #expect(lifetimes.alive == 1)
    subject.send(completion: .finished)
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(handle) {}
  }

  @Test func `may be cancelled by the release of objects that its closures hold`() {
    final class Holder {
      var handle: AnyCancellable?
      deinit { handle?.cancel() }
    }
    func subscribe() -> Holder {
      let holder = Holder()
      return holder
    }
    for end in [true, false] {
      let subject = PassthroughSubject<Int, Never>()
      weak var watched: Holder?
      let sink: Subscribers.Sink<Int, Never>
      do {
        let holder = subscribe()
        watched = holder
        sink = Subscribers.Sink(
          receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(holder) {} })
        subject.receive(subscriber: sink)
        holder.handle = AnyCancellable { [weak sink] in sink?.cancel() }
      }
      #expect(watched != nil)
      if end { subject.send(completion: .finished) } else { sink.cancel() }
      #expect(watched == nil)
    }
  }

  @Test func `handles can be stored in collections`() {
    var values: [Int] = []
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    subject.sink { values.append($0) }.store(in: &set)
    subject.sink { values.append(-$0) }.store(in: &array)
    subject.send(1)
    #expect(values == [1, -1])
    set = []
    subject.send(2)
    #expect(values == [1, -1, -2])
    array = []
    subject.send(3)
    #expect(values == [1, -1, -2])
  }

  @Test func `a property is set to each value until the handle is released`() {
    final class Label { var text: String? }
    weak var gone: Label?
    do {
      let label = Label()
      gone = label
      let handle = subject.map { "\($0)" }.assign(to: \.text, on: label)
      subject.send(1)
      #expect(label.text == "1")
      handle.cancel()
      subject.send(2)
      #expect(label.text == "1")
    }
    #expect(gone == nil)
  }

  @Test func `a handle cancels only once`() {
    var count = 0
    do {
      let handle = AnyCancellable { count += 1 }
      handle.cancel()
      handle.cancel()
    }
    #expect(count == 1)
  }
}
