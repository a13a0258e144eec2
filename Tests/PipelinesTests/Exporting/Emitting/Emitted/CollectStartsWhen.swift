import Expressions
import Reactive
import Values

/// collect-startsWhen
///
/// A line that begins with a letter begins a message; the others belong to the one before it
struct CollectStartsWhen {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.Sequence<[Value], EvaluationError>(
      sequence: ["Error: a", "  at b", "  at c", "Info: d", "Error: e", "  at f"]
    )
    .collectWindows(
      .init(count: 3, startsWhen: CEL("$0.matches('^[A-Z]')").condition),
      scheduler: scheduler
    )
    .map { Value.array($0.values) }
    .tryMap(CEL("$0.join('|')").value)
    .eraseToAnyPublisher()
  }
}
