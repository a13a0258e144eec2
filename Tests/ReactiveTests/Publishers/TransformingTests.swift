import Reactive
import ReactiveFoundation
import Testing

/// The particular features of the operators that work on one value at a time.
@Suite struct TransformingTests {
  private let numbers = [1, 2, 3, 4].publisher

  @Test func `map emits the results of the closure`() {
    #expect(numbers.map { "\($0)" }.record().values == ["1", "2", "3", "4"])
  }

  @Test func `filter keeps the values that the closure accepts`() {
    #expect(numbers.filter { $0 % 2 == 0 }.record().values == [2, 4])
  }

  @Test func `scan emits each result, and starts afresh in each run`() {
    let scan = numbers.scan("") { $0 + "\($1)" }
    #expect(scan.record().values == ["1", "12", "123", "1234"])
    #expect(scan.record().values == ["1", "12", "123", "1234"])
  }

  @Test func `tryScan starts afresh in each run`() {
    let scan = numbers.tryScan(0) { $0 + $1 }
    #expect(scan.record().values == [1, 3, 6, 10])
    #expect(scan.record().values == [1, 3, 6, 10])
  }

  @Test(arguments: [(0, [1, 2, 3, 4]), (1, [2, 3, 4]), (4, []), (9, [])])
  func `dropFirst drops the given number of values`(_ count: Int, _ rest: [Int]) {
    let drop = numbers.dropFirst(count)
    #expect(drop.record().values == rest)
    #expect(drop.record().values == rest)
    #expect(drop.record().completion == .finished)
  }

  @Test func `a negative number to drop is rejected`() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
  }

  @Test func `tryCompactMap drops nil`() {
    let words = ["1", "x", "3"].publisher
    #expect(words.tryCompactMap { Int($0) }.record().values == [1, 3])
  }

  @Test func `tryCompactMap keeps the failure type of a closure that throws it`() {
    let recorder = numbers.setFailureType(to: Broken.self)
      .tryCompactMap { value throws(Broken) -> Int? in
        if value == 3 { throw Broken(number: value) }
        return value
      }.record()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure == Broken(number: 3))
  }

  @Test func `tryFilter and tryMap turn the error into the failure`() {
    struct Other: Error {}
    let filtered = numbers.tryFilter { value in
      if value == 3 { throw Other() }
      return value != 1
    }.record()
    #expect(filtered.values == [2])
    #expect(filtered.failure is Other)
    let mapped = numbers.tryMap { value in
      if value == 2 { throw Other() }
      return value * 10
    }.record()
    #expect(mapped.values == [10])
    #expect(mapped.failure is Other)
  }

  @Test func `mapError changes only the failure`() {
    struct Other: Error, Equatable { let number: Int }
    let recorder = Publishers.Sequence<_, Broken>(sequence: [1])
      .append(Fail(error: Broken(number: 4)))
      .mapError { Other(number: $0.number + 1) }.record()
    #expect(recorder.values == [1])
    #expect(recorder.failure == Other(number: 5))
  }

  @Test func `deferred creates a publisher for each run`() {
    var count = 0
    let deferred = Deferred {
      count += 1
      return Just(count)
    }
    #expect(count == 0)
    #expect(deferred.record().values == [1])
    #expect(deferred.record().values == [2])
  }

  @Test func `erasing an erased publisher adds nothing`() {
    let erased = numbers.eraseToAnyPublisher()
    var again = erased
    for _ in 0..<1_000 { again = again.eraseToAnyPublisher() }
    #expect(again.record().values == [1, 2, 3, 4])
    #expect(MemoryLayout.size(ofValue: again) == MemoryLayout<Int>.size)
  }
}
