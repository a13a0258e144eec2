import Playing
import StreamModels
import Values

/// The text of a Swift file that contains the type of a program.
struct SwiftFile {
  let model: StreamModel<Value>
  let name: String
  let writer: SwiftWriter
  /// The function of the document's own stream.
  let root: SwiftWriter.Callee

  /// The type, and the modules that it needs.
  var type: String {
    """
    \(writer.modules.sorted().map { "import \($0)" }.joined(separator: "\n"))

    \(documentation)struct \(name) {
    \(([properties] + hotProperties + made + parts + writer.functions).joined(separator: "\n"))}

    """
  }

  /// The type, and a program that plays it and prints its timeline.
  var program: String {
    type + """

      @main
      enum Main {
        /// Plays the stream on a virtual clock, and prints its events as lines of JSON.
        static func main() {
          let scheduler = VirtualScheduler()
          let stream = \(name)(\(arguments))
          let subscription = stream.publisher().sink(
            receiveCompletion: { print(line(of: $0, at: scheduler.now)) },
            receiveValue: { print(line(of: $0, at: scheduler.now)) })
          scheduler.run()
          subscription.cancel()
        }

      \(Self.printing)}

      """
  }

  /// The functions that print events.
  static let printing = """
      static func line(of value: Value, at instant: Instant) -> Value {
        ["time": time(of: instant), "value": value]
      }

      static func line(
        of completion: Subscribers.Completion<EvaluationError>, at instant: Instant
      ) -> Value {
        switch completion {
        case .finished: ["time": time(of: instant), "completion": "finished"]
        case .failure(let error):
          [
            "time": time(of: instant), "completion": "failure",
            "error": .string(Text(error.message)),
          ]
        }
      }

      /// A whole number of seconds is printed as an int.
      static func time(of instant: Instant) -> Value {
        let (seconds, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest == 0 ? .int(seconds) : .seconds(Instant.zero.duration(to: instant))
      }

    """

  private var documentation: String {
    SwiftComment.lines(
      of: [model.name ?? name, model.description].compactMap(\.self), indent: 0)
  }

  private var arguments: String {
    (["scheduler: scheduler"]
      + writer.inputs.map { "\($0.name): Empty().eraseToAnyPublisher()" })
      .joined(separator: ", ")
  }

  /// A property, with its default value.
  private struct Field {
    let name: String
    let type: String
    let value: String?
    let documentation: [String]
  }

  /// The properties that streams read: the clock, the inputs, and the parameters of the document.
  private var fields: [Field] {
    let inputs = writer.inputs.map { input in
      let time = input.source.time.map { " Each is emitted at its time, `\($0)`." } ?? ""
      return Field(
        name: input.name, type: SwiftStep.publisherType, value: nil,
        documentation: ["The records of the input '\(input.source.name)'.\(time)"])
    }
    let parameters = writer.parameters(of: writer.rootLevel).map { parameter in
      Field(
        name: parameter.name, type: parameter.type,
        value: (parameter.defaultCode ?? parameter.code)?.text(indent: 2, column: 20),
        documentation: [
          parameter.documentation ?? "The parameter '\(parameter.name)'.", parameter.remark,
        ].compactMap(\.self))
    }
    let clock = Field(
      name: "scheduler", type: "any Scheduler", value: nil,
      documentation: [
        writer.usesCalendar
          ? "The clock of all streams. Its instants count from 1970." : "The clock of all streams."
      ])
    return [clock] + inputs + parameters
  }

  private var properties: String {
    fields.map { field in
      // If there is an initializer, it has the default values.
      let value = needsInitializer ? nil : field.value.map { " = \($0)" }
      let word = field.value == nil ? "let" : "var"
      return SwiftComment.lines(of: field.documentation, indent: 2)
        + "  \(word) \(field.name): \(field.type)\(value ?? "")\n"
    }.joined()
  }

  private var needsInitializer: Bool {
    writer.usesRepetitionLimit || !writer.sideOutputs.outputs.isEmpty
  }

  /// The properties that each playback creates anew, which are side outputs and the limit of
  /// repetition, and the initializer that creates them.
  private var made: [String] {
    guard needsInitializer else { return [] }
    let outputs = writer.sideOutputs.outputs
    let stored = fields.map { field in
      "\(field.name): \(field.type)" + (field.value.map { " = \($0)" } ?? "")
    }
    let head = SwiftCode.list(
      opening: "init(", elements: stored.map { .atom($0) }, closing: ")")
    return outputs.map { output in
      SwiftComment.lines(of: output.documentation, indent: 2)
        + "  let \(output.name): \(SwiftSideOutputs.Output.type)\n"
    }
      + (writer.usesRepetitionLimit
        ? ["  private let repetitionLimit: RepetitionLimit<EvaluationError>\n"] : [])
      + [
        "  /// Creates a playback.\n  \(head.text(indent: 2, column: 2, followedBy: 2)) {\n"
          + fields.map { "    self.\($0.name) = \($0.name)\n" }.joined()
          + outputs.map { "    \($0.name) = SideOutput(scheduler: scheduler)\n" }.joined()
          + (writer.usesRepetitionLimit ? Self.limit : "") + "  }\n"
      ]
  }

  private static let limit: String = {
    let message = SwiftCode.string(SubscriptionCount.failure.message).text(indent: 8, column: 8)
    return "    repetitionLimit = RepetitionLimit(scheduler: scheduler) {\n"
      + "      EvaluationError(\n        \(message)\n      )\n    }\n"
  }()

  /// The hot diagrams, which run from the start.
  private var hotProperties: [String] {
    writer.hotStreams.map { hot in
      """
        /// Runs from the start of a playback, whether or not there is a subscriber.
        private let \(hot.name) = PassthroughSubject<Value, EvaluationError>()

      """
    }
  }

  private var parts: [String] {
    (writer.hotStreams.isEmpty ? [] : [start]) + (writer.usesItems ? [Self.item] : [])
  }

  /// The function that plays the document, with its hot diagrams.
  private var start: String {
    let events = SwiftCode.array(
      writer.hotStreams.map { .chain($0.code, [.call("subscribe", [.atom($0.name)])]) })
    let running = "let running = "
    return """
        /// Starts the hot streams, and plays the stream.
        func publisher() -> \(SwiftStep.publisherType) {
          Deferred {
            \(running)\(events.text(indent: 6, column: 6 + running.count))
            return \(root.name)().handleEvents(
              receiveCompletion: { _ in for events in running { events.cancel() } },
              receiveCancel: { for events in running { events.cancel() } })
          }
          .eraseToAnyPublisher()
        }

      """
  }

  private static let item = """
      /// Emits a value, after a time if there is one.
      private func item(
        _ value: Value, after delay: Duration? = nil
      ) -> AnyPublisher<Value, EvaluationError> {
        let item = Just(value).setFailureType(to: EvaluationError.self)
        guard let delay else { return item.eraseToAnyPublisher() }
        return item.delay(for: delay, scheduler: scheduler).eraseToAnyPublisher()
      }

    """
}
