import Pipelines

/// An option of a command, with the place where its value goes.
struct Option<Settings: Sendable>: Sendable {
  let form: OptionForm
  /// Writes a value to the settings. The string is empty if the option takes no value.
  let apply: @Sendable (_ text: String, _ settings: inout Settings) throws(UsageError) -> Void

  /// Creates an option with a value that `kind` reads.
  ///
  /// - Parameter isOptional: Whether the option can stand alone, with an empty string as its value.
  init<Value>(
    _ name: String, _ letter: Character? = nil, of kind: OptionValue<Value>, _ summary: String,
    isOptional: Bool = false, on topic: HelpTopic? = nil, isCommon: Bool = false,
    isRepeatable: Bool = false, store: @escaping @Sendable (inout Settings, Value) -> Void
  ) {
    form = OptionForm(
      name: name, letter: letter, summary: summary, topic: topic, isCommon: isCommon,
      isRepeatable: isRepeatable,
      value: OptionForm.ValueShape(
        placeholder: kind.placeholder, choices: kind.choices, expectation: kind.expectation,
        path: kind.path, isOptional: isOptional))
    apply = { text, settings throws(UsageError) in
      store(&settings, try kind.read(text, for: "--\(name)"))
    }
  }

  /// Creates an option without a value.
  init(
    flag name: String, letter: Character? = nil, _ summary: String, on topic: HelpTopic? = nil,
    replacedBy replacement: String? = nil, store: @escaping @Sendable (inout Settings) -> Void
  ) {
    form = OptionForm(
      name: name, letter: letter, summary: summary, topic: topic, replacement: replacement)
    apply = { _, settings throws(UsageError) in store(&settings) }
  }

  private init(
    _ form: OptionForm,
    apply: @escaping @Sendable (String, inout Settings) throws(UsageError) -> Void
  ) {
    self.form = form
    self.apply = apply
  }

  /// Returns the same option for settings that contain its own.
  func within<Whole>(_ part: any WritableKeyPath<Whole, Settings> & Sendable) -> Option<Whole> {
    Option<Whole>(form) { [apply] text, whole throws(UsageError) in
      try apply(text, &whole[keyPath: part])
    }
  }
}

/// An option as help, suggestions and completion scripts show it.
struct OptionForm: Sendable {
  /// The long form, without the dashes.
  let name: String
  /// The letter of the short form.
  let letter: Character?
  /// The description for the help page.
  let summary: String
  /// The topic of help that describes it; nil for the page of its command.
  var topic: HelpTopic?
  /// Whether the page of a command describes it although a topic does.
  var isCommon = false
  /// The name of the option that replaced it; nil if it is not an old name.
  var replacement: String?
  /// Whether it may be repeated.
  var isRepeatable = false
  /// The form of its value; nil if it takes none.
  var value: ValueShape?

  struct ValueShape: Sendable, Equatable {
    let placeholder: String
    /// The possible values, if they are a few words.
    let choices: [String]
    /// The expected value, as the end of a message.
    let expectation: String
    /// The part that is the path of a file: the whole value, or the text after a '='.
    let path: PathPart?
    /// Whether the option can stand alone.
    let isOptional: Bool
  }

  /// Whether it is an old name, which is read and shown nowhere.
  var isHidden: Bool { replacement != nil }
  /// The long form with its dashes, such as `--format`.
  var spelling: String { "--\(name)" }
  /// The short form with its dash, such as `-f`.
  var shortSpelling: String? { letter.map { "-\($0)" } }
  /// Both forms, the short one first.
  var spellings: [String] { [shortSpelling, spelling].compactMap { $0 } }
}

/// An option, with the commands that have it in the same form.
///
/// Options of different commands may have the same name and take different values, or none.
struct CommandOption: Sendable {
  let form: OptionForm
  /// The commands; empty for an option of every command.
  fileprivate(set) var commands: [Subcommand] = []

  func belongs(to command: Subcommand) -> Bool {
    commands.isEmpty || commands.contains(command)
  }

  /// Every option.
  static let all: [CommandOption] = {
    var all: [CommandOption] = []
    var places: [String: [Int]] = [:]
    for command in Subcommand.allCases {
      for form in command.ownOptions {
        let place = places[form.name]?.first { place in
          all[place].form.summary == form.summary && all[place].form.value == form.value
        }
        if let place {
          all[place].commands.append(command)
        } else {
          places[form.name, default: []].append(all.count)
          all.append(CommandOption(form: form, commands: [command]))
        }
      }
    }
    return all + Page.options.map { CommandOption(form: $0) }
  }()

  /// Returns the options of all commands with a long or short form.
  static func all(spelled spelling: String) -> [CommandOption] {
    all.filter { $0.form.spellings.contains(spelling) }
  }
}

extension [OptionForm] {
  func first(spelled spelling: String) -> OptionForm? {
    first { $0.spellings.contains(spelling) }
  }
}

/// A page that is printed instead of running the command.
enum Page: CaseIterable {
  case help, version

  static let options = allCases.map(\.option)

  /// The option that asks for it, which every command has. Asking twice is fine.
  var option: OptionForm {
    switch self {
    case .help:
      OptionForm(name: "help", letter: "h", summary: "print this page", isRepeatable: true)
    case .version:
      OptionForm(name: "version", letter: "V", summary: "print the version", isRepeatable: true)
    }
  }
}
