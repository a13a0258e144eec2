import Exporting
import Reactive
import StreamModels
import Values

extension WindowParameters {
  /// Adds the call that emits windows.
  ///
  /// - Parameters:
  ///   - name: The name of the operator.
  ///   - condition: Returns the closure for a condition.
  func writeSwift(
    to swift: SwiftStep, _ name: String,
    condition: (Text) throws(Diagnostics) -> SwiftCode
  ) throws(Diagnostics) {
    let drops: SwiftCode? = emitsAtEnd ? nil : .labeled("atEnd", .atom(".drop"))
    switch kind {
    case .aligned(_, _):
      swift.call(
        "collectAligned", seconds.map { swift.duration("seconds", $0, as: "length") },
        (every ?? seconds).map {
          swift.duration(every == nil ? "seconds" : "every", $0, as: "every")
        }, swift.scheduler, drops, empty == true ? Self.emptyLimit(of: name) : nil)
    case .timed:
      throw swift.refusal(
        "'by' of '\(name)', windows of a time of the values", hint: "use windows without 'by'")
    case .sliding(.length):
      swift.call(
        "collectSliding", seconds.map { swift.duration("seconds", $0, as: "length") },
        swift.scheduler)
    case .sliding(.last):
      swift.call(
        "collectSliding", count.map { .labeled("count", swift.count("count", $0)) },
        swift.scheduler)
    case .sliding(.count(_, let every)):
      swift.call(
        "collectCounted", count.map { swift.count("count", $0) },
        .labeled("every", .atom("\(every)")), swift.scheduler, drops)
    case .limited, .whole:
      let limits: [SwiftCode?] = [
        gap.map { swift.duration("gap", $0, as: "gap") },
        maximum.map { swift.duration("maximum", $0, as: "maximum") },
        count.map { .labeled("count", swift.count("count", $0)) },
        try startsWhen.map { _ throws(Diagnostics) in
          .labeled("startsWhen", try condition("startsWhen"))
        },
        try endsWhen.map { _ throws(Diagnostics) in
          .labeled("endsWhen", try condition("endsWhen"))
        },
        swift.ignoringClosure.map { .labeled("ignores", $0) },
      ]
      swift.call(
        "collectWindows", .call(".init", limits.compactMap(\.self)), swift.scheduler, drops)
    }
  }

  private static func emptyLimit(of name: String) -> SwiftCode {
    .labeled(
      "empty",
      .call(
        "",
        [
          .labeled("limit", .atom(SwiftCode.grouped(Int64(emptyLimit)))),
          .labeled("failure", .call("EvaluationError", [.string(emptyFailure(of: name))])),
        ]))
  }

  /// The lines of an object with the bounds of a window, around the code for its values.
  static func bounded(_ values: SwiftCode) -> [SwiftCode] {
    [
      .atom("["), .atom("  \"start\": .seconds(Instant.zero.duration(to: window.start)),"),
      .atom("  \"end\": .seconds(Instant.zero.duration(to: window.end)),"),
      .atom("  \"closedBy\": .string(Text(window.closing.rawValue)),"),
      .joined([.atom("  \"values\": "), values, .atom(",")]), .atom("]"),
    ]
  }
}
