import Reactive
import Testing

@Suite struct SubjectTests {
  private let subject = PassthroughSubject<Int, Broken>()
  private let current = CurrentValueSubject<Int, Broken>(1)

  @Test func `sends a value to all subscribers, in the order in which they subscribed`() {
    var seen: [String] = []
    let handles = ["a", "b", "c"].map { name in
      subject.sink(receiveCompletion: { _ in seen.append("\(name)|") }) {
        seen.append("\(name)\($0)")
      }
    }
    subject.send(1)
    subject.send(completion: .finished)
    #expect(seen == ["a1", "b1", "c1", "a|", "b|", "c|"])
    withExtendedLifetime(handles) {}
  }

  @Test func `a later subscriber receives only later values`() {
    subject.send(1)
    let recorder = subject.record()
    subject.send(2)
    #expect(recorder.values == [2])
  }

  @Test(arguments: [Subscribers.Completion<Broken>.finished, .failure(Broken())])
  func `a subscriber after the end receives the completion`(_ end: Subscribers.Completion<Broken>) {
    subject.send(completion: end)
    subject.send(1)
    subject.send(completion: .finished)
    let recorder = subject.record()
    #expect(recorder.values == [])
    #expect(recorder.completion == end)
    current.send(completion: end)
    current.send(5)
    #expect(current.value == 1)
    let other = current.record()
    #expect(other.values == [])
    #expect(other.completion == end)
  }

  @Test func `a subscriber that arrives inside a value receives the next one`() {
    var late: Recorder<Int, Broken>?
    let recorder = subject.record { [subject] _ in
      if late == nil { late = subject.record() }
    }
    subject.send(1)
    #expect(late?.values == [])
    subject.send(2)
    #expect(late?.values == [2])
    #expect(recorder.values == [1, 2])
  }

  @Test func `a subscriber cancelled inside a value receives nothing more, not even that one`() {
    let second = Recorder<Int, Broken>()
    let first = subject.record { _ in second.cancel() }
    subject.receive(subscriber: second)
    subject.send(1)
    subject.send(2)
    #expect(first.values == [1, 2])
    #expect(second.values == [])
    #expect(second.violations == [])
  }

  @Test func `a completion sent inside a value arrives once, and nothing follows it`() {
    let first = subject.record { [subject] _ in subject.send(completion: .finished) }
    let second = subject.record()
    subject.send(1)
    #expect(first.values == [1])
    #expect(second.values == [])
    #expect(first.hasFinished && second.hasFinished)
    #expect(first.violations + second.violations == [])
  }

  @Test func `stores the current value, and emits it first`() {
    #expect(current.record().values == [1])
    current.send(2)
    current.value = 3
    let recorder = current.record()
    #expect(recorder.values == [3])
    #expect(current.value == 3)
    current.value += 1
    #expect(recorder.values == [3, 4])
  }

  @Test func `a value sent while subscribing is not followed by an older one`() {
    final class Eager: Subscriber {
      let subject: CurrentValueSubject<Int, Broken>
      var values: [Int] = []
      init(_ subject: CurrentValueSubject<Int, Broken>) { self.subject = subject }
      func receive(subscription: any Subscription) { subject.send(2) }
      func receive(_ input: Int) { values.append(input) }
      func receive(completion: Subscribers.Completion<Broken>) {}
    }
    let eager = Eager(current)
    current.receive(subscriber: eager)
    #expect(eager.values == [2])
  }

  @Test func `the value is already the new one when it is sent`() {
    let recorder = current.record { [current] in #expect(current.value == $0) }
    current.send(5)
    #expect(recorder.values == [1, 5])
  }

  @Test func `sends values without content`() {
    let news = PassthroughSubject<Void, Never>()
    var count = 0
    let handle = news.sink { count += 1 }
    news.send()
    news.send()
    #expect(count == 2)
    withExtendedLifetime(handle) {}
  }

  @Test(arguments: [false, true])
  func `a subject keeps the run that feeds it alive, and cancels it when released`(
    _ keepsValue: Bool
  ) {
    final class Feed: Subscription {
      let lifetimes: Lifetimes
      let object: Lifetimes.Tracked
      private(set) var cancelCount = 0
      init(_ lifetimes: Lifetimes) {
        self.lifetimes = lifetimes
        object = lifetimes.object()
      }
      func cancel() { cancelCount += 1 }
    }
    let lifetimes = Lifetimes()
    var subject: (any Subject<Int, Broken>)? =
      keepsValue ? CurrentValueSubject(1) : PassthroughSubject()
    weak var feed: Feed?
    let kept = Feed(lifetimes)
    do {
      let inner = Feed(lifetimes)
      feed = inner
      subject?.send(subscription: inner)
      subject?.send(subscription: kept)
    }
    #expect(lifetimes.alive == 2)
    #expect(feed?.cancelCount == 0)
    subject = nil
    #expect(kept.cancelCount == 1)
    #expect(lifetimes.alive == 1)
  }

  @Test func `a subject that is gone releases its subscribers`() {
    weak var run: Recorder<Int, Broken>?
    do {
      let gone = PassthroughSubject<Int, Broken>()
      run = gone.record()
      #expect(run != nil)
    }
    #expect(run == nil)
  }
}
