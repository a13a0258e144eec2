import Reactive
import ReactiveFoundation

extension DrawnOperator {
  static let sharing: [DrawnOperator] = [
    .init("receive(on: scheduler)") { $0.numbers.receive(on: $0.scheduler) },
    .init("subscribe(on: scheduler)") { $0.numbers.subscribe(on: $0.scheduler) },
    .init("share()") { $0.numbers.share() },
    .init("multicast { PassthroughSubject() }.autoconnect()") {
      $0.numbers.multicast { PassthroughSubject() }.autoconnect()
    },
    .init("makeConnectable().autoconnect()") { $0.numbers.makeConnectable().autoconnect() },
    .init("encode(encoder: encoder)") { $0.numbers.encode(encoder: TextCoder()) },
    .init("decode(type: Int.self, decoder: decoder)") {
      $0.first.decode(type: Int.self, decoder: TextCoder())
    },
    .init("assertNoFailure()") { $0.numbers.assertNoFailure() },
    .init("breakpoint(receiveOutput: { $0 > 9 })") {
      $0.numbers.breakpoint(receiveOutput: { $0 > 9 })
    },
    .init("buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)") {
      $0.numbers.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
    },
    .init("breakpointOnError()") { $0.numbers.breakpointOnError() },
  ]
}

/// A coder of numbers as strings.
private struct TextCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

  func decode<T: Decodable>(_ type: T.Type, from input: String) throws -> T {
    guard let value = try number(input) as? T else { throw Broken() }
    return value
  }
}
