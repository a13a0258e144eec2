import Checking
import Exporting
import Platform
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Prints every event to standard error; each line begins with `prefix`.
  public static func print(prefix: String? = nil) -> Operator {
    Operator(Print(prefix: prefix))
  }

  struct Print: ExportedOperator {
    var prefix: String?

    static let declared: [OperatorParameter<Self>] = [
      .init("prefix", \.prefix, "The beginning of each line.", kind: .text)
    ]

    static let spec = OperatorSpec(
      name: "print", category: .watching,
      end: .passed,
      summary: "Prints every event to standard error.",
      otherNames: ["tap", "do", "handleEvents"],
      suggestedFor: [
        "log", "debug", "trace", "peek", "inspect", "forEach", "subscribe", "sink", "doOnNext",
        "console",
      ],
      parameters: declared.map(\.spec),
      cost: "a line is written for each value",
      examples: [
        .init(
          source: "-1-2|", parameters: #"{"prefix": "numbers"}"#,
          result: "-1-2|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      step.noteWriting()
      return Emission(step.upstream.type, step.upstream.extent)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [prefix] upstream, place in
        // A prefix or a message from the file is printed on one line and cannot set a color.
        place.withoutTraces(upstream).print(prefix ?? "") { StandardError.writeLine($0.onOneLine) }
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Print {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("print", prefix.map { swift.text("prefix", $0) })
  }
}
