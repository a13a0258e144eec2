import Checking
import Expressions
import Playing
import Reactive
import StreamModels
import Values

/// The build of windows: their parameters, with the evaluators of their expressions.
struct WindowBuild: Sendable {
  let parameters: WindowParameters
  let name: String
  private let operatorPlace: ExpressionPlace
  private let startsWhen: Condition?
  private let endsWhen: Condition?
  private let by: ValueTime?
  private let late: Tolerance?
  private let tolerance: Tolerance?

  init(_ parameters: WindowParameters, of name: String, in step: PlanStep) {
    self.parameters = parameters
    self.name = name
    operatorPlace = step.place
    startsWhen = parameters.startsWhen.map { _ in Condition(step.expression("startsWhen")) }
    endsWhen = parameters.endsWhen.map { _ in Condition(step.expression("endsWhen")) }
    by = parameters.by.map { ValueTime("by", $0, in: step) }
    late = parameters.by == nil ? nil : step.drops.last
    tolerance = step.tolerance
  }

  /// Returns the windows of some inputs.
  ///
  /// - Parameters:
  ///   - sums: Whether sums of panes are kept, which is cheap if contents do not keep values.
  ///   - emitsEach: Whether a window that begins with a value is emitted so far with each value.
  ///   - value: The value of an input.
  ///   - soFar: The value of '$1' in the conditions.
  func windows<Contents: MergeableContents>(
    _ contents: Contents.Type, of inputs: AnyPublisher<Contents.Value, StreamFailure>, sums: Bool,
    emitsEach: Bool = false, at place: StagePlace, value: @escaping (Contents.Value) -> Value,
    soFar: @escaping (Contents) -> Value
  ) -> AnyPublisher<Publishers.ContentWindow<Contents>, StreamFailure> {
    let failures = failures(at: place, value)
    switch parameters.kind {
    case .aligned(let length, let every):
      return inputs.summarize(
        contents, length: length, every: every, emitsAtEnd: parameters.emitsAtEnd, empty: empty,
        sums: sums, failures: failures, scheduler: place.scheduler
      ).eraseToAnyPublisher()
    case .timed(let length, let every):
      let windows = Publishers.TimedWindows<Contents.Value, StreamFailure>(
        length: length.wholeNanoseconds, period: every.wholeNanoseconds,
        grace: (parameters.grace ?? .zero).nanoseconds, time: time(at: place, value),
        late: late(at: place, value))
      return inputs.summarize(
        contents, windows, emitsAtEnd: parameters.emitsAtEnd, empty: empty, failures: failures,
        scheduler: place.scheduler
      ).eraseToAnyPublisher()
    case .sliding(let extent):
      return inputs.summarize(
        contents, extent, emitsAtEnd: parameters.emitsAtEnd, sums: sums, failures: failures,
        scheduler: place.scheduler
      ).eraseToAnyPublisher()
    case .limited, .whole:
      let limits = Publishers.ContentLimits<Contents, StreamFailure>(
        gap: parameters.gap?.duration, maximum: parameters.maximum?.duration,
        count: parameters.count, startsWhen: condition(startsWhen, at: place, value, soFar),
        endsWhen: condition(endsWhen, at: place, value, soFar), ignores: failures.ignores,
        refusal: failures.refusal, emitsEach: emitsEach,
        emitsEmpty: parameters.kind.isWhole)
      return inputs.summarize(
        limits, emitsAtEnd: parameters.emitsAtEnd, scheduler: place.scheduler
      ).eraseToAnyPublisher()
    }
  }

  private var empty: (limit: Int, failure: StreamFailure)? {
    guard parameters.empty == true else { return nil }
    return (
      WindowParameters.emptyLimit, StreamFailure(WindowParameters.emptyFailure(of: name))
    )
  }

  private func failures<Input>(
    at place: StagePlace, _ value: @escaping (Input) -> Value
  ) -> Publishers.PaneFailures<Input, StreamFailure> {
    .init(
      refusal: { [self] in failure($1, at: place) },
      merging: { [self] in failure($0, at: place) },
      ignores: tolerance.map { tolerance in
        { place.playing.drop(value($0), $1, tolerance) }
      })
  }

  func failure(_ message: String, at place: StagePlace) -> StreamFailure {
    place.failure(message, at: operatorPlace)
  }

  private func condition<Contents: WindowContents>(
    _ condition: Condition?, at place: StagePlace, _ value: @escaping (Contents.Value) -> Value,
    _ soFar: @escaping (Contents) -> Value
  ) -> Publishers.ContentLimits<Contents, StreamFailure>.Condition? {
    guard let condition else { return nil }
    let relation = condition.evaluator.relation(at: place)
    guard condition.readsContents else {
      return { input, _ throws(StreamFailure) in try relation(value(input), .null) }
    }
    return { input, contents throws(StreamFailure) in try relation(value(input), soFar(contents)) }
  }

  /// Returns the instants of values.
  private func time<Input>(
    at place: StagePlace, _ value: @escaping (Input) -> Value
  ) -> Publishers.TimedWindows<Input, StreamFailure>.Time {
    guard let by else { preconditionFailure("windows of a time have its expression") }
    let time = by.reader(at: place)
    let playing = place.playing
    return { input throws(StreamFailure) in
      if let instant = try time(value(input)) { return instant }
      return try by.instant(of: .null, playing)
    }
  }

  private func late<Input>(
    at place: StagePlace, _ value: @escaping (Input) -> Value
  ) -> (Input, Duration) -> StreamFailure? {
    let playing = place.playing
    guard let late else {
      return { _, lateBy in
        failure(
          "a value came \(Seconds(lateBy).text) s after its windows had closed; make 'grace' longer, "
            + "or write \"late\": \"drop\"", at: place)
      }
    }
    return { input, lateBy in
      playing.drop(value(input), lateBy: lateBy.wholeNanoseconds, late)
      return nil
    }
  }
}

/// A condition on a value and the window so far.
private struct Condition: Sendable {
  let evaluator: Evaluator
  /// Whether it reads the window, which may take long to make.
  let readsContents: Bool

  init(_ expression: CheckedExpression) {
    evaluator = expression.evaluator()
    readsContents = expression.reads(.second)
  }
}

extension WindowParameters.Kind {
  var isWhole: Bool { if case .whole = self { true } else { false } }
}

extension Publishers.ContentWindow {
  /// The object of the window with its bounds, in seconds.
  func bounded(_ values: Value) -> Value {
    .object(
      Object(
        shape: windowShape,
        [
          .double(Frame(nanoseconds: start.nanoseconds).seconds),
          .double(Frame(nanoseconds: end.nanoseconds).seconds),
          .string(Text(closing.rawValue)), values,
        ]))
  }
}

private let windowShape = ObjectShape(shared: ["start", "end", "closedBy", "values"])
