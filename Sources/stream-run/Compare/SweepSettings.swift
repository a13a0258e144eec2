import Console
import Expressions
import Pipelines
import Tuning

/// The settings of `sweep`.
struct SweepSettings: CommandSettings {
  var playing = PlayingSettings()
  var parameters: [SweptParameter] = []
  var measures: [SweepMeasure] = []
  /// The number that is to be least, or greatest; nil if all points are played.
  var goal: (expression: CheckedExpression, isMaximum: Bool)?
  /// The condition that the point that is searched for must meet.
  var constraint: CheckedExpression?
  /// The number of points that a search may play; nil for the usual one.
  var points: Int?
  /// The seed of a search; nil for the usual one.
  var seed: Int?
  var format = SweepFormat.text
  /// The output file; nil for standard output.
  var output: String?
  /// The file of a picture; nil for none.
  var plot: String?
  /// The memory for the records of inputs, in bytes.
  var memory: Int?
  /// The number of points that are played at once; nil for one for each processor.
  var jobs: Int?

  var maximumMemory: Int? { playing.maximumMemory }

  static let options: [Option<Self>] =
    [
      Option(
        "vary", of: .swept,
        "a parameter and its values: a list with commas, a JSON list, or a range such as 3..5 or "
          + "10s..60s/10s", isRepeatable: true
      ) { $0.parameters.append($1) },
      Option(
        "measure", "m", of: .measure,
        "a column: a function of 'aggregate' over the values, such as pages=count, "
          + "worst=max $0.delay or slow=count where $0.ms > 9; 'lost=bad: count' is of the output 'bad'",
        isRepeatable: true
      ) { $0.measures.append($1) },
      Option(
        "minimize", of: .rowExpression,
        "search for the point for which this is least, for example $0.pages"
      ) { $0.goal = ($1, false) },
      Option(
        "maximize", of: .rowExpression, "search for the point for which this is greatest"
      ) { $0.goal = ($1, true) },
      Option(
        "where", of: .rowExpression,
        "with a search: the condition that the point must meet, for example $0.missed <= 3"
      ) { $0.constraint = $1 },
      Option(
        "points", of: .count, "with a search: play so many points at the most; 100 by default"
      ) { $0.points = $1 },
      Option(
        "seed", of: .count, "with a search: the seed of its random points; 1 by default"
      ) { $0.seed = $1 },
      Option(
        "format", "f", of: .oneOf(SweepFormat.self, noun: "format"),
        "how to print the table; text by default"
      ) { $0.format = $1 },
      Option(
        "output", "o", of: .path, "write the table to this file, or with - to standard output"
      ) { $0.output = $1 },
      Option(
        "plot", of: .path,
        "draw the first measure, or the number of events, in this file: a line over one parameter, "
          + "or a map of colors over two"
      ) { $0.plot = $1 },
      Option(
        "memory", of: .size,
        "decode the inputs once for all points if that takes no more than this; a quarter of "
          + "'--max-memory' by default"
      ) { $0.memory = $1 },
      Option(
        "jobs", "j", of: .count,
        "play so many points at once; by default, one for each processor"
      ) { $0.jobs = max(1, $1) },
    ] + PlayingSettings.options(within: \.playing)

  func check(_ operands: [String]) throws(UsageError) {
    if parameters.isEmpty {
      throw UsageError(
        "nothing is varied", hint: "write '--vary NAME=VALUES', for example --vary quiet=10s,30s",
        command: .sweep)
    }
    if goal == nil {
      let option = [
        ("--where", constraint != nil), ("--points", points != nil), ("--seed", seed != nil),
      ].first(where: \.1)?.0
      if let option {
        throw UsageError(
          "'\(option)' needs a search",
          hint: "add '--minimize EXPRESSION' or '--maximize EXPRESSION'",
          command: .sweep)
      }
    }
    if plot != nil, parameters.count > 2 || goal != nil {
      throw UsageError(
        "'--plot' draws one or two parameters, all of whose values are played",
        hint: goal == nil ? "vary fewer parameters" : "leave the search out", command: .sweep)
    }
    do throws(UsageError) {
      try playing.checkEnds()
    } catch {
      throw error.about(.sweep)
    }
    try playing.checkBadRecords(of: .sweep)
  }
}

/// The format of the table of a sweep.
enum SweepFormat: String, CaseIterable {
  case text, csv, json

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "a table for people"
    case .csv: "a table for spreadsheets"
    case .json: "an object for each point, line by line"
    }
  }
}

extension OptionValue where Value == SweptParameter {
  /// Reads a parameter and its values.
  static let swept = OptionValue(
    placeholder: "NAME=VALUES", expectation: "expected a name and values, such as quiet=10s,30s"
  ) { (text, option) throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: "expected a name and values, such as quiet=10s,30s")
    }
    // In the file, the name is written with its '$'.
    let name = parts[0].hasPrefix("$") ? String(parts[0].dropFirst()) : parts[0]
    do throws(SweepMistake) {
      return try SweptParameter(name, parsing: parts[1])
    } catch {
      throw UsageError("option '\(option)': \(error.message)", hint: error.hint)
    }
  }
}

extension OptionValue where Value == SweepMeasure {
  /// Reads a column of the table.
  static let measure = OptionValue(
    placeholder: "NAME=FUNCTION", expectation: "expected a name and a function, such as pages=count"
  ) { (text, option) throws(UsageError) in
    do throws(SweepMistake) {
      return try SweepMeasure(parsing: text)
    } catch {
      throw UsageError("option '\(option)': \(error.message)", hint: error.hint)
    }
  }
}
