import Reactive
import ReactiveFoundation
import Testing

/// A source, and the values that it must emit.
struct SourceUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let values: [Int]
  let completion: Subscribers.Completion<Broken>?
  let make: @Sendable (World) -> Numbers

  private init(
    _ name: String, _ values: [Int], _ completion: Subscribers.Completion<Broken>? = .finished,
    _ make: @escaping @Sendable (World) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.values = values
    self.completion = completion
    self.make = { world in make(world).eraseToAnyPublisher() }
  }

  /// One line for each source.
  static let all: [SourceUnderTest] = [
    .init("Just", [7]) { _ in Just(7).setFailureType(to: Broken.self) },
    .init("Empty", []) { _ in Empty() },
    .init("Empty that never finishes", [], nil) { _ in Empty(completeImmediately: false) },
    .init("Fail", [], .failure(Broken())) { _ in Fail(error: Broken()) },
    .init("Sequence", [1, 2, 3]) { _ in Publishers.Sequence(sequence: 1...3) },
    .init("Sequence of nothing", []) { _ in Publishers.Sequence(sequence: EmptyCollection()) },
    .init("publisher of an array", [1, 2]) { _ in [1, 2].publisher.setFailureType(to: Broken.self)
    },
    .init("Deferred", [4]) { _ in Deferred { Just(4).setFailureType(to: Broken.self) } },
    .init("TimedSequence", [1, 2]) { world in
      TimedSequence(
        [(.seconds(1), 1), (.seconds(2), 2)], end: .seconds(2), on: world.scheduler)
    },
    .init("TimedSequence at once", [1, 2]) { world in
      TimedSequence([(.zero, 1), (.zero, 2)], end: .zero, on: world.scheduler)
    },
    .init("TimedSequence that fails", [1], .failure(Broken())) { world in
      TimedSequence(
        [(.seconds(1), 1)], end: .seconds(2), completion: .failure(Broken()), on: world.scheduler)
    },
    .init("TimedSequence without end", [1], nil) { world in
      TimedSequence([(.seconds(1), 1)], on: world.scheduler)
    },
    .init("TimedSequence, immediate", [1, 2]) { _ in
      TimedSequence(
        [(.seconds(1), 1), (.seconds(2), 2)], end: .seconds(9), on: ImmediateScheduler())
    },
    .init("CurrentValueSubject", [3], nil) { _ in CurrentValueSubject(3) },
    .init("PassthroughSubject", [], nil) { _ in PassthroughSubject() },
    .init("subject that has finished", []) { _ in
      let subject = PassthroughSubject<Int, Broken>()
      subject.send(completion: .finished)
      return subject
    },
    .init("subject that has failed", [], .failure(Broken())) { _ in
      let subject = CurrentValueSubject<Int, Broken>(3)
      subject.send(completion: .failure(Broken()))
      return subject
    },
    .init("Optional.Publisher", [5]) { _ in Int?(5).publisher.setFailureType(to: Broken.self) },
    .init("Optional.Publisher of nil", []) { _ in
      Int?.none.publisher.setFailureType(to: Broken.self)
    },
    .init("Result.Publisher", [5]) { _ in Result<Int, Broken>.success(5).publisher },
    .init("Result.Publisher of a failure", [], .failure(Broken())) { _ in
      Result<Int, Broken>.failure(Broken()).publisher
    },
    .init("Record", [1, 2], .failure(Broken())) { _ in
      Record(output: [1, 2], completion: .failure(Broken()))
    },
    .init("Future that was kept", [8]) { _ in Future { $0(.success(8)) } },
    .init("Future that was broken", [], .failure(Broken())) { _ in
      Future { $0(.failure(Broken())) }
    },
    .init("Future that is open", [], nil) { _ in Future { _ in } },
    .init("published property", [4], nil) { _ in
      Published(wrappedValue: 4).projectedValue.setFailureType(to: Broken.self)
    },
    .init("ConcatenateMany of none", []) { _ in Publishers.ConcatenateMany([Numbers]()) },
    .init("MergeMany of none", []) { _ in Publishers.MergeMany([Numbers]()) },
    .init("ZipMany of none", []) { _ in Publishers.ZipMany([Numbers]()).map { $0.count } },
    .init("CombineLatestMany of none", []) { _ in
      Publishers.CombineLatestMany([Numbers]()).map { $0.count }
    },
    .init("RaceMany of none", []) { _ in Publishers.RaceMany([Numbers]()) },
  ]
}

/// The publisher laws for publishers without an upstream.
@Suite struct SourceLaws {
  @Test(arguments: SourceUnderTest.all)
  func `emits its values and its completion in every run`(_ subject: SourceUnderTest) {
    let world = World()
    let source = subject.make(world)
    for _ in 1...3 {
      let recorder = source.record(on: world.scheduler)
      world.scheduler.run()
      #expect(recorder.values == subject.values)
      #expect(recorder.completion == subject.completion)
      #expect(recorder.violations == [])
      recorder.cancel()
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: SourceUnderTest.all)
  func `emits nothing after a cancel`(_ subject: SourceUnderTest) {
    for cut in [Recorder<Int, Broken>.Cut.atSubscription, .insideValue(1), .insideValue(2)] {
      let world = World()
      let recorder = subject.make(world).record(on: world.scheduler, cut: cut)
      if recorder.isCancelled { #expect(world.scheduler.pendingCount == 0) }
      world.scheduler.run()
      #expect(subject.values.starts(with: recorder.values))
      #expect(recorder.violations == [])
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: SourceUnderTest.all)
  func `releases its subscriber`(_ subject: SourceUnderTest) {
    for isCancelled in [false, true] {
      let world = World()
      let source = subject.make(world)
      let object = world.lifetimes.object()
      weak var run: AnyObject?
      do {
        let recorder = source.map(object.pass).record(on: world.scheduler)
        run = recorder
        world.scheduler.run()
        if isCancelled || subject.completion == nil { recorder.cancel() }
      }
      #expect(run == nil)
      #expect(world.lifetimes.alive == 1)
      withExtendedLifetime((source, object)) {}
    }
  }

  @Test func `an endless sequence ends when it is cancelled`() {
    let recorder = (1...).publisher.record(cut: .insideValue(1_000))
    #expect(recorder.values == Array(1...1_000))
    #expect(recorder.violations == [])
  }
}
