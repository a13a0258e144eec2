import Reactive
import Testing

/// An operator whose closure throws when it receives a 3, and that emits the same values until
/// then.
struct ThrowingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Numbers) -> AnyPublisher<Int, any Error>

  init(
    _ name: String, _ apply: @escaping @Sendable (Numbers) -> any Publisher<Int, any Error>
  ) {
    testDescription = name
    self.apply = { upstream in apply(upstream).eraseToAnyPublisher() }
  }

  static let all: [ThrowingOperator] = mapping + filtering

  /// One line for each operator with a throwing closure.
  static let mapping: [ThrowingOperator] = [
    .init("tryMap") { $0.tryMap(check) },
    .init("tryFilter") { $0.tryFilter { try check($0) > 0 } },
    .init("tryCompactMap") { $0.tryCompactMap(check) },
    .init("tryCompactMap, typed") { up in
      up.tryCompactMap { value throws(Broken) -> Int? in try typedCheck(value) }
        .mapError { $0 as any Error }
    },
    .init("tryScan") { $0.tryScan(0) { try check($1) } },
    .init("tryGroupBy") { up in
      up.tryGroupBy({ value throws(Broken) -> Int in try typedCheck(value) % 2 }) { $1 }
        .mapError { $0 as any Error }
    },
  ]
}

private func check(_ value: Int) throws -> Int { try typedCheck(value) }

private func typedCheck(_ value: Int) throws(Broken) -> Int {
  guard value != 3 else { throw Broken(number: 3) }
  return value
}

/// The effect of a throwing closure on a run.
@Suite struct ThrowingLaws {
  @Test(arguments: ThrowingOperator.all, World.Style.allCases)
  func `fails only once, at once, and cancels upstream`(
    _ subject: ThrowingOperator, _ style: World.Style
  ) {
    for end in [Subscribers.Completion<Broken>.finished, .failure(Broken(number: 9)), nil] {
      let world = World()
      let recorder = subject.apply(world.upstream(style, [1, 2, 3, 4, 3], end: end))
        .record(on: world.scheduler)
      world.run()
      #expect(recorder.values == [1, 2])
      #expect(recorder.failure as? Broken == Broken(number: 3))
      #expect(style == .burst || recorder.completionTime == .seconds(3))
      #expect(recorder.violations == [])
      #expect(world.cancelledCount == 1)
      world.stopFeeding()
      #expect(world.lifetimes.alive == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: ThrowingOperator.silent, World.Style.allCases)
  func `fails without a value if it has emitted none before`(
    _ subject: ThrowingOperator, _ style: World.Style
  ) {
    let world = World()
    let recorder = subject.apply(world.endless(style)).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [])
    #expect(recorder.failure as? Broken == Broken(number: 3))
    #expect(recorder.violations == [])
    #expect(world.cancelledCount == 1)
    world.stopFeeding()
    #expect(world.lifetimes.alive == 0)
    #expect(subject.apply(Rude().eraseToAnyPublisher()).record().violations == [])
    let failed = subject.apply(world.upstream(.burst, [1], end: .failure(Broken(number: 9))))
      .record()
    #expect(failed.values == [])
    #expect(failed.failure as? Broken == Broken(number: 9))
  }

  @Test(arguments: ThrowingOperator.all, World.Style.allCases)
  func `ends an endless upstream`(_ subject: ThrowingOperator, _ style: World.Style) {
    let world = World()
    let recorder = subject.apply(world.endless(style)).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure as? Broken == Broken(number: 3))
    #expect(world.runningCount == 0)
  }

  @Test(arguments: ThrowingOperator.all)
  func `passes on a failure of upstream`(_ subject: ThrowingOperator) {
    let world = World()
    let recorder = subject.apply(world.upstream(.burst, [1], end: .failure(Broken(number: 9))))
      .record()
    #expect(recorder.values == [1])
    #expect(recorder.failure as? Broken == Broken(number: 9))
  }

  /// A source that has not received the cancel yet, such as one further up a long chain.
  @Test(arguments: ThrowingOperator.all)
  func `ignores everything after the error`(_ subject: ThrowingOperator) {
    let recorder = subject.apply(Rude().eraseToAnyPublisher()).record()
    #expect(recorder.values == [1])
    #expect(recorder.violations == [])
  }

  private struct Rude: Publisher {
    typealias Output = Int
    typealias Failure = Broken

    func receive<S: Subscriber<Int, Broken>>(subscriber: S) {
      subscriber.receive(subscription: Deaf())
      for value in [1, 3, 1, 3] { subscriber.receive(value) }
      subscriber.receive(completion: .finished)
    }

    final class Deaf: Subscription {
      func cancel() {}
    }
  }
}
