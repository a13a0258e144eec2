import Reactive
import Testing

@Suite struct ObservableObjectTests {
  private class Counter: ObservableObject {
    @Published var count = 0
    @Published private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  private final class Named: Counter {
    @Published var title = ""
  }

  @Test func `a published property emits its value, and each new one before it is set`() {
    let counter = Counter()
    var seen: [[Int]] = []
    let handle = counter.$count.sink { seen.append([$0, counter.count]) }
    counter.count = 1
    counter.count += 1
    #expect(seen == [[0, 0], [1, 0], [2, 1]])
    #expect(counter.count == 2)
    withExtendedLifetime(handle) {}
  }

  @Test func `an object announces a change before any of its properties changes`() {
    let object = Named()
    var log: [String] = []
    let handles = [
      object.objectWillChange.sink { log.append("will change from \(object.count)") },
      object.$count.dropFirst().sink { log.append("count \($0)") },
      object.$title.dropFirst().sink { log.append("title \($0)") },
    ]
    object.count = 1
    object.title = "a"
    object.add("b")
    #expect(
      log == [
        "will change from 0", "count 1", "will change from 1", "title a", "will change from 1",
      ])
    #expect(object.names == ["b"])
    #expect(object.objectWillChange === object.objectWillChange)
    withExtendedLifetime(handles) {}
  }

  @Test func `a property is assigned values from a publisher as long as it exists`() {
    let subject = PassthroughSubject<Int, Never>()
    weak var gone: Counter?
    do {
      let counter = Counter()
      gone = counter
      subject.assign(to: &counter.$count)
      subject.send(5)
      #expect(counter.count == 5)
    }
    #expect(gone == nil)
    subject.send(6)
  }

  @Test func `a property is assigned all values of a publisher that ends at once`() {
    let counter = Counter()
    [1, 2, 3].publisher.assign(to: &counter.$count)
    #expect(counter.count == 3)
  }

  @Test func `a subscriber that arrives while a value is being set receives the old value`() {
    let counter = Counter()
    var late: [Int] = []
    var handles: [AnyCancellable] = []
    counter.$count.dropFirst().sink { _ in
      counter.$count.first().sink { late.append($0) }.store(in: &handles)
    }.store(in: &handles)
    counter.count = 1
    #expect(late == [0])
  }

  @Test func `an object on the main actor is observable`() async {
    @MainActor final class Model: ObservableObject {
      @Published var text = ""
    }
    await MainActor.run {
      let model = Model()
      var count = 0
      let handle = model.objectWillChange.sink { count += 1 }
      model.text = "a"
      #expect(count == 1)
      withExtendedLifetime(handle) {}
    }
  }

  @Test func `an object that sends changes itself keeps its own publisher`() {
    final class Own: ObservableObject {
      let objectWillChange = ObservableObjectPublisher()
      func change() { objectWillChange.send() }
    }
    let own = Own()
    var count = 0
    let handle = own.objectWillChange.sink { count += 1 }
    own.change()
    #expect(count == 1)
    withExtendedLifetime(handle) {}
  }
}
