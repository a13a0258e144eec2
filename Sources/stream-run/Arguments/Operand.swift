import Pipelines

extension Subcommand {
  /// What stands behind the name of a command.
  struct Operand {
    enum Kind {
      case streamFile
      /// Files, and folders of them.
      case streamFiles
      /// Anything; what it means is said.
      case text(String)
      /// One of these.
      case choice([String])
      /// One of those of the group that the operand before it names.
      case choiceBehind([Group])
    }

    struct Group {
      /// The operand before it.
      let word: String
      /// What one of the choices is called in a message.
      let noun: String
      let choices: [String]
      /// What to write instead of a name that others have.
      var wayOut: @Sendable (String) -> String? = { _ in nil }
    }

    /// What stands for it on the help page.
    let placeholder: String
    /// What it is called in a message.
    let noun: String
    let kind: Kind
    let isOptional: Bool
    /// Whether more of it may follow.
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

  /// What can stand behind each word that its operand can be.
  var groups: [Operand.Group] {
    if case .choiceBehind(let groups)? = furtherOperand?.kind { groups } else { [] }
  }

  /// The way out for a word that is none of the choices of the operand.
  func hint(for word: String, among choices: [String]) -> String {
    lineHint(naming: word) ?? UsageError.meant(word, among: choices) ?? lineHint(near: word)
      ?? "expected \(UsageError.list(choices))"
  }

  /// Refuses a name that is not in the group of the word before it.
  func checkName(_ name: String, behind word: String) throws(UsageError) {
    guard let group = groups.first(where: { $0.word == word }), !group.choices.contains(name)
    else { return }
    throw UsageError(
      "unknown \(group.noun) '\(name)'",
      hint: lineHint(naming: name) ?? group.wayOut(name) ?? UsageError.meant(
        name, among: group.choices)
        ?? lineHint(near: name) ?? "'stream-run \(self.name) \(word)' lists them",
      command: self)
  }

  /// "did you mean 'stream-run list operators delay'?", for a name of any group.
  private func lineHint(naming name: String) -> String? {
    let words = groups.filter { $0.choices.contains(name) }.map(\.word)
    guard !words.isEmpty else { return nil }
    let lines = words.map { "stream-run \(self.name) \($0) \(name)" }
    return "did you mean \(UsageError.list(lines))?"
  }

  private func lineHint(near name: String) -> String? {
    let names = Set(groups.flatMap(\.choices)).sorted()
    return Suggestion.nearest(to: name, among: names).flatMap(lineHint(naming:))
  }
}
