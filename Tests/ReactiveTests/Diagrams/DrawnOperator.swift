import Marbles
import Reactive

/// The meaning of a call in a diagram, which is a pipeline.
struct DrawnOperator: Sendable {
  let call: String
  /// Builds the pipeline. Its values are the texts in the notes of a diagram.
  let build: @Sendable (DrawnInputs) -> AnyPublisher<String, any Error>

  init<P: Publisher & SendableMetatype>(
    _ call: String, _ build: @escaping @Sendable (DrawnInputs) -> P
  ) {
    self.call = call
    self.build = { inputs in
      build(inputs).map { value in
        // Strings in arrays and tuples have quotes.
        String("\(value)".filter { $0 != "\"" })
      }.mapError { $0 as any Error }.eraseToAnyPublisher()
    }
  }
}

/// The diagrams above a call, as publishers.
struct DrawnInputs {
  typealias Signs = AnyPublisher<String, Broken>

  let scheduler: VirtualScheduler
  private let inputs: [Signs]
  private let inner: [String: Signs]

  init(_ example: DrawnExample, on scheduler: VirtualScheduler) throws {
    self.scheduler = scheduler
    inputs = try example.inputs.map { try Self.publisher($0, on: scheduler) }
    inner = try example.call.notes.mapValues {
      try Self.publisher(DrawnExample.Line(text: $0), on: scheduler)
    }
  }

  var first: Signs { inputs[0] }
  var second: Signs { inputs[1] }
  /// The first input, if all its symbols are digits.
  var numbers: Numbers { first.map { Int($0) ?? -1 }.eraseToAnyPublisher() }

  func inner(of sign: String) -> Signs { inner[sign] ?? Empty().eraseToAnyPublisher() }

  private static func publisher(
    _ line: DrawnExample.Line, on scheduler: VirtualScheduler
  ) throws -> Signs {
    let timeline = try Timeline(marbles: line.text, values: line.notes)
    let values = timeline.events.compactMap { event -> (Duration, String)? in
      guard case .value(let value) = event.kind else { return nil }
      return (event.time, value)
    }
    guard let end = timeline.completion else {
      return TimedSequence(values, on: scheduler).eraseToAnyPublisher()
    }
    let completion: Subscribers.Completion<Broken> =
      end.kind == .finished ? .finished : .failure(Broken())
    return TimedSequence(values, end: end.time, completion: completion, on: scheduler)
      .eraseToAnyPublisher()
  }
}

/// The number that a symbol represents. Fails if it is not a number.
func number(_ sign: String) throws -> Int {
  guard let number = Int(sign) else { throw Broken() }
  return number
}
