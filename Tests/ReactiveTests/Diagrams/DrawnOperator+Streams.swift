import Reactive

extension DrawnOperator {
  static let combining: [DrawnOperator] = [
    .init("append(8, 9)") { $0.numbers.append(8, 9) },
    .init("prepend(8, 9)") { $0.numbers.prepend(8, 9) },
    .init("merge") { $0.first.merge(with: $0.second) },
    .init("race") { $0.first.race($0.second) },
    .init("zip") { $0.first.zip($0.second) },
    .init("ZipMany") { Publishers.ZipMany($0.first, $0.second) },
    .init("combineLatest") { $0.first.combineLatest($0.second) },
    .init("CombineLatestMany") { Publishers.CombineLatestMany($0.first, $0.second) },
    .init("drop(untilOutputFrom:)") { $0.first.drop(untilOutputFrom: $0.second) },
    .init("prefix(untilOutputFrom:)") { $0.first.prefix(untilOutputFrom: $0.second) },
    .init("sample") { $0.first.sample($0.second) },
  ]

  static let subscribing: [DrawnOperator] = [
    .init("flatMap { number in its diagram }") { inputs in
      inputs.first.flatMap { inputs.inner(of: $0) }
    },
    .init("concatMap { number in its diagram }") { inputs in
      inputs.first.concatMap { inputs.inner(of: $0) }
    },
    .init("switchMap { number in its diagram }") { inputs in
      inputs.first.switchMap { inputs.inner(of: $0) }
    },
    .init("map { number in its diagram }.switchToLatest()") { inputs in
      inputs.first.map { inputs.inner(of: $0) }.switchToLatest()
    },
    .init("exhaustMap { number in its diagram }") { inputs in
      inputs.first.exhaustMap { inputs.inner(of: $0) }
    },
    .init("groupBy { $0 % 2 } pipeline: { key, group in group.scan(0, +) }") {
      $0.numbers.groupBy {
        $0 % 2
      } pipeline: { key, group in
        group.scan(0, +)
      }
    },
    .init("tryGroupBy { try number($0) } pipeline: { key, group in group }") {
      $0.first.tryGroupBy { (sign) throws(Broken) in
        guard let number = Int(sign) else { throw Broken() }
        return number
      } pipeline: { key, group in
        group
      }
    },
  ]

  static let failing: [DrawnOperator] = [
    .init("catch { failure in [8, 9] }") {
      $0.numbers.catch { failure in [8, 9].publisher }
    },
    .init("tryCatch { failure in throw failure }") {
      $0.numbers.tryCatch { failure throws(Broken) -> Empty<Int, Broken> in throw failure }
    },
    .init("mapError { Wrapped($0) }") { $0.numbers.mapError { Wrapped(error: $0) } },
    .init("setFailureType(to: Broken.self)") {
      $0.numbers.catch { _ in Empty<Int, Never>() }.setFailureType(to: Broken.self)
    },
    .init("replaceError(with: 0)") { $0.numbers.replaceError(with: 0) },
    .init("retry(2)") { $0.numbers.retry(2) },
    .init("retry(2, delays: [.seconds(1), .seconds(2)], scheduler: scheduler)") {
      $0.numbers.retry(2, delays: [.seconds(1), .seconds(2)], scheduler: $0.scheduler)
    },
    .init("repeat(3)") { $0.numbers.repeat(3) },
    .init("repeat(3, delays: [.seconds(1), .seconds(2)], scheduler: scheduler)") {
      $0.numbers.repeat(3, delays: [.seconds(1), .seconds(2)], scheduler: $0.scheduler)
    },
  ]

  static let timing: [DrawnOperator] = [
    .init("delay(for: .seconds(2), scheduler: scheduler)") {
      $0.first.delay(for: .seconds(2), scheduler: $0.scheduler)
    },
    .init("debounce(for: .seconds(2), scheduler: scheduler)") {
      $0.first.debounce(for: .seconds(2), scheduler: $0.scheduler)
    },
    .init("debounce(for: .seconds(3), scheduler: scheduler, leading: true)") {
      $0.first.debounce(for: .seconds(3), scheduler: $0.scheduler, leading: true)
    },
    .init("throttle(for: .seconds(2), scheduler: scheduler, latest: true)") {
      $0.first.throttle(for: .seconds(2), scheduler: $0.scheduler, latest: true)
    },
    .init(
      "throttle(for: .seconds(2), scheduler: scheduler, latest: true, trailing: false)"
    ) {
      $0.first.throttle(
        for: .seconds(2), scheduler: $0.scheduler, latest: true, trailing: false)
    },
    .init("audit(for: .seconds(2), scheduler: scheduler)") {
      $0.first.audit(for: .seconds(2), scheduler: $0.scheduler)
    },
    .init("sample(every: .seconds(3), scheduler: scheduler)") {
      $0.first.sample(every: .seconds(3), scheduler: $0.scheduler)
    },
    .init("collect(.byTimeOrCount(scheduler, .seconds(4), 3))") {
      $0.first.collect(.byTimeOrCount($0.scheduler, .seconds(4), 3))
    },
    .init("collect(.byTime(scheduler, .seconds(2)))") {
      $0.first.collect(.byTime($0.scheduler, .seconds(2)))
    },
    .init("measureInterval(using: scheduler)") {
      $0.first.measureInterval(using: $0.scheduler).map { Int($0 / .seconds(1)) }
    },
    .init("timeout(.seconds(3), scheduler: scheduler, customError: { Late() })") {
      $0.first.timeout(.seconds(3), scheduler: $0.scheduler, customError: { Broken() })
    },
  ]

  private struct Wrapped: Error {
    let error: Broken
  }
}
