import Expressions
import Pipelines
import Platform

/// The words of a command line, separated into options and operands.
///
/// Whether an option takes a value can depend on the command, which may come after the option. So
/// values are read once the command is known.
struct ArgumentWords {
  /// The first page that is requested instead of a command.
  private(set) var page: Page?
  private var operands: [String] = []
  /// The number of operands before `--`.
  private var countBeforeDashes: Int?
  /// The options on the command line, in order.
  private var given: [Given] = []
  /// The command, if the first operand is its name. An option may take a value for one command, and
  /// none for another.
  private(set) var leading: Subcommand?

  private struct Given {
    let spelling: String
    /// The word that contains it. Short forms can share a word.
    let word: String
    /// The value; nil if there is none.
    let value: String?
  }

  /// Reads options in any position, up to `--`.
  mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        countBeforeDashes = operands.count
        operands += rest
        return
      }
      if argument.hasPrefix("--") {
        try readLongForm(argument, &rest)
      } else if argument.hasPrefix("-"), argument != "-", !Self.isNumber(argument) {
        try readShortForms(argument, &rest)
      } else {
        if operands.isEmpty { leading = Subcommand(rawValue: argument) }
        operands.append(argument)
      }
    }
  }

  /// Returns the option with a spelling that determines whether a value follows: that of the
  /// command, which may be the next word, or one with a value; nil if no command has the option.
  /// The options of all commands are looked at only if they have to be.
  private func form(_ spelling: String, before next: String?) -> OptionForm? {
    let command = leading ?? (operands.isEmpty ? nil : .play)
    if let form = (command?.forms ?? Page.options).first(spelled: spelling) { return form }
    let options = CommandOption.all(spelled: spelling)
    let known = command ?? next.flatMap(Subcommand.init)
    let option = options.first { known.map($0.belongs) ?? ($0.form.value != nil) }
    return (option ?? options.first)?.form
  }

  /// Whether a word is a number such as `-1`, which cannot be an option.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
  }

  /// Reads `--realtime`, `--limit 1` or `--limit=1`.
  private mutating func readLongForm(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    guard let option = form(spelling, before: rest.first) else {
      throw Self.unknownOption(spelling)
    }
    var value = parts.count == 2 ? String(parts[1]) : nil
    if option.value == nil {
      if value != nil { throw Self.needlessValue(of: spelling) }
    } else if value == nil, takes(rest.first, option) {
      value = Self.takeValue(from: &rest)
    }
    note(Given(spelling: spelling, word: word, value: value), option)
  }

  /// Reads letters that share a dash, as in POSIX: `-r`, `-n 1`, `-n1`, `-rn1`; also `-n=1`.
  private mutating func readShortForms(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // This is a long form with only one dash: '-limit' is not '-l imit'.
    let name = String(word.prefix { $0 != "=" })
    if name.count > 2, !CommandOption.all(spelled: "-\(name)").isEmpty {
      throw Self.unknownOption(name)
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let option = form(spelling, before: rest.first) else {
        throw Self.unknownLetter(spelling, in: name)
      }
      if option.value == nil {
        if letters.first == "=" { throw Self.needlessValue(of: spelling) }
        note(Given(spelling: spelling, word: word, value: nil), option)
        continue
      }
      // The rest of the word after the letter is its value.
      if letters.first == "=" {
        letters.removeFirst()
        note(
          Given(spelling: spelling, word: word, value: String(letters)), option)
      } else {
        let value = letters.isEmpty ? Self.takeValue(from: &rest) : String(letters)
        note(Given(spelling: spelling, word: word, value: value), option)
      }
      return
    }
  }

  /// Whether the value of an option is the next word. If the option can stand alone, the next word
  /// is first of all another option or the operand of the command.
  private func takes(_ next: String?, _ option: OptionForm) -> Bool {
    option.value?.isOptional != true
      || next?.hasPrefix("-") == false && operands.count > (leading == nil ? 0 : 1)
  }

  /// Returns the next word, unless it looks like an option, which means that the value was
  /// forgotten.
  private static func takeValue(from rest: inout ArraySlice<String>) -> String? {
    rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()
  }

  private mutating func note(_ given: Given, _ option: OptionForm) {
    page = page ?? Page.allCases.first { $0.option.name == option.name }
    self.given.append(given)
  }

  private static func needlessValue(of spelling: String) -> UsageError {
    UsageError("option '\(spelling)' takes no value", hint: "write '\(spelling)' alone")
  }

  private static func unknownOption(_ word: String) -> UsageError {
    UsageError("unknown option '\(word)'", hint: meant(word) ?? dashed(word))
  }

  /// - Parameter word: The word that contains the letter.
  private static func unknownLetter(_ spelling: String, in word: String) -> UsageError {
    if word.hasPrefix(spelling) { return unknownOption(word) }
    return UsageError("unknown option '\(spelling)' in '\(word)'", hint: meant(word))
  }

  /// Returns a hint with the option that is nearest to a word.
  private static func meant(_ word: String) -> String? {
    var names: [String] = []
    for option in CommandOption.all.map(\.form)
    where !option.isHidden && !names.contains(option.spelling) {
      names.append(option.spelling)
    }
    return UsageError.meant(word, among: names)
  }

  /// Returns a hint for an expression that begins with a minus.
  private static func dashed(_ word: String) -> String? {
    let isExpression = word.contains { "$([{.\"'".contains($0) }
    return isExpression ? "write '--' before it if it is an expression" : nil
  }

  /// Returns the command (nil if none is named) and the operands that belong to it.
  func command() throws(UsageError) -> (command: Subcommand?, operands: [String]) {
    guard let word = operands.first, countBeforeDashes != 0 else { return (nil, operands) }
    if let command = Subcommand(rawValue: word) { return (command, Array(operands.dropFirst())) }
    let names = Subcommand.shown.map(\.name)
    guard page == nil, Self.looksLikeCommand(word), !FilePath(word).exists else {
      return (nil, operands)
    }
    if let hint = UsageError.meant(word, among: names) {
      throw UsageError("unknown command '\(word)'", hint: hint)
    }
    if operands.count > 1 {
      throw UsageError(
        "unknown command '\(word)'", hint: "'stream-run --help' lists the commands")
    }
    return (nil, operands)
  }

  /// Returns whether a word could be the name of a command and is unlikely to be the name of a
  /// file.
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

  /// Returns the settings of a command. Options of other commands are refused.
  func settings<Settings: CommandSettings>(
    for command: Subcommand
  ) throws(UsageError) -> Settings {
    var settings = Settings()
    var names: Set<String> = []
    do throws(UsageError) {
      for given in given {
        guard let known = command.forms.first(spelled: given.spelling) else {
          throw Self.strayOption(given, of: command)
        }
        if !names.insert(known.replacement ?? known.name).inserted, !known.isRepeatable {
          let old = known.replacement.map { "'\(known.spelling)' is an old form of '--\($0)'; " }
          throw UsageError(
            "option '--\(known.replacement ?? known.name)' is given twice",
            hint: "\(old ?? "")give it once")
        }
        if given.value != nil, known.value == nil { throw Self.needlessValue(of: given.spelling) }
        if given.value == nil, let shape = known.value, !shape.isOptional {
          throw UsageError(
            "option '\(given.spelling)' needs a value", hint: shape.expectation)
        }
        let option = Settings.options.first { $0.form.name == known.name }
        try option?.apply(given.value ?? "", &settings)
      }
    } catch {
      throw error.about(command)
    }
    return settings
  }

  private static func strayOption(_ given: Given, of command: Subcommand) -> UsageError {
    let options = CommandOption.all(spelled: given.spelling)
    let commands = options.map { $0.commands.filter { $0.group != nil } }
    // Of many commands, one for each form of the option.
    let all = commands.flatMap(\.self)
    let owners = Suggestion.enumeration(
      of: (all.count <= 4 ? all : commands.compactMap(\.first)).map(\.name))
    // '-size($0)' does not mean '-s ize($0)'.
    let isExpression = !given.word.hasPrefix("--") && given.word.contains { "$(".contains($0) }
    return UsageError(
      "'\(command.name)' has no option '\(options.first?.form.spelling ?? "")'",
      hint: isExpression ? dashed(given.word) : "it belongs to \(owners)")
  }
}
