import Reactive

extension RandomPipeline {
  /// Returns an operator that combines two or three inputs.
  func combining(
    _ first: Numbers, height: Int, using generator: inout SeededGenerator
  ) -> Numbers {
    let other = publisher(height: height - 1, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return first.combineLatest(other) { $0 * 2 + $1 }.eraseToAnyPublisher()
    case 1:
      return Publishers.CombineLatestMany(first, other, first).map { $0.reduce(0, +) }
        .eraseToAnyPublisher()
    case 2: return first.drop(untilOutputFrom: other).eraseToAnyPublisher()
    case 3: return first.prefix(untilOutputFrom: other).eraseToAnyPublisher()
    case 4: return first.withLatestFrom(other) { $0 * 2 + $1 }.eraseToAnyPublisher()
    case 5: return first.sample(other).eraseToAnyPublisher()
    case 6: return Publishers.RaceMany(first, other).eraseToAnyPublisher()
    default:
      // The same hot input in both places.
      return first.groupBy({ _ in 0 }) { _, group in
        group.combineLatest(group.sample(other)) { $0 * 2 + $1 }
      }.eraseToAnyPublisher()
    }
  }
}
