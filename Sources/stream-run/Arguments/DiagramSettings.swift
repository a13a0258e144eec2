import Diagrams

/// The values of the options of `diagram`.
struct DiagramSettings: Sendable {
  var stages = DiagramOptions.Stages.all
  /// The times at the edges of the picture; nil for the times of the playback.
  var from: PlayTime?
  var to: PlayTime?
  /// The width in columns, or in pixels; nil for the width of the terminal.
  var width: Int?
  /// The format; nil if it follows from the name of the output.
  var format: DiagramFormat?
}

/// The format of a diagram.
enum DiagramFormat: String, CaseIterable {
  case text, ascii, svg, html

  /// The format that the name of a file asks for; nil if it asks for none.
  init?(file: String?) {
    switch file?.split(separator: ".").last?.lowercased() {
    case "svg": self = .svg
    case "html": self = .html
    default: return nil
    }
  }

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "for a terminal; the default"
    case .ascii: "the same with ASCII characters alone"
    case .svg: "a picture; chosen by an output whose name ends with .svg"
    case .html:
      "a page that plays what happens, in one file without network; chosen by an output whose name "
        + "ends with .html"
    }
  }
}

extension OptionValue where Value == DiagramOptions.Stages {
  /// Reads `all`, `none`, or names separated by commas.
  static let stages = OptionValue(
    placeholder: "NAME,…", expectation: "expected all, none, or names, such as filter,debounce"
  ) { (text, option) throws(UsageError) in
    switch text {
    case "all": return .all
    case "none": return .none
    default: break
    }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: "expected all, none, or names, such as filter,debounce")
    }
    return .named(names)
  }
}

extension OptionValue where Value == Int {
  /// Reads the width of a diagram.
  static let width = OptionValue(
    placeholder: "N", expectation: "expected columns from 40 to 400, or pixels from 320 to 10000"
  ) { (text, option) throws(UsageError) in
    let count = try OptionValue<Int>.count.read(text, for: option)
    guard (40...10_000).contains(count) else {
      throw UsageError(
        "option '\(option)' is \(count)",
        hint: "expected columns from 40 to 400, or pixels from 320 to 10000")
    }
    return count
  }
}

extension CommandOption {
  /// The options of `diagram` and `graph`, besides those that they share with `play`.
  static let drawing: [CommandOption] = [
    CommandOption(
      "format", "f", of: .oneOf(DiagramFormat.self, noun: "format"), for: .diagram,
      "how to draw; by default in the format of the output's file name, or as text"
    ) { $0.diagram.format = $1 },
    CommandOption(
      "output", "o", of: .path, for: .diagram,
      "write the picture to this file, or with - to standard output", sharedBy: [.graph]
    ) { $0.output = $1 },
    CommandOption(
      "stages", of: .stages, for: .diagram,
      "the stages to draw: all (the default), none but sources and outputs, or the operators, "
        + "sources and definitions of these names", sharedBy: [.watch]
    ) { $0.diagram.stages = $1 },
    CommandOption(
      "from", of: .playTime, for: .diagram, "begin the picture at this time",
      sharedBy: [.watch]
    ) { $0.diagram.from = $1 },
    CommandOption(
      "to", of: .playTime, for: .diagram,
      "end the picture at this time; the playback ends there, too, unless '--until' is given",
      sharedBy: [.watch]
    ) { $0.diagram.to = $1 },
    CommandOption(
      "width", "w", of: .width, for: .diagram,
      "how wide the picture is, in columns from 40 to 400, or in pixels; by default, as wide as "
        + "the terminal, or 960 pixels", sharedBy: [.watch]
    ) { $0.diagram.width = $1 },
    CommandOption(
      flag: "ascii", for: .watch, "draw with ASCII characters alone"
    ) { $0.diagram.format = .ascii },
    CommandOption(
      flag: "ascii", for: .diagram, "the same as '--format ascii'", replacedBy: "format"
    ) { $0.diagram.format = .ascii },
    CommandOption(
      flag: "svg", for: .diagram, "the same as '--format svg'", replacedBy: "format"
    ) { $0.diagram.format = .svg },
    CommandOption(
      flag: "html", for: .diagram, "the same as '--format html'", replacedBy: "format"
    ) { $0.diagram.format = .html },
    CommandOption(
      "format", "f", of: .oneOf(GraphFormat.self, noun: "format"), for: .graph,
      "how to draw; by default in the format of the output's file name, or as mermaid"
    ) { $0.graphFormat = $1 },
  ]
}
