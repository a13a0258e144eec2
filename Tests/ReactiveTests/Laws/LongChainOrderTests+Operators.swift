import Reactive

extension RandomPipeline {
  /// Returns an operator that works with the clock.
  func waiting(_ first: Numbers, using generator: inout SeededGenerator) -> Numbers {
    let time = Duration.milliseconds(500 * Int.random(in: 0...2, using: &generator))
    let window = time + .milliseconds(500)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0:
      return first.debounce(for: time, scheduler: scheduler, atEnd: .emit).eraseToAnyPublisher()
    case 1:
      return first.throttle(for: time, scheduler: scheduler, latest: true).eraseToAnyPublisher()
    case 2:
      return first.throttle(for: time, scheduler: scheduler, latest: false, trailing: false)
        .eraseToAnyPublisher()
    case 3: return first.audit(for: time, scheduler: scheduler).eraseToAnyPublisher()
    case 4: return first.sample(every: time, scheduler: scheduler).eraseToAnyPublisher()
    case 5:
      return first.timeout(time, scheduler: scheduler) { Broken(number: 50) }
        .eraseToAnyPublisher()
    case 6: return sums(first.collect(.byTime(scheduler, window)))
    case 7: return sums(first.collect(.sliding(scheduler, window, every: .milliseconds(500))))
    default: return sums(first.collect(.bySession(scheduler, gap: time)))
    }
  }

  /// Returns an operator that subscribes while it runs.
  func subscribing(_ first: Numbers, using generator: inout SeededGenerator) -> Numbers {
    let other = publisher(height: Int.random(in: 0...1, using: &generator), using: &generator)
    let delays: [Duration] = generator.isTrue(oneIn: 2) ? [] : [.zero, .milliseconds(500)]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return first.flatMap { value in other.map { $0 + value } }.eraseToAnyPublisher()
    case 1:
      return first.flatMap(maxPublishers: 2) { value in other.map { $0 + value } }
        .eraseToAnyPublisher()
    case 2: return first.concatMap { value in other.map { $0 + value } }.eraseToAnyPublisher()
    case 3: return first.switchMap { value in other.map { $0 + value } }.eraseToAnyPublisher()
    case 4: return first.exhaustMap { value in other.map { $0 + value } }.eraseToAnyPublisher()
    case 5: return first.catch { _ in other }.eraseToAnyPublisher()
    case 6:
      let limit = RepetitionLimit(3, scheduler: scheduler) { Broken(number: 60) }
      return first.retry(2, delays: delays, scheduler: scheduler)
        .repeat(2, delays: delays, scheduler: scheduler, limit: limit).eraseToAnyPublisher()
    default:
      return first.groupBy({ $0 % 3 }) { key, group in
        key == 0
          ? group.merge(with: group).eraseToAnyPublisher()
          : group.zip(other).map { $0 + $1 }.eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    }
  }

  private func sums(_ lists: some Publisher<[Int], Broken>) -> Numbers {
    lists.map { $0.reduce(0, +) }.eraseToAnyPublisher()
  }
}
