import Pipelines

/// The words of a command line, sorted into options and the rest.
///
/// What an option takes can depend on the command, and that may stand behind it: values are read once
/// the command is known.
struct ArgumentWords {
  /// What is wanted instead of a command.
  var page: Settings.Page? { pages.page }

  private var pages = Settings()
  private var operands: [String] = []
  /// How many of the operands stand in front of `--`.
  private var countBeforeDashes: Int?
  /// The options in the order in which they were given.
  private var given: [Given] = []

  private struct Given {
    let spelling: String
    /// The options that are spelled so, each of another command.
    let options: [CommandOption]
    /// Nil if there was none.
    let value: String?
  }

  /// Reads options wherever they stand, up to `--`.
  mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        countBeforeDashes = operands.count
        operands += rest
        return
      }
      if argument.hasPrefix("-"), argument != "-", !Self.isNumber(argument) {
        try readOption(argument, &rest)
      } else {
        operands.append(argument)
      }
    }
  }

  /// Whether a word is `-1` or the like, which can be no option.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
  }

  private mutating func readOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    let options = CommandOption.all.filter { $0.spellings.contains(spelling) }
    guard let option = options.first else { throw Self.unknownOption(spelling) }
    var value = parts.count == 2 ? String(parts[1]) : nil
    // Options of one spelling are alike in this, whatever the command.
    if option.value == nil {
      if value != nil {
        throw UsageError("option '\(spelling)' takes no value", hint: "write '\(spelling)' alone")
      }
    } else if value == nil, rest.first?.hasPrefix("--") != true {
      // What looks like an option is no value: the value was forgotten.
      value = rest.popFirst()
    }
    if option.owner == nil { try option.apply("", &pages) }
    given.append(Given(spelling: spelling, options: options, value: value))
  }

  private static func unknownOption(_ word: String) -> UsageError {
    var names: [String] = []
    for option in CommandOption.all where !names.contains(option.spelling) {
      names.append(option.spelling)
    }
    return UsageError(
      "unknown option '\(word)'",
      hint: UsageError.meant(word, among: names) ?? parted(word) ?? dashed(word))
  }

  /// What to do about an expression that begins with a minus.
  private static func dashed(_ word: String) -> String? {
    let isExpression = word.contains { "$([{.\"'".contains($0) }
    return isExpression ? "write '--' in front of what is no option" : nil
  }

  /// "did you mean '-n 3'?" for `-n3`: a short form takes its value as a word of its own.
  private static func parted(_ word: String) -> String? {
    for option in CommandOption.all {
      guard let short = option.shortSpelling, let shape = option.value, word.hasPrefix(short)
      else { continue }
      let value = String(word.dropFirst(short.count))
      guard shape.choices.contains(value) || value.first?.isWholeNumber == true else { continue }
      return "did you mean '\(short) \(value)'?"
    }
    return nil
  }

  /// The command that is named, and what stands behind it.
  func command() throws(UsageError) -> (command: Subcommand?, operands: [String]) {
    guard let word = operands.first, countBeforeDashes != 0 else { return (nil, operands) }
    if let command = Subcommand(rawValue: word) { return (command, Array(operands.dropFirst())) }
    let names = Subcommand.allCases.map(\.name)
    guard page == nil, Self.looksLikeCommand(word), !fileExists(word) else {
      return (nil, operands)
    }
    if let hint = UsageError.meant(word, among: names) {
      throw UsageError("unknown command '\(word)'", hint: hint)
    }
    if operands.count > 1 {
      throw UsageError(
        "unknown command '\(word)'", hint: "expected \(UsageError.list(names)), or a stream file")
    }
    return (nil, operands)
  }

  /// Whether a word could be a command's name and is hardly a file's.
  private static func looksLikeCommand(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// What the options say to a command; those of another one are refused.
  func settings(for command: Subcommand) throws(UsageError) -> Settings {
    var settings = pages
    var names: Set<String> = []
    do throws(UsageError) {
      for given in given {
        guard let option = given.options.first(where: { $0.belongs(to: command) }) else {
          throw Self.strayOption(given.options, of: command)
        }
        if !names.insert(option.name).inserted, !option.isRepeatable {
          throw UsageError("option '\(option.spelling)' is given twice", hint: "give it once")
        }
        if given.value == nil, let shape = option.value {
          throw UsageError(
            "option '\(given.spelling)' without a value", hint: shape.expectation)
        }
        try option.apply(given.value ?? "", &settings)
      }
    } catch {
      throw error.about(command)
    }
    return settings
  }

  private static func strayOption(_ options: [CommandOption], of command: Subcommand) -> UsageError
  {
    let owners = Suggestion.enumeration(of: options.compactMap { $0.owner?.name })
    return UsageError(
      "'\(command.name)' has no option '\(options.first?.spelling ?? "")'",
      hint: "it belongs to \(owners)")
  }
}
