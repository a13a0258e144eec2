import Reactive

extension DrawnOperator {
  static let all: [DrawnOperator] =
    sources + mapping + filtering + reducing + throwing + combining + subscribing + failing + timing
    + sharing

  private static let sources: [DrawnOperator] = [
    .init("Just(\"a\")") { _ in Just("a") },
    .init("Empty()") { _ in Empty<Int, Never>() },
    .init("Empty(completeImmediately: false)") { _ in
      Empty<Int, Never>(completeImmediately: false)
    },
    .init("Fail(error: Broken())") { _ in Fail<Int, Broken>(error: Broken()) },
    .init("[1, 2, 3].publisher") { _ in [1, 2, 3].publisher },
    .init("Int(\"1\").publisher") { _ in Int("1").publisher },
    .init("Result { try number(\"1\") }.publisher") { _ in
      Result { try number("1") }.publisher
    },
    .init("Record(output: [1, 2], completion: .failure(Broken()))") { _ in
      Record(output: [1, 2], completion: .failure(Broken()))
    },
    .init("Deferred { upstream }") { inputs in Deferred { inputs.first } },
    .init(
      "TimedSequence([(.seconds(1), \"a\"), (.seconds(3), \"b\")], end: .seconds(4), on: scheduler)"
    ) {
      TimedSequence<String, Broken>(
        [(.seconds(1), "a"), (.seconds(3), "b")], end: .seconds(4), on: $0.scheduler)
    },
  ]

  private static let mapping: [DrawnOperator] = [
    .init("map { $0 * 10 }") { $0.numbers.map { $0 * 10 } },
    .init("compactMap { Int($0) }") { $0.first.compactMap { Int($0) } },
    .init("map { Int($0) }.replaceNil(with: 0)") { $0.first.map { Int($0) }.replaceNil(with: 0) },
    .init("scan(0) { $0 + $1 }") { $0.numbers.scan(0) { $0 + $1 } },
    .init("pairwise()") { $0.numbers.pairwise() },
    .init("materialize()") { $0.numbers.materialize().map(text) },
    .init("dematerialize()") {
      $0.first.catch { _ in Empty<String, Never>() }.map(signal).dematerialize()
    },
    .init("handleEvents(receiveOutput: { log($0) })") {
      $0.numbers.handleEvents(receiveOutput: { _ in })
    },
    .init("print(\"numbers\") { log.append($0) }") { $0.numbers.print("numbers") { _ in } },
  ]

  private static let filtering: [DrawnOperator] = [
    .init("filter { $0 % 2 == 0 }") { $0.numbers.filter { $0 % 2 == 0 } },
    .init("distinct()") { $0.numbers.distinct() },
    .init("distinct { $0 / 2 }") { $0.numbers.distinct { $0 / 2 } },
    .init("removeDuplicates()") { $0.numbers.removeDuplicates() },
    .init("removeDuplicates { $0 % 2 == $1 % 2 }") {
      $0.numbers.removeDuplicates { $0 % 2 == $1 % 2 }
    },
    .init("dropFirst(2)") { $0.numbers.dropFirst(2) },
    .init("drop { $0 < 3 }") { $0.numbers.drop { $0 < 3 } },
    .init("prefix(2)") { $0.numbers.prefix(2) },
    .init("prefix { $0 < 3 }") { $0.numbers.prefix { $0 < 3 } },
    .init("output(at: 2)") { $0.numbers.output(at: 2) },
    .init("output(in: 1...2)") { $0.numbers.output(in: 1...2) },
    .init("first()") { $0.numbers.first() },
    .init("first { $0 > 1 }") { $0.numbers.first { $0 > 1 } },
    .init("last()") { $0.numbers.last() },
    .init("last { $0 < 3 }") { $0.numbers.last { $0 < 3 } },
    .init("ignoreOutput()") { $0.numbers.ignoreOutput() },
    .init("replaceEmpty(with: 0)") { $0.numbers.replaceEmpty(with: 0) },
  ]

  private static let reducing: [DrawnOperator] = [
    .init("reduce(0) { $0 + $1 }") { $0.numbers.reduce(0) { $0 + $1 } },
    .init("count()") { $0.first.count() },
    .init("min()") { $0.numbers.min() },
    .init("max()") { $0.numbers.max() },
    .init("contains(2)") { $0.numbers.contains(2) },
    .init("contains { $0 > 4 }") { $0.numbers.contains { $0 > 4 } },
    .init("allSatisfy { $0 < 3 }") { $0.numbers.allSatisfy { $0 < 3 } },
    .init("collect()") { $0.numbers.collect() },
    .init("collect(2)") { $0.numbers.collect(2) },
  ]

  private static let throwing: [DrawnOperator] = [
    .init("tryMap { try number($0) }") { $0.first.tryMap { try number($0) } },
    .init("tryFilter { try number($0) > 1 }") { $0.first.tryFilter { try number($0) > 1 } },
    .init("tryCompactMap { Int($0) }") { $0.first.tryCompactMap { Int($0) } },
    .init("tryScan(0) { try $0 + number($1) }") {
      $0.first.tryScan(0) { try $0 + number($1) }
    },
    .init("tryDistinct { try number($0) }") { $0.first.tryDistinct { try number($0) } },
    .init("tryRemoveDuplicates { try number($0) == number($1) }") {
      $0.first.tryRemoveDuplicates { try number($0) == number($1) }
    },
    .init("tryDrop { try number($0) < 3 }") { $0.first.tryDrop { try number($0) < 3 } },
    .init("tryPrefix { try number($0) < 3 }") { $0.first.tryPrefix { try number($0) < 3 } },
    .init("tryFirst { try number($0) > 1 }") { $0.first.tryFirst { try number($0) > 1 } },
    .init("tryLast { try number($0) > 1 }") { $0.first.tryLast { try number($0) > 1 } },
    .init("tryReduce(0) { try $0 + number($1) }") {
      $0.first.tryReduce(0) { try $0 + number($1) }
    },
    .init("tryMin { try number($0) < number($1) }") {
      $0.first.tryMin { try number($0) < number($1) }
    },
    .init("tryMax { try number($0) < number($1) }") {
      $0.first.tryMax { try number($0) < number($1) }
    },
    .init("tryContains { try number($0) == 4 }") { $0.first.tryContains { try number($0) == 4 } },
    .init("tryAllSatisfy { try number($0) > 0 }") {
      $0.first.tryAllSatisfy { try number($0) > 0 }
    },
  ]

  private static func text(_ signal: Publishers.Signal<Int, Broken>) -> String {
    switch signal {
    case .value(let value): "value(\(value))"
    case .finished: "finished"
    case .failure: "failure"
    }
  }

  private static func signal(_ text: String) -> Publishers.Signal<String, Broken> {
    switch text {
    case "finished": .finished
    case "failure": .failure(Broken())
    default: .value(String(text.dropFirst("value(".count).dropLast()))
    }
  }
}
