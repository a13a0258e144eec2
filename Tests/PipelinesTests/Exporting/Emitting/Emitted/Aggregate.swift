import Expressions
import Reactive
import Values

/// aggregate
///
/// The bids of each minute: how many, their sum, the best one, and how many bidders
struct Aggregate {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'bids'.
  func bids() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.zero, ["bidder": "ann", "price": 30]),
        (.seconds(15), ["bidder": "bob", "price": 45]),
        (.seconds(30), ["bidder": "ann", "price": 50]),
        (.seconds(90), ["bidder": "cy", "price": 12]),
        (.seconds(120), ["bidder": "bob", "price": 20]),
      ],
      end: .seconds(135),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0.price")
    let part2 = CEL("$0.price")
    let part3 = CEL("$0.bidder")
    let part4 = CEL("$0.price > 40")
    let part5 = CEL(
      """
      {'bids': $0.size(), 'total': $0.map(v, v[1][0]).sum(), 'best': cel.bind(l, $0.map(v, v[2]), \
      l.size() < 1 ? null : l.filter(p, p[0] == l.map(q, q[0]).max())[0][1]), 'bidders': $0.map(v, \
      v[3][0]).countDistinct(), 'high': $0.filter(v, v[4].size() > 0).size()}
      """
    )
    return
      bids()
      .tryMap { value throws(EvaluationError) -> Value in
        [
          [true],
          [try part1.value(value)],
          [try part2.value(value), value],
          [try part3.value(value)],
          try part4.condition(value) ? [true] : [],
          [value],
        ]
      }
      .collectAligned(length: .seconds(60), every: .seconds(60), scheduler: scheduler)
      .tryMap { window throws(EvaluationError) -> Value in
        [
          "start": .seconds(Instant.zero.duration(to: window.start)),
          "end": .seconds(Instant.zero.duration(to: window.end)),
          "closedBy": .string(Text(window.closing.rawValue)),
          "values": try part5.value(.array(window.values)),
        ]
      }
      .eraseToAnyPublisher()
  }
}
