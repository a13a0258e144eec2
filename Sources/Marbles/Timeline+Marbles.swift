extension Timeline {
  /// Creates the timeline of a diagram.
  ///
  /// - Parameters:
  ///   - error: The message of the failure that `#` represents.
  ///   - value: Returns the value of a symbol.
  public init<Failure: Error>(
    _ diagram: MarbleDiagram, error: String = "error",
    value: (String) throws(Failure) -> Output
  ) throws(Failure) {
    var events: [Event] = []
    events.reserveCapacity(diagram.events.count)
    for event in diagram.events {
      switch event.kind {
      case .value(let symbol):
        events.append(Event(instant: event.instant, kind: .value(try value(symbol))))
      case .finished: events.append(Event(instant: event.instant, kind: .finished))
      case .failure: events.append(Event(instant: event.instant, kind: .failure(error)))
      }
    }
    self.init(events)
  }

  /// Creates the timeline of a marble text. Throws `MarbleErrors`, or the error of `value`.
  public init(
    marbles text: String, frame: Duration = .seconds(1), error: String = "error",
    value: (String) throws -> Output
  ) throws {
    try self.init(MarbleDiagram(text, frame: frame), error: error, value: value)
  }

  /// Does the same as `init(_:error:value:)`. A symbol without a value is a mistake in the text.
  private init(
    symbols text: String, frame: Duration, error: String, value: (String) -> Output?
  ) throws(MarbleErrors) {
    let diagram = try MarbleDiagram(text, frame: frame)
    var errors: [MarbleError] = []
    self.init()
    for event in diagram.events {
      switch event.kind {
      case .value(let symbol):
        if let value = value(symbol) {
          events.append(Event(instant: event.instant, kind: .value(value)))
        } else {
          errors.append(
            MarbleError(
              .unknownSign, "the symbol '\(symbol)' has no value", hint: "add it to 'values'",
              range: event.range))
        }
      case .finished: events.append(Event(instant: event.instant, kind: .finished))
      case .failure: events.append(Event(instant: event.instant, kind: .failure(error)))
      }
    }
    if let errors = MarbleErrors(errors) { throw errors }
  }
}

extension Timeline where Output == String {
  /// Creates the timeline of a marble text. A symbol without an entry in `values` is its own value.
  public init(
    marbles text: String, frame: Duration = .seconds(1), values: [String: String] = [:],
    error: String = "error"
  ) throws(MarbleErrors) {
    try self.init(symbols: text, frame: frame, error: error) { values[$0] ?? $0 }
  }

  /// Does the same as `init(marbles:)`, for a diagram that is known to be correct, as in a test. A
  /// mistake in it stops the program with a message.
  @_disfavoredOverload
  public static func marbles(
    _ text: String, frame: Duration = .seconds(1), values: [String: String] = [:],
    error: String = "error"
  ) -> Timeline {
    known(text) { () throws(MarbleErrors) in
      try Timeline(marbles: text, frame: frame, values: values, error: error)
    }
  }
}

extension Timeline where Output == Int {
  /// Creates the timeline of a marble text. A digit without an entry in `values` represents that
  /// number.
  public init(
    marbles text: String, frame: Duration = .seconds(1), values: [String: Int] = [:],
    error: String = "error"
  ) throws(MarbleErrors) {
    try self.init(symbols: text, frame: frame, error: error) { symbol in
      values[symbol] ?? (symbol.utf8.count == 1 ? Int(symbol) : nil)
    }
  }

  /// Does the same as `init(marbles:)`, for a diagram that is known to be correct, as in a test. A
  /// mistake in it stops the program with a message.
  @_disfavoredOverload
  public static func marbles(
    _ text: String, frame: Duration = .seconds(1), values: [String: Int] = [:],
    error: String = "error"
  ) -> Timeline {
    known(text) { () throws(MarbleErrors) in
      try Timeline(marbles: text, frame: frame, values: values, error: error)
    }
  }
}

private func known<Output>(
  _ text: String, _ read: () throws(MarbleErrors) -> Timeline<Output>
) -> Timeline<Output> {
  do {
    return try read()
  } catch {
    preconditionFailure("the marbles '\(text)' are wrong:\n\(error)")
  }
}
