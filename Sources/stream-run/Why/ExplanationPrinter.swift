import Console
import Marbles
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// The format of explanations.
enum ExplanationFormat: String, CaseIterable {
  case text, json

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "a tree for each event, with the places in the stream file"
    case .json: "a line for each event: an object with those that it leads to inside"
    }
  }
}

/// Prints explanations to standard output.
struct ExplanationPrinter {
  /// The maximum number of events that are explained at once.
  private static let limit = 10

  let played: TracedFile.Played
  let format: ExplanationFormat
  let color: ColorChoice
  private let output = OutputFile(.standardOutput)

  init(_ played: TracedFile.Played, _ settings: QuestionSettings) {
    self.played = played
    format = settings.format
    color = settings.traced.playing.color
  }

  var style: LineageStyle {
    let colors = color.style(for: .standardOutput)
    let times = played.times
    return LineageStyle(time: { times.phrase(of: $0) }, dim: { colors.dim($0) })
  }

  /// Prints explanations; if there are many, only the first of them.
  ///
  /// - Parameters:
  ///   - key: The JSON key for the consequences of each event.
  ///   - headline: Returns the line above a tree; nil for none.
  ///   - absence: The answer below the trees, for events that did not come.
  func print(
    _ events: [Trace.Event], branches key: Text, _ explain: (Int) -> Lineage,
    headline: (Trace.Event) -> String? = { _ in nil }, absence: Absence? = nil
  ) -> ExitCode {
    let shown = format == .json ? events[...] : events.prefix(Self.limit)
    for (number, event) in shown.enumerated() {
      let lineage = explain(event.number)
      switch format {
      case .json:
        output.write("\(lineage.value(of: played.trace.stages, branches: key))\n")
      case .text:
        if number > 0 { output.write("\n") }
        if let headline = headline(event) { output.write(headline + "\n") }
        let lines = lineage.lines(of: played.trace.stages, style: style)
        output.write(lines.joined(separator: "\n") + "\n")
      }
    }
    if let absence { print(absence) }
    let code = output.close()
    if events.count > shown.count {
      let more = events.count - shown.count
      complain(
        "stream-run: and \(more) more; name one with '--event \(events[shown.count].number)'")
    }
    return code
  }

  private func print(_ absence: Absence) {
    switch format {
    case .json: output.write("\(absence.value(of: played.trace.stages))\n")
    case .text:
      let lines = absence.lines(of: played.trace.stages, style: style)
      output.write(lines.map(\.onOneLine).joined(separator: "\n") + "\n")
    }
  }
}
