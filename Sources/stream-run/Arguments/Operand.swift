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
      /// A word of the group that the previous operand names.
      case choiceBehind([Group])
    }

    struct Group {
      /// The previous operand.
      let word: String
      /// The noun for one of the choices in a message.
      let noun: String
      let choices: [String]
      /// Returns a hint for a name that other tools use.
      var wayOut: @Sendable (String) -> String? = { _ in nil }
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

  /// The groups of words that can follow the first operand.
  var groups: [Operand.Group] {
    if case .choiceBehind(let groups)? = furtherOperand?.kind { groups } else { [] }
  }

  /// Returns a hint for a word that is not among the choices of the operand.
  func hint(for word: String, among choices: [String]) -> String {
    lineHint(naming: word) ?? UsageError.meant(word, among: choices) ?? lineHint(near: word)
      ?? "expected \(UsageError.list(choices))"
  }

  /// Rejects a name that is not in the group of the previous word.
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

  /// Returns "did you mean 'stream-run list operators delay'?", for a name of any group.
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
