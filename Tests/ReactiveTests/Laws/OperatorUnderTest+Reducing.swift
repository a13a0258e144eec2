import Reactive
import Testing

extension ReshapingOperator {
  /// Operators that emit different values from those they receive, and end when upstream does.
  static let reducing: [ReshapingOperator] = [
    .init("reduce") { up, _ in up.reduce(0) { $0 + $1 } },
    .init("count") { up, _ in up.count() },
    .init("min") { up, _ in up.min() },
    .init("max") { up, _ in up.max() },
    .init("last") { up, _ in up.last() },
    .init("last(where:)") { up, _ in up.last { $0 == 2 } },
    .init("first that never comes") { up, _ in up.first { $0 < 0 } },
    .init("contains what never comes") { up, _ in up.contains(-1) },
    .init("allSatisfy") { up, _ in up.allSatisfy { $0 > 0 } },
    .init("collect") { up, _ in up.collect() },
    .init("collect of two") { up, _ in up.collect(2) },
    .init("pairwise") { up, _ in up.pairwise() },
    .init("distinct") { up, _ in up.distinct() },
    .init("removeDuplicates by") { up, _ in up.removeDuplicates { $0 % 2 == $1 % 2 } },
    .init("drop(while:)") { up, _ in up.drop { $0 < 3 } },
    .init("replaceEmpty") { up, _ in up.replaceEmpty(with: 9) },
    .init("ignoreOutput") { up, _ in up.ignoreOutput() },
    .init("compactMap") { up, _ in up.compactMap { $0 == 2 ? nil : "\($0)" } },
  ]
}

extension ReleaseLaws {
  /// Operators that store values until the end.
  static let reducing: [Stage] = [
    Stage("reduce") { up, _ in up.reduce(nil) { $1 }.eraseToAnyPublisher() },
    Stage("last") { up, _ in up.last().eraseToAnyPublisher() },
    Stage("max") { up, _ in up.max { _, _ in true }.eraseToAnyPublisher() },
    Stage("collect") { up, _ in
      up.collect().map { $0.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("collect of two") { up, _ in
      up.collect(2).map { $0.last ?? nil }.eraseToAnyPublisher()
    },
  ]
}

/// An operator that ends the run by itself, for an upstream that emits 1, 2, 3 …
struct EndingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The value with which it ends the run, and the values it has emitted by then.
  let end: Int
  let values: [Int]
  let apply: @Sendable (Numbers) -> Numbers

  init(
    _ name: String, end: Int, _ values: [Int],
    _ apply: @escaping @Sendable (Numbers) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.end = end
    self.values = values
    self.apply = { upstream in apply(upstream).eraseToAnyPublisher() }
  }

  static let all: [EndingOperator] = [
    .init("prefix", end: 2, [1, 2]) { $0.prefix(2) },
    .init("prefix of none", end: 0, []) { $0.prefix(0) },
    .init("prefix(while:)", end: 3, [1, 2]) { $0.prefix { $0 < 3 } },
    .init("output(at:)", end: 3, [3]) { $0.output(at: 2) },
    .init("output(in:)", end: 3, [2, 3]) { $0.output(in: 1..<3) },
    .init("first", end: 1, [1]) { $0.first() },
    .init("first(where:)", end: 2, [2]) { $0.first { $0 > 1 } },
    .init("contains", end: 2, [1]) { $0.contains(2).map { $0 ? 1 : 0 } },
    .init("contains(where:)", end: 3, [1]) { $0.contains { $0 > 2 }.map { $0 ? 1 : 0 } },
    .init("allSatisfy", end: 2, [0]) { $0.allSatisfy { $0 < 2 }.map { $0 ? 1 : 0 } },
    .init("dematerialize", end: 3, [1, 2]) { up in
      up.catch { _ in Empty<Int, Never>() }
        .map { $0 == 3 ? Publishers.Signal<Int, Broken>.finished : .value($0) }.dematerialize()
    },
  ]
}

/// An operator that ends the run or waits for the end, where a single 1 is emitted.
struct SingleOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Numbers) -> Numbers

  init(
    _ name: String, _ apply: @escaping @Sendable (Numbers) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.apply = { upstream in apply(upstream).eraseToAnyPublisher() }
  }

  static let all: [SingleOperator] = [
    .init("prefix") { $0.prefix(1) },
    .init("first") { $0.first() },
    .init("last") { $0.last() },
    .init("reduce") { $0.reduce(0) { $1 } },
    .init("count") { $0.count() },
    .init("max") { $0.max() },
    .init("contains") { $0.contains(1).map { $0 ? 1 : 0 } },
    .init("collect") { $0.collect().map(\.count) },
    .init("collect of two") { $0.collect(2).map(\.count) },
    .init("replaceEmpty") { $0.replaceEmpty(with: 0) },
    .init("replaceError") { $0.replaceError(with: 0).setFailureType(to: Broken.self) },
  ]
}
