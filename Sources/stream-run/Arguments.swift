import Pipelines

/// What the command line asks for.
struct Arguments {
  enum Action {
    case help
    case version
    case play(file: String, format: OutputFormat?)
  }

  let action: Action

  init(_ arguments: [String]) throws(UsageError) {
    var files: [String] = []
    var format: OutputFormat?
    var wanted: Action?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      if argument == "--" {
        files += rest
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = CommandOption(spelling: String(parts[0])) else {
        throw UsageError.unknownOption(String(parts[0]))
      }
      var value = parts.count == 2 ? String(parts[1]) : nil
      if option.placeholder == nil, value != nil {
        throw UsageError("option '\(option.name)' takes no value")
      }
      if option.placeholder != nil, value == nil { value = rest.popFirst() }
      switch option {
      case .help: wanted = wanted ?? .help
      case .version: wanted = wanted ?? .version
      case .format: format = try OutputFormat(argument: value)
      }
    }
    if let wanted { action = wanted } else { action = try Self.play(files, format) }
  }

  private static func play(
    _ files: [String], _ format: OutputFormat?
  ) throws(UsageError) -> Action {
    guard let file = files.first else {
      throw UsageError("no stream file", hint: "name one, or '-' for standard input")
    }
    guard files.count == 1 else {
      throw UsageError("more than one stream file: '\(files[1])'", hint: "play one at a time")
    }
    return .play(file: file, format: format)
  }
}

/// The options, each said once: parsing, help and suggestions read them here.
enum CommandOption: CaseIterable {
  case format, help, version

  var name: String { "--\(self)" }

  var short: String? {
    switch self {
    case .help: "-h"
    case .format, .version: nil
    }
  }

  /// What its value is called; nil if it takes none.
  var placeholder: String? {
    switch self {
    case .format: OutputFormat.allCases.map(\.rawValue).joined(separator: "|")
    case .help, .version: nil
    }
  }

  var summary: String {
    switch self {
    case .format: "how to print; without it text on a terminal, else json"
    case .help: "print this page"
    case .version: "print the version"
    }
  }

  init?(spelling: String) {
    guard let option = Self.allCases.first(where: { $0.name == spelling || $0.short == spelling })
    else { return nil }
    self = option
  }
}

/// How events are printed.
enum OutputFormat: String, CaseIterable {
  case text, json

  init(argument: String?) throws(UsageError) {
    guard let argument else {
      throw UsageError("option '--format' without a value", hint: Self.choice)
    }
    guard let format = OutputFormat(rawValue: argument) else {
      throw UsageError("unknown format '\(argument)'", hint: Self.choice)
    }
    self = format
  }

  private static var choice: String {
    "expected \(allCases.map { "'\($0.rawValue)'" }.joined(separator: " or "))"
  }
}

/// A command line that says nothing sensible.
struct UsageError: Error {
  let message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  static func unknownOption(_ name: String) -> UsageError {
    let names = CommandOption.allCases.map(\.name)
    return UsageError(
      "unknown option '\(name)'", hint: Suggestion.hint(for: name, among: names))
  }
}
