import Console
import Marbles
import Pipelines
import Reactive
import Values

/// Prints a playback as marbles, at the end.
///
/// The first line contains the marbles. They may not read back as the same events by themselves: if
/// letters stand for values, a frame is not a second, a failure has a message, or a symbol must be
/// escaped in JSON. In that case a second line has the whole object to use after `"expect":` in a
/// stream file:
///
/// ```
/// -a-b|
/// {"marbles":"-a-b|","values":{"a":10,"b":20}}
/// ```
final class MarblesPrinter: EventPrinter {
  /// The maximum number of events that are stored.
  private static let eventLimit = 100_000
  private static let wayOut = "stop earlier with '--until' or '--limit'"

  private let output: OutputFile
  private var events: [Timeline<Value>.Event] = []
  private var isTooLong = false

  init(to output: OutputFile) {
    self.output = output
  }

  func print(_ event: Timeline<Value>.Event) -> Bool {
    isTooLong = events.count == Self.eventLimit
    if !isTooLong { events.append(event) }
    return !isTooLong
  }

  func finish() -> String? {
    guard !isTooLong else {
      return "more than \(Self.eventLimit) events; \(Self.wayOut)"
    }
    do throws(MarbleTextError) {
      let marbles = try MarbleText(Timeline(events)) { $0.defaultSymbol }
      output.write(marbles.text + "\n")
      if !marbles.speaksForItself { _ = output.write { marbles.writeExpectation(to: &$0) } }
      return nil
    } catch {
      return "\(error); \(Self.wayOut)"
    }
  }
}

extension MarbleText<Value> {
  /// Writes `{"marbles":"-a|","values":{"a":10},"frame":0.5,"error":"no"}`, without members that
  /// have their default values.
  func writeExpectation(to writer: inout JSONWriter) {
    writer.buffer.append(#"{"marbles":"# as StaticString)
    writer.buffer.appendJSON(Text(text))
    if !values.isEmpty {
      writer.buffer.append(#","values":"# as StaticString)
      writer.write(
        .object(Object(values.map { Member(key: Text($0.symbol), value: $0.value) })))
    }
    if frame != .seconds(1) {
      writer.buffer.append(#","frame":"# as StaticString)
      writer.buffer.appendSeconds(nanoseconds: Instant.zero.advanced(by: frame).nanoseconds)
    }
    if let error {
      writer.buffer.append(#","error":"# as StaticString)
      writer.buffer.appendJSON(Text(error))
    }
    writer.buffer.append("}\n" as StaticString)
  }
}
