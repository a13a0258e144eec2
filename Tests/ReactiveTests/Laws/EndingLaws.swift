import Reactive
import Testing

/// Laws for an operator that ends the run by itself.
@Suite struct EndingLaws {
  @Test(arguments: EndingOperator.all, World.Style.allCases)
  func `ends at once, and cancels upstream`(_ subject: EndingOperator, _ style: World.Style) {
    for end in [Subscribers.Completion<Broken>.finished, .failure(Broken()), nil] {
      let world = World()
      let recorder = subject.apply(world.upstream(style, [1, 2, 3, 1, 2, 3, 4], end: end))
        .record(on: world.scheduler)
      world.run()
      #expect(recorder.values == subject.values)
      #expect(recorder.hasFinished)
      #expect(recorder.completionTime == (style == .burst ? .zero : .seconds(subject.end)))
      #expect(recorder.violations == [])
      #expect(world.cancelledCount == 1)
      expectNothingIsLeft(in: world)
    }
  }

  @Test(arguments: EndingOperator.all, World.Style.allCases)
  func `ends an endless upstream`(_ subject: EndingOperator, _ style: World.Style) {
    let world = World()
    let recorder = subject.apply(world.endless(style)).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == subject.values)
    #expect(recorder.hasFinished)
    expectNothingIsLeft(in: world)
  }

  @Test(arguments: EndingOperator.all, World.Style.allCases)
  func `emits nothing more if cancelled inside a value`(
    _ subject: EndingOperator, _ style: World.Style
  ) {
    for count in 0...subject.values.count {
      let cut: Recorder<Int, Broken>.Cut = count == 0 ? .atSubscription : .insideValue(count)
      for isLong in [false, true] {
        let world = World()
        let upstream = world.upstream(style, [1, 2, 3, 4])
        let recorder = (isLong ? padded(subject.apply(padded(upstream))) : subject.apply(upstream))
          .record(on: world.scheduler, cut: cut)
        world.run()
        #expect(recorder.values == Array(subject.values.prefix(count)))
        #expect(recorder.completion == nil)
        #expect(recorder.violations == [])
        expectNothingIsLeft(in: world)
      }
    }
  }

  @Test(arguments: EndingOperator.all, World.Style.allCases)
  func `has the same result in a long chain`(_ subject: EndingOperator, _ style: World.Style) {
    let world = World()
    let recorder = padded(subject.apply(padded(world.endless(style))))
      .record(on: world.scheduler)
    world.run()
    #expect(recorder.values == subject.values)
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
    expectNothingIsLeft(in: world)
  }

  @Test(arguments: EndingOperator.all)
  func `passes on a failure that arrives first`(_ subject: EndingOperator) {
    // A cancel that arrives at once is too late for an operator that needs no value.
    guard subject.end > 0, subject.testDescription != "dematerialize" else { return }
    let world = World()
    let values = Array(1..<subject.end)
    let recorder = subject.apply(world.upstream(.timed, values, end: .failure(Broken(number: 8))))
      .record(on: world.scheduler)
    world.run()
    #expect(recorder.failure == Broken(number: 8))
    #expect(recorder.violations == [])
    expectNothingIsLeft(in: world)
  }

  /// A source that has not received the cancel yet, such as one further up a long chain.
  @Test(arguments: EndingOperator.all)
  func `ignores everything after the end`(_ subject: EndingOperator) {
    let recorder = subject.apply(Rude().eraseToAnyPublisher()).record()
    #expect(recorder.values == subject.values)
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
  }

  @Test(arguments: EndingOperator.all)
  func `ignores everything sent inside the last value`(_ subject: EndingOperator) {
    for isFailing in [false, true] {
      let subject = (operator: subject, source: DeafSubject())
      var left = subject.operator.values.count
      let recorder = subject.operator.apply(subject.source.eraseToAnyPublisher()).record { _ in
        left -= 1
        guard left == 0, subject.operator.testDescription != "prefix(while:)",
          subject.operator.testDescription != "dematerialize"
        else { return }
        subject.source.send(1)
        if isFailing { subject.source.send(completion: .failure(Broken())) }
      }
      for value in 1...4 { subject.source.send(value) }
      #expect(recorder.values == subject.operator.values)
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
    }
  }

  private struct Rude: Publisher {
    typealias Output = Int
    typealias Failure = Broken

    func receive<S: Subscriber<Int, Broken>>(subscriber: S) {
      subscriber.receive(subscription: Deaf())
      for value in [1, 2, 3, 1, 2, 3, 4] { subscriber.receive(value) }
      subscriber.receive(completion: .failure(Broken()))
    }

  }

  /// A source that can be sent to, and that does not receive a cancel either.
  private final class DeafSubject: Publisher {
    typealias Output = Int
    typealias Failure = Broken
    private var subscribers: [AnySubscriber<Int, Broken>] = []

    func receive<S: Subscriber<Int, Broken>>(subscriber: S) {
      subscribers.append(AnySubscriber(subscriber))
      subscriber.receive(subscription: Deaf())
    }

    func send(_ value: Int) {
      for subscriber in subscribers { subscriber.receive(value) }
    }

    func send(completion: Subscribers.Completion<Broken>) {
      for subscriber in subscribers { subscriber.receive(completion: completion) }
    }
  }

  private final class Deaf: Subscription {
    func cancel() {}
  }

  private func expectNothingIsLeft(
    in world: World, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    world.stopFeeding()
    #expect(world.runningCount == 0, sourceLocation: sourceLocation)
    #expect(world.lifetimes.alive == 0, sourceLocation: sourceLocation)
    #expect(world.scheduler.pendingCount == 0, sourceLocation: sourceLocation)
  }
}

private func padded(_ publisher: Numbers) -> Numbers {
  var chain = publisher
  for _ in 1...130 { chain = chain.map { $0 }.eraseToAnyPublisher() }
  return chain
}

/// Laws for long chains of operators that end the run, or emit their value at the end.
@Suite struct DeepEndingLaws {
  @Test(arguments: SingleOperator.all, [World.Style.burst, .timed])
  func `a chain of 5,000 delivers, cancels and is released`(
    _ subject: SingleOperator, _ style: World.Style
  ) async {
    await onStack(megabytes: 1) {
      let world = World()
      var chain = world.upstream(style, [1])
      for _ in 1...5_000 { chain = subject.apply(chain) }
      let recorder = chain.record(on: world.scheduler)
      world.scheduler.run()
      #expect(recorder.values == [1])
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
      expectNothingIsLeft(in: world)
      for cut in [Recorder<Int, Broken>.Cut.atSubscription, .insideValue(1)] {
        let cut = chain.record(on: world.scheduler, cut: cut)
        world.scheduler.run()
        #expect(cut.completion == nil)
        #expect(cut.violations == [])
        expectNothingIsLeft(in: world)
      }
    }
  }

  private func expectNothingIsLeft(in world: World) {
    #expect(world.runningCount == 0)
    #expect(world.lifetimes.alive == 0)
    #expect(world.scheduler.pendingCount == 0)
  }
}
