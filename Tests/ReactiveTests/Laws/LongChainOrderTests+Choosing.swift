import Reactive

extension RandomPipeline {
  /// Returns an operator that chooses among values, ends the run, or emits something at its end.
  func choosing(_ first: Numbers, using generator: inout SeededGenerator) -> Numbers {
    let count = Int.random(in: 0...3, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return first.prefix(count).eraseToAnyPublisher()
    case 1: return first.prefix { $0 != 3 }.eraseToAnyPublisher()
    case 2: return first.drop { $0 > 3 }.eraseToAnyPublisher()
    case 3: return first.removeDuplicates { $0 % 2 == $1 % 2 }.eraseToAnyPublisher()
    case 4:
      return first.tryDistinct { value throws(Broken) -> Int in
        if value == 8 { throw Broken(number: 80) }
        return value % 4
      }.eraseToAnyPublisher()
    case 5: return first.first { $0 > 2 }.eraseToAnyPublisher()
    case 6: return first.last().eraseToAnyPublisher()
    case 7: return first.reduce(0) { $0 + $1 }.eraseToAnyPublisher()
    case 8: return first.collect(count + 1).map { $0.reduce(0, +) }.eraseToAnyPublisher()
    case 9: return first.replaceEmpty(with: 4).eraseToAnyPublisher()
    case 10:
      return first.materialize().pairwise().map(\.0).dematerialize().eraseToAnyPublisher()
    default:
      return first.replaceError(with: 6).setFailureType(to: Broken.self).eraseToAnyPublisher()
    }
  }
}
