import Marbles
import Pipelines
package import Playing
package import Reactive
import Records
import StreamModels
package import Tracing
package import Values

/// A playback as a test of a stream file: what its inputs emitted, and its events.
package struct StatedTest {
  /// The test in the form of `tests`.
  package let json: Value
  /// The numbers of records and of events that it states.
  package let counts: (records: Int, events: Int)

  /// Plays records, and states what happens as a test.
  ///
  /// - Parameters:
  ///   - program: The program, which must be traced.
  ///   - parameters: The values of parameters, which the test sets too.
  package init(
    _ name: String, of program: Program, _ records: Shrinker.Records,
    with parameters: [(name: String, text: String)], _ playback: Playback
  ) throws {
    let bindings = InputBindings(records.mapValues(InputBinding.values))
    let session =
      program.inputs.used.isEmpty
      ? nil : try InputSession(program, bindings.lasting(until: playback.until))
    let side = PlayedSide(program, session)
    self.init(
      name, side.trace(playback, mostEvents: 1_000_000), inputs: records.keys.sorted(),
      with: parameters)
  }

  /// States what happened in a playback.
  ///
  /// - Parameters:
  ///   - names: The names of the inputs.
  ///   - end: The instant at which the playback was ended from outside; nil if it ended by itself.
  package init(
    _ name: String, _ trace: Trace, inputs names: [String],
    with parameters: [(name: String, text: String)], until end: Instant? = nil
  ) {
    var inputs: [String: [Value]] = [:]
    var ends: [String: Value] = [:]
    /// The names of inputs by the stages that emit their records.
    var sources: [Int: String] = [:]
    var seen: Set<String> = []
    var events: [Value] = []
    for event in trace.events {
      let stage = trace.stages[event.stage]
      if let end, event.instant > end { break }
      // A playback that is ended from outside completes then, which no test has to repeat.
      let isValue = if case .value = event.kind { true } else { false }
      if end != nil, !isValue { continue }
      if stage.role == .output, stage.name.isEmpty {
        events.append(Self.value(of: event))
      }
      if stage.role == .source, stage.name == "input", case .finished = event.kind {
        let name = sources[event.stage] ?? stage.parameters
        ends[name] = Self.value(of: event)
      }
      if let record = event.record { sources[event.stage] = record.input }
      // An input that is used twice is read once.
      guard let record = event.record, isValue,
        seen.insert("\(record.input) \(record.source):\(record.line)").inserted
      else { continue }
      inputs[record.input, default: []].append(Self.value(of: event))
    }
    var members = [Member(key: "name", value: .string(Text(name)))]
    if !parameters.isEmpty {
      members.append(
        Member(
          key: "with",
          value: .object(
            Object(
              parameters.map { Member(key: Text($0.name), value: Self.value(of: $0.text)) }))))
    }
    if let end { members.append(Member(key: "until", value: Self.seconds(end))) }
    let lists = names.map { name in
      Member(
        key: Text(name), value: .array((inputs[name] ?? []) + [ends[name]].compactMap(\.self)))
    }
    members.append(Member(key: "inputs", value: .object(Object(lists))))
    members.append(Member(key: "expect", value: .array(events)))
    counts = (inputs.values.reduce(0) { $0 + $1.count }, events.count)
    json = .object(Object(members))
  }

  /// Returns the value of a parameter: a number or a word of JSON as such, anything else as a string.
  private static func value(of text: String) -> Value {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "", text)).value
    } catch {
      return .string(Text(text))
    }
  }

  /// Returns an event in the form of an expectation.
  private static func value(of event: Trace.Event) -> Value {
    let time = seconds(event.instant)
    return switch event.kind {
    case .value(let value): ["time": time, "value": value]
    case .finished: ["time": time, "completion": "finished"]
    case .failure(let message):
      ["time": time, "completion": "failure", "error": .string(Text(message))]
    }
  }

  /// Returns a time in seconds; as a string if no double is exact to the nanosecond.
  private static func seconds(_ instant: Instant) -> Value {
    let seconds = Double(instant.nanoseconds) / 1e9
    return DecimalNumber.nanoseconds(ofSeconds: seconds) == instant.nanoseconds
      ? .double(seconds) : .string(Text("\(instant.secondsText)s"))
  }
}
