import Pipelines

extension Subcommand {
  /// An operand of a command: a word after its name.
  struct Operand {
    enum Kind {
      case streamFile
      /// Files, and folders that contain them.
      case streamFiles
      /// Files that are not pages, folders of them, and standard input.
      case jsonFiles
      /// Any text. Its meaning is described.
      case text(String)
      /// One of these words.
      case choice([String])
      /// A name, which the command looks up; its meaning is described, and the choices complete it.
      case name(String, choices: [String])
    }

    /// The placeholder on the help page.
    let placeholder: String
    /// The noun for it in a message.
    let noun: String
    let kind: Kind
    let isOptional: Bool
    /// Whether more operands of this kind may follow.
    let isRepeatable: Bool

    init(
      _ placeholder: String, noun: String, _ kind: Kind, isOptional: Bool = false,
      isRepeatable: Bool = false
    ) {
      self.placeholder = placeholder
      self.noun = noun
      self.kind = kind
      self.isOptional = isOptional
      self.isRepeatable = isRepeatable
    }
  }
}
