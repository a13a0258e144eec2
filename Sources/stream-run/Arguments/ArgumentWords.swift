/// The words of a command line, sorted into options and the rest.
struct ArgumentWords {
  private(set) var settings = Settings()
  private var operands: [String] = []
  /// How many of the operands stand in front of `--`.
  private var countBeforeDashes: Int?
  /// The options that were given, for what is to be said about them once the command is known.
  private var given: [CommandOption] = []

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
    guard let option = CommandOption.all.first(where: { $0.spellings.contains(String(parts[0])) })
    else { throw Self.unknownOption(String(parts[0])) }
    var value = parts.count == 2 ? String(parts[1]) : nil
    if let shape = option.value {
      // What looks like an option is no value: the value was forgotten.
      if value == nil, rest.first?.hasPrefix("--") != true { value = rest.popFirst() }
      guard value != nil else {
        throw UsageError("option '\(parts[0])' without a value", hint: shape.expectation)
      }
    } else if value != nil {
      throw UsageError("option '\(parts[0])' takes no value", hint: "write '\(parts[0])' alone")
    }
    if !option.isRepeatable, given.contains(where: { $0.name == option.name }) {
      throw UsageError("option '\(option.spelling)' is given twice", hint: "give it once")
    }
    given.append(option)
    try option.apply(value ?? "", &settings)
  }

  private static func unknownOption(_ word: String) -> UsageError {
    let names = CommandOption.all.map(\.spelling)
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
    guard settings.page == nil, Self.looksLikeCommand(word), !fileExists(word) else {
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

  /// Refuses the options of another command.
  func checkOptions(of command: Subcommand) throws(UsageError) {
    guard let stray = given.first(where: { !$0.belongs(to: command) }), let owner = stray.owner
    else { return }
    throw UsageError(
      "'\(command.name)' has no option '\(stray.spelling)'",
      hint: "it belongs to '\(owner.name)'", command: command)
  }
}
