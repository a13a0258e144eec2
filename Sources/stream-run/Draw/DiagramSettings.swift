import Console
import Diagrams

/// The settings of `diagram`.
struct DiagramSettings: CommandSettings {
  var traced = TracedSettings()
  var drawing = DrawingSettings()
  /// The format; nil if it follows from the name of the output.
  var statedFormat: DiagramFormat?
  /// The output file; nil for standard output.
  var output: String?

  var maximumMemory: Int? { traced.playing.maximumMemory }
  /// The stated format, or that of the name of the output.
  var format: DiagramFormat { statedFormat ?? DiagramFormat(file: output) ?? .text }

  static let options: [Option<Self>] =
    [
      Option(
        "format", "f", of: .oneOf(DiagramFormat.self, noun: "format"),
        "how to draw; by default in the format of the output's file name, or as text"
      ) { $0.statedFormat = $1 },
      .picture { $0.output = $1 },
      Option(flag: "ascii", "the same as '--format ascii'", replacedBy: "format") {
        $0.statedFormat = .ascii
      },
      Option(flag: "svg", "the same as '--format svg'", replacedBy: "format") {
        $0.statedFormat = .svg
      },
      Option(flag: "html", "the same as '--format html'", replacedBy: "format") {
        $0.statedFormat = .html
      },
    ] + DrawingSettings.options(within: \.drawing) + TracedSettings.options(within: \.traced)

  func check(_ operands: [String]) throws(UsageError) {
    if format == .html { try checkPage() }
    if format != .svg { try drawing.checkColumns(for: .diagram, otherwise: ", or '--format svg'") }
    try traced.check(for: .diagram)
  }

  /// Throws if options for a picture are used for a page.
  private func checkPage() throws(UsageError) {
    let options = [
      ("--stages", drawing.stages != .all), ("--from", drawing.from != nil),
      ("--width", drawing.width != nil),
    ]
    guard let option = options.first(where: \.1)?.0 else { return }
    throw UsageError(
      "option '\(option)' does not apply to a page",
      hint: "leave it out: a page shows all stages from the start, as wide as its window",
      command: .diagram)
  }
}

/// The part of a playback that a picture shows, and its width.
struct DrawingSettings: Sendable {
  var stages = DiagramOptions.Stages.all
  /// The times at the edges of the picture; nil for the times of the playback.
  var from: PlayTime?
  var to: PlayTime?
  /// The width in columns, or in pixels; nil for the width of the terminal.
  var width: Int?

  /// The options, for settings that contain these.
  static func options<Whole>(
    within part: any WritableKeyPath<Whole, Self> & Sendable
  ) -> [Option<Whole>] {
    options.map { $0.within(part) }
  }

  private static let options: [Option<Self>] = [
    Option(
      "stages", of: .stages,
      "the stages to draw: all (the default), none but sources and outputs, or the operators, "
        + "sources and definitions of these names"
    ) { $0.stages = $1 },
    Option("from", of: .playTime, "begin the picture at this time") { $0.from = $1 },
    Option(
      "to", of: .playTime,
      "end the picture at this time; the playback ends there, too, unless '--until' is given"
    ) { $0.to = $1 },
    Option(
      "width", "w", of: .width,
      "how wide the picture is, in columns from 40 to 400, or in pixels; by default, as wide as "
        + "the terminal, or 960 pixels"
    ) { $0.width = $1 },
  ]

  /// Throws if a picture in a terminal cannot have the width.
  func checkColumns(for command: Subcommand, otherwise: String = "") throws(UsageError) {
    guard let width, !DiagramCommand.widths.contains(width) else { return }
    throw UsageError(
      "option '--width' is \(width)", hint: "expected columns from 40 to 400" + otherwise,
      command: command)
  }
}

extension Option {
  /// The output of a command that draws.
  static func picture(store: @escaping Store<String>) -> Option {
    Option(
      "output", "o", of: .path, "write the picture to this file, or with - to standard output",
      store: store)
  }
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
