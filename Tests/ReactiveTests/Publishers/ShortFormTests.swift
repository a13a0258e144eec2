import Reactive
import ReactiveFoundation
import Testing

/// Sequences, single values, optionals and results keep their type through operators where that is
/// required, and emit the same as the operators of any publisher.
@Suite struct ShortFormTests {
  private static let arrays = [[], [7], [1, 2, 2, 3, 1], [3, 2, 1]]

  @Test(arguments: arrays)
  func `a sequence emits changed elements like any publisher`(_ elements: [Int]) {
    let (short, general) = (elements.publisher, elements.publisher.eraseToAnyPublisher())
    expectSame(asSequence(short.map { $0 * 2 }), general.map { $0 * 2 })
    expectSame(asSequence(short.map(\.description)), general.map(\.description))
    expectSame(
      asSequence(short.compactMap { $0 == 2 ? nil : "\($0)" }),
      general.compactMap { $0 == 2 ? nil : "\($0)" })
    expectSame(asSequence(short.scan(10, -)), general.scan(10, -))
    let holes: Publishers.Sequence<[Int?], Never> = short.map { $0 == 2 ? nil : $0 }
    let generalHoles = general.map { $0 == 2 ? nil : $0 }
    expectSame(asSequence(holes.replaceNil(with: 0)), generalHoles.replaceNil(with: 0))
    expectSame(
      asSequence(short.setFailureType(to: Broken.self)), general.setFailureType(to: Broken.self))
  }

  @Test(arguments: arrays)
  func `a sequence emits fewer and more elements like any publisher`(_ elements: [Int]) {
    let (short, general) = (elements.publisher, elements.publisher.eraseToAnyPublisher())
    expectSame(asSequence(short.filter { $0 > 1 }), general.filter { $0 > 1 })
    expectSame(asSequence(short.drop { $0 < 3 }), general.drop { $0 < 3 })
    expectSame(asSequence(short.prefix { $0 < 3 }), general.prefix { $0 < 3 })
    for count in [0, 1, 2, 9] {
      expectSame(asSequence(short.dropFirst(count)), general.dropFirst(count))
      expectSame(asSequence(short.prefix(count)), general.prefix(count))
      expectSame(asOptional(short.output(at: count)), general.output(at: count))
      expectSame(asSequence(short.output(in: 1..<count + 1)), general.output(in: 1..<count + 1))
      expectSame(asSequence(short.output(in: count...)), general.output(in: count...))
    }
    expectSame(asSequence(short.removeDuplicates()), general.removeDuplicates())
    expectSame(asSequence(short.append(8, 9)), general.append(8, 9))
    expectSame(asSequence(short.append(8...9)), general.append(8...9))
    expectSame(asSequence(short.append([8].publisher)), general.append([8].publisher))
    expectSame(asSequence(short.prepend(8, 9)), general.prepend(8, 9))
    expectSame(asSequence(short.prepend(8...9)), general.prepend(8...9))
    expectSame(asSequence(short.prepend([8].publisher)), general.prepend([8].publisher))
    let nothing: Empty<Int, Never> = short.ignoreOutput()
    #expect(nothing.completeImmediately)
  }

  @Test(arguments: arrays)
  func `a sequence is reduced to one value like any publisher`(_ elements: [Int]) {
    let (short, general) = (elements.publisher, elements.publisher.eraseToAnyPublisher())
    expectSame(asResult(short.allSatisfy { $0 > 1 }), general.allSatisfy { $0 > 1 })
    expectSame(asResult(short.contains { $0 == 2 }), general.contains { $0 == 2 })
    expectSame(asResult(short.contains(3)), general.contains(3))
    expectSame(asResult(short.collect()), general.collect())
    expectSame(asResult(short.count()), general.count())
    expectSame(asResult(short.reduce("", { "\($0)\($1)" })), general.reduce("", { "\($0)\($1)" }))
    expectSame(asOptional(short.first()), general.first())
    expectSame(asOptional(short.first { $0 > 1 }), general.first { $0 > 1 })
    expectSame(asOptional(short.last()), general.last())
    expectSame(asOptional(short.last { $0 > 1 }), general.last { $0 > 1 })
    expectSame(asOptional(short.min()), general.min())
    expectSame(asOptional(short.max()), general.max())
    expectSame(asOptional(short.min { $0 > $1 }), general.min { $0 > $1 })
    expectSame(asOptional(short.max { $0 > $1 }), general.max { $0 > $1 })
    expectSame(
      asResult(short.tryReduce(0) { try small($1) + $0 }),
      general.tryReduce(0) { try small($1) + $0 }
    )
    expectSame(
      asResult(short.tryAllSatisfy { try small($0) > 1 }),
      general.tryAllSatisfy { try small($0) > 1 }
    )
    expectSame(
      asResult(short.tryContains { try small($0) == 2 }), general.tryContains { try small($0) == 2 }
    )
  }

  @Test(arguments: [Int?.none, 1, 3])
  func `an optional emits the same as any publisher`(_ value: Int?) {
    let (short, general) = (value.publisher, value.publisher.eraseToAnyPublisher())
    expectSame(asOptional(short.map { $0 * 2 }), general.map { $0 * 2 })
    expectSame(
      asOptional(short.compactMap { $0 > 1 ? $0 : nil }), general.compactMap { $0 > 1 ? $0 : nil })
    expectSame(asOptional(short.filter { $0 > 1 }), general.filter { $0 > 1 })
    expectSame(asOptional(short.drop { $0 > 1 }), general.drop { $0 > 1 })
    expectSame(asOptional(short.prefix { $0 > 1 }), general.prefix { $0 > 1 })
    for count in [0, 1, 2] {
      expectSame(asOptional(short.dropFirst(count)), general.dropFirst(count))
      expectSame(asOptional(short.prefix(count)), general.prefix(count))
      expectSame(asOptional(short.output(at: count)), general.output(at: count))
      expectSame(asOptional(short.output(in: 0..<count)), general.output(in: 0..<count))
    }
    expectSame(asOptional(short.scan(10, -)), general.scan(10, -))
    expectSame(asOptional(short.reduce(10, -)), general.reduce(10, -))
    expectSame(asOptional(short.collect()), general.collect())
    expectSame(asOptional(short.count()), general.count())
    expectSame(asOptional(short.allSatisfy { $0 > 1 }), general.allSatisfy { $0 > 1 })
    expectSame(asOptional(short.contains { $0 > 1 }), general.contains { $0 > 1 })
    expectSame(asOptional(short.contains(3)), general.contains(3))
    expectSame(asOptional(short.first { $0 > 1 }), general.first { $0 > 1 })
    expectSame(asOptional(short.last { $0 > 1 }), general.last { $0 > 1 })
    expectSame(short.replaceEmpty(with: 9), general.replaceEmpty(with: 9))
    let unchanged: [Optional<Int>.Publisher] = [
      short.first(), short.last(), short.min(), short.max(), short.min(by: >), short.max(by: >),
      short.removeDuplicates(), short.removeDuplicates { $0 > $1 }, short.replaceError(with: 9),
      short.retry(2),
    ]
    for same in unchanged { expectSame(same, general) }
    expectSame(short.ignoreOutput(), general.ignoreOutput(setOutputType: Int.self))
  }

  @Test(arguments: [1, 3])
  func `a single value emits the same as any publisher`(_ value: Int) {
    let (short, general) = (Just(value), Just(value).eraseToAnyPublisher())
    expectSame(short.map { $0 * 2 }, general.map { $0 * 2 })
    expectSame(short.tryMap(small), general.tryMap(small))
    expectSame(short.compactMap { $0 > 1 ? $0 : nil }, general.compactMap { $0 > 1 ? $0 : nil })
    expectSame(short.filter { $0 > 1 }, general.filter { $0 > 1 })
    expectSame(short.drop { $0 > 1 }, general.drop { $0 > 1 })
    expectSame(short.prefix { $0 > 1 }, general.prefix { $0 > 1 })
    expectSame(short.output(in: ..<1), general.output(in: ..<1))
    expectSame(short.output(in: 0..<0), general.output(in: 0..<0))
    expectSame(short.dropFirst(), general.dropFirst())
    expectSame(short.prefix(1), general.prefix(1))
    expectSame(short.output(at: 0), general.output(at: 0))
    expectSame(short.scan(10, -), general.scan(10, -))
    expectSame(short.tryScan(1) { try small($1) + $0 }, general.tryScan(1) { try small($1) + $0 })
    expectSame(short.reduce(10, -), general.reduce(10, -))
    expectSame(
      short.tryReduce(1) { try small($1) + $0 }, general.tryReduce(1) { try small($1) + $0 })
    expectSame(short.allSatisfy { $0 > 1 }, general.allSatisfy { $0 > 1 })
    expectSame(short.contains { $0 > 1 }, general.contains { $0 > 1 })
    expectSame(short.contains(3), general.contains(3))
    expectSame(
      short.tryAllSatisfy { try small($0) > 1 }, general.tryAllSatisfy { try small($0) > 1 })
    expectSame(
      short.tryContains { try small($0) > 1 }, general.tryContains { try small($0) > 1 })
    expectSame(short.first { $0 > 1 }, general.first { $0 > 1 })
    expectSame(short.last { $0 > 1 }, general.last { $0 > 1 })
    expectSame(short.collect(), general.collect())
    expectSame(short.count(), general.count())
    expectSame(
      short.tryRemoveDuplicates { _, _ in throw Broken() },
      general.tryRemoveDuplicates { _, _ in throw Broken() })
    expectSame(
      short.mapError { (never: Never) -> Broken in }, general.setFailureType(to: Broken.self))
    expectSame(short.append(8, 9).prepend(7), general.append(8, 9).prepend(7))
    expectSame(short.append([8, 9]).prepend([7]), general.append([8, 9]).prepend([7]))
    for same in [
      short.first(), short.last(), short.min(), short.max(), short.min(by: >), short.max(by: >),
      short.removeDuplicates(), short.removeDuplicates { $0 > $1 }, short.replaceError(with: 9),
      short.replaceEmpty(with: 9), short.retry(2),
    ] {
      expectSame(same, general)
    }
    expectSame(short.ignoreOutput(), general.ignoreOutput(setOutputType: Int.self))
  }

  @Test(arguments: [Result<Int, Broken>.success(1), .success(3), .failure(Broken(number: 4))])
  func `a result emits the same as any publisher`(_ result: Result<Int, Broken>) {
    let (short, general) = (result.publisher, result.publisher.eraseToAnyPublisher())
    expectSame(asResult(short.map { $0 * 2 }), general.map { $0 * 2 })
    expectSame(asResult(short.tryMap(small)), general.tryMap(small))
    expectSame(
      asResult(short.mapError { Broken(number: $0.number + 1) }),
      general.mapError { Broken(number: $0.number + 1) })
    expectSame(asResult(short.scan(10, -)), general.scan(10, -))
    expectSame(
      asResult(short.tryScan(1) { try small($1) + $0 }), general.tryScan(1) { try small($1) + $0 })
    expectSame(asResult(short.reduce(10, -)), general.reduce(10, -))
    expectSame(
      asResult(short.tryReduce(1) { try small($1) + $0 }),
      general.tryReduce(1) { try small($1) + $0 }
    )
    expectSame(asResult(short.collect()), general.collect())
    expectSame(asResult(short.count()), general.count())
    expectSame(asResult(short.replaceError(with: 9)), general.replaceError(with: 9))
    expectSame(asResult(short.allSatisfy { $0 > 1 }), general.allSatisfy { $0 > 1 })
    expectSame(asResult(short.contains { $0 > 1 }), general.contains { $0 > 1 })
    expectSame(asResult(short.contains(3)), general.contains(3))
    expectSame(
      asResult(short.tryAllSatisfy { try small($0) > 1 }),
      general.tryAllSatisfy { try small($0) > 1 }
    )
    expectSame(
      asResult(short.tryContains { try small($0) > 1 }), general.tryContains { try small($0) > 1 })
    expectSame(
      asResult(short.tryMin { _, _ in throw Broken() }), general.tryMin { _, _ in throw Broken() })
    expectSame(
      asResult(short.tryMax { _, _ in throw Broken() }), general.tryMax { _, _ in throw Broken() })
    expectSame(
      asResult(short.tryRemoveDuplicates { _, _ in throw Broken() }),
      general.tryRemoveDuplicates { _, _ in throw Broken() })
    let unchanged: [Result<Int, Broken>.Publisher] = [
      short.first(), short.last(), short.min(), short.max(), short.min(by: >), short.max(by: >),
      short.removeDuplicates(), short.removeDuplicates { $0 > $1 }, short.replaceEmpty(with: 9),
      short.retry(2),
    ]
    for same in unchanged { expectSame(same, general) }
    expectSame(short.ignoreOutput(), general.ignoreOutput())
  }

  @Test func `the types are the same as in Combine`() {
    let numbers: Publishers.Sequence<[Int], Never> = [1, 2, 3].publisher
    let big: Publishers.Sequence<[Int], Never> = numbers.filter { $0 > 1 }
    let texts: Publishers.Sequence<[String], Never> = big.map { "\($0)" }
    let sum: Result<Int, Never>.Publisher = numbers.reduce(0, +)
    let count: Just<Int> = numbers.count()
    let best: Optional<Int>.Publisher = numbers.max()
    let rest: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = numbers.dropFirst()
    let failing: Publishers.Sequence<[Int], Broken> = numbers.setFailureType(to: Broken.self)
    let all: Result<[Int], Broken>.Publisher = failing.collect()
    #expect(texts == ["2", "3"].publisher)
    #expect(sum.result == .success(6))
    #expect(count == Just(3))
    #expect(best.output == 3)
    #expect(rest.record().values == [2, 3])
    #expect(all.result == .success([1, 2, 3]))
  }

  @Test func `the closure of a short form is called once, when the operator is called`() {
    var calls = 0
    let doubled: Publishers.Sequence<[Int], Never> = [1, 2].publisher.map { value in
      calls += 1
      return value * 2
    }
    #expect(calls == 2)
    #expect(doubled.record().values == [2, 4])
    #expect(doubled.record().values == [2, 4])
    #expect(calls == 2)
  }

  @Test func `an endless sequence is read only as far as needed`() {
    #expect((1...).publisher.map { $0 * 2 }.prefix(2).record().values == [2, 4])
    #expect((1...).publisher.dropFirst(2).filter { $0 % 2 == 0 }.first().record().values == [4])
    #expect((1...).publisher.prefix(3).record().values == [1, 2, 3])
    #expect([0].publisher.append(1...).prefix(2).record().values == [0, 1])
  }

  @Test func `an Int is a position, even in a slice, and an index belongs to the collection`() {
    expectSame(asOptional([1, 2, 3, 4][1...].publisher.output(at: 1)), Just(3))
    expectSame(asSequence((5..<9).publisher.output(in: 1...2)), [6, 7].publisher)
    let text = "abcd"
    let second = text.index(after: text.startIndex)
    #expect(text.publisher.output(at: second).record().values == ["b"])
    #expect(text.publisher.output(at: text.endIndex).record().values == [])
    #expect(text.publisher.output(in: second..<text.endIndex).record().values == ["b", "c", "d"])
  }

  @Test func `negative numbers are rejected`() async {
    await #expect(processExitsWith: .failure) {
      let _: Publishers.Sequence<PrefixSequence<[Int]>, Never> = [1].publisher.prefix(-1)
    }
    await #expect(processExitsWith: .failure) {
      let _: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = [1].publisher.dropFirst(-1)
    }
    await #expect(processExitsWith: .failure) {
      let _: Optional<Int>.Publisher = [1].publisher.output(at: -1)
    }
    await #expect(processExitsWith: .failure) {
      let _: Publishers.Sequence<[Int], Never> = [1].publisher.output(in: -1...2)
    }
  }

  // The functions that require the type.
  private func asSequence<Elements, Failure>(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> { publisher }

  private func asOptional<Value>(
    _ publisher: Optional<Value>.Publisher
  ) -> Optional<Value>.Publisher { publisher }

  private func asResult<Value, Failure>(
    _ publisher: Result<Value, Failure>.Publisher
  ) -> Result<Value, Failure>.Publisher { publisher }

  /// Compares the emitted events, also when the run is cancelled along the way.
  private func expectSame<Short: Publisher, General: Publisher>(
    _ short: Short, _ general: General, sourceLocation: SourceLocation = #_sourceLocation
  ) where Short.Output: Equatable, General.Output == Short.Output {
    for number in 0...3 {
      let actual = short.record(cut: number == 0 ? .none : .insideValue(number))
      let expected = general.record(cut: number == 0 ? .none : .insideValue(number))
      #expect(actual.values == expected.values, sourceLocation: sourceLocation)
      #expect(
        "\(actual.completion as Any)" == "\(expected.completion as Any)",
        sourceLocation: sourceLocation)
      #expect(actual.violations == [], sourceLocation: sourceLocation)
    }
  }
}

private func small(_ value: Int) throws -> Int {
  guard value < 3 else { throw Broken(number: value) }
  return value
}
