import Checking
import Expressions
import Marbles
import StreamModels
import Values

extension StreamSource<Value> {
  /// Begins a chain of publishers in Swift that emits the same values.
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    switch self {
    case .stream(let items): try items.writeSwift(to: swift)
    case .sequence(let list): try list.writeSwift(to: swift)
    case .append, .merge, .zip, .combineLatest: try writeCombination(to: swift)
    case .from(let from):
      swift.givenMembers = from.with
      swift.start(try swift.stream())
    case .marbles(let marbles): try marbles.writeSwift(to: swift)
    case .input(let input):
      swift.start(.init(code: .atom(swift.writer.property(of: input, in: swift.document))))
    case .cron(let cron): try cron.writeSwift(to: swift)
    case .upstream: throw swift.refusal("an operator by itself", hint: "apply it to a stream")
    }
  }

  private func writeCombination(to swift: SwiftStep) throws(Diagnostics) {
    guard let (name, streams) = combination, !streams.isEmpty else {
      return swift.start(.atom("Empty<Value, EvaluationError>()"))
    }
    let publisher = swift.writer.operators.exportedCombination(name).swiftPublisher
    swift.start(.call(publisher.name, [.array(try swift.streams(streams.count))]))
    if publisher.emitsArrays { swift.call("map", .atom("Value.array")) }
  }
}

extension StreamItems<Value> {
  fileprivate func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard !isEmpty else { return swift.start(.atom("Empty<Value, EvaluationError>()")) }
    guard case .items(let checked)? = swift.checked.source else { return }
    var items: [SwiftCode] = []
    for (value, number) in zip(values, listNumbers) {
      let item = swift.elementChain()
      let steps = checked.lists[Int(number)].steps
      let first = steps.first.map(swift.step)
      let code = try swift.value(value)
      swift.writer.noteItems()
      if steps.count == 1, let seconds = first?.definition?.asExported.fixedDelay,
        first?.hasReferences == false
      {
        item.start(.call("item", [code, .labeled("after", .duration(seconds))]), isErased: true)
      } else {
        item.start(.call("item", [code]), isErased: true)
        try swift.inside(item).apply(steps)
      }
      items.append(item.result)
    }
    swift.start(.call("Publishers.ConcatenateMany", [.array(items)]))
  }
}

extension ElementList {
  fileprivate func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let publisher = "Publishers.Sequence<[Value], EvaluationError>"
    guard let list else {
      let result = SwiftCode.call(
        "Result", [.labeled("catching", try swift.expression("sequence", "list"))])
      let elements = SwiftCode.joined([
        .atom("flatMap "), .closure("", [.atom("\(publisher)(sequence: $0)")]),
      ])
      let chain = SwiftCode.chain(result, [.atom("publisher"), elements])
      return swift.start(.joined([.atom("Deferred "), .closure("", [chain])]))
    }
    swift.start(.call(publisher, [.labeled("sequence", try swift.value(.array(list.values)))]))
  }
}

extension MarbleSource {
  fileprivate func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let plan: MarblePlan
    do throws(MarbleErrors) {
      plan = try MarblePlan(self)
    } catch {
      throw Diagnostics(error, at: ["marbles"])
    }
    var values: [SwiftCode] = []
    var end: [SwiftCode] = []
    for event in plan.events {
      // Values before the start of a hot diagram are in the past.
      let time = SwiftCode.duration(max(0, event.time))
      switch event.kind {
      case .value where event.time < 0: break
      case .value(let value): values.append(.call("", [time, try swift.value(value)]))
      case .finished: end = [.labeled("end", time)]
      case .failure(let failure):
        let error = SwiftCode.call("EvaluationError", [.string(failure.message)])
        end = [
          .labeled("end", time), .labeled("completion", .call(".failure", [error])),
        ]
      }
    }
    let events = SwiftCode.call(
      "TimedSequence<Value, EvaluationError>",
      [.array(values)] + end + [.labeled("on", .atom("scheduler"))])
    guard plan.isHot else { return swift.start(events) }
    let property = swift.writer.addHotStream(events, at: swift.place(of: "marbles"))
    swift.start(.atom(property))
  }
}

extension CronSource {
  fileprivate func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    var arguments: [SwiftCode] = [.string(fields)]
    if let zone { arguments.append(.labeled("zone", .string(zone))) }
    if twice == .once { arguments.append(.labeled("once", .atom("true"))) }
    if initial == true {
      throw swift.refusal(
        "the last instant before the start", hint: "prepend it in Swift", at: ["initial"])
    }
    if swift.writer.hasInputs {
      throw swift.refusal(
        "a schedule beside inputs, with which it ends,",
        hint: "read its instants from an input, too", at: ["cron"])
    }
    swift.writer.noteCalendar()
    let schedule = swift.chain.addConstant(.call("CEL.Schedule", arguments))
    let next = "\(schedule).next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))"
    swift.start(
      .joined([
        .call("Publishers.Instants<EvaluationError>", [swift.scheduler]), .atom(" "),
        .closure("instant", [.atom(next)]),
      ]))
    swift.call(
      "map",
      closure: .closure(
        "instant", [.atom("Value.timestamp(nanoseconds: instant.nanoseconds)")]))
  }
}
