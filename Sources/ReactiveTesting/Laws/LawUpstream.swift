import Reactive

/// The failure of the upstreams that are used to check laws.
public struct LawFailure: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// An upstream for checking whether an operator obeys the laws.
struct LawUpstream: Publisher {
  typealias Output = Int
  typealias Failure = LawFailure

  /// The events of an upstream.
  enum Course: String, CaseIterable {
    case never, empty, one, many, failure
    case manyThenFailure = "many, then a failure"
    case manyThenNever = "many, then nothing"

    var values: [Int] {
      switch self {
      case .never, .empty, .failure: []
      case .one: [7]
      case .many, .manyThenFailure, .manyThenNever: [1, 2, 3, 2, 1]
      }
    }

    var end: Subscribers.Completion<LawFailure>? {
      switch self {
      case .never, .manyThenNever: nil
      case .empty, .one, .many: .finished
      case .failure, .manyThenFailure: .failure(LawFailure())
      }
    }
  }

  /// The timing of its values.
  enum Style: String, CaseIterable {
    case burst = "at once"
    case timed = "one a second"
  }

  let course: Course
  let style: Style
  let count: RunCount
  let scheduler: any Scheduler

  /// The number of runs that have neither ended nor been cancelled.
  final class RunCount {
    var running = 0
  }

  func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) {
    let run = Run(subscriber, self)
    count.running += 1
    subscriber.receive(subscription: run)
    switch style {
    case .burst: run.emitAll()
    case .timed: run.giveNext()
    }
  }

  private final class Run<Downstream: Subscriber<Int, LawFailure>>: Subscription {
    private let downstream: Downstream
    private let upstream: LawUpstream
    private var isOver = false
    private var next = 0
    private var timer: AnyCancellable?

    init(_ downstream: Downstream, _ upstream: LawUpstream) {
      self.downstream = downstream
      self.upstream = upstream
    }

    func emitAll() {
      for value in upstream.course.values where !isOver { downstream.receive(value) }
      end()
    }

    func giveNext() {
      guard !isOver else { return }
      timer = upstream.scheduler.schedule(after: .seconds(1)) { [self] in
        let values = upstream.course.values
        guard next < values.count else { return end() }
        next += 1
        downstream.receive(values[next - 1])
        giveNext()
      }
    }

    private func end() {
      guard let end = upstream.course.end, !isOver else { return }
      finish()
      downstream.receive(completion: end)
    }

    func cancel() {
      finish()
      timer.take()?.cancel()
    }

    private func finish() {
      if !isOver { upstream.count.running -= 1 }
      isOver = true
    }
  }
}
