import Console
import Pipelines
import Platform
import Reference
import Values

/// Describes an operator, a function, a source or a code, or lists them.
struct ExplainCommand: Command {
  struct Settings: CommandSettings {
    /// The kind of name that is explained; nil for every kind.
    var kind: ReferenceKind?
    var format = ReferenceFormat.text

    static let options: [Option<Self>] = [
      Option(
        "kind", "k", of: .referenceKind,
        "describe the name as one of this kind alone; without a name, list those of the kind"
      ) { $0.kind = $1 },
      .referenceFormat { $0.format = $1 },
    ]
  }

  private let page: ReferencePage

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    page = try ReferencePage(operands.first, kind: settings.kind, format: settings.format)
  }

  func run() -> ExitCode { writeResult(page.text, to: nil) }
}

/// Lists operators, functions, sources or codes: an older form of `explain`.
struct ListCommand: Command {
  struct Settings: CommandSettings {
    var format = ReferenceFormat.text

    static let options: [Option<Self>] = [.referenceFormat { $0.format = $1 }]
  }

  private let page: ReferencePage

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    guard let kind = ReferenceKind(rawValue: operands[0]) else {
      preconditionFailure("a kind that is none of the choices")
    }
    page = try ReferencePage(
      operands.dropFirst().first, kind: kind, format: settings.format, command: .list)
  }

  func run() -> ExitCode { writeResult(page.text, to: nil) }
}

extension Option {
  fileprivate static func referenceFormat(store: @escaping Store<ReferenceFormat>) -> Option {
    Option(
      "format", "f", of: .oneOf(ReferenceFormat.self, noun: "format"),
      "how to print; text by default", store: store)
  }
}

/// A part of the reference, derived from the registries: everything about a name, or a list.
struct ReferencePage {
  /// The kinds that are looked through.
  private let kinds: [ReferenceKind]
  /// The entries of the name; nil for a list.
  private let named: [Entry]?
  private let format: ReferenceFormat
  /// Whether JSON states the kind of each entry; `list` never did.
  private let statesKind: Bool

  private struct Entry {
    let kind: ReferenceKind
    let entry: ReferenceEntry
  }

  /// Creates the page; throws if no entry has the name.
  init(
    _ name: String?, kind: ReferenceKind?, format: ReferenceFormat, command: Subcommand = .explain
  ) throws(UsageError) {
    let kinds = kind.map { [$0] } ?? ReferenceKind.allCases
    self.kinds = kinds
    self.format = format
    statesKind = command == .explain
    guard let name else {
      named = nil
      return
    }
    let named = kinds.compactMap { kind in kind.entry(of: name).map { Entry(kind: kind, entry: $0) }
    }
    if named.isEmpty {
      throw UsageError(
        "unknown \(kind?.noun ?? "name") '\(name)'", hint: Self.hint(for: name, among: kinds),
        command: command)
    }
    self.named = named
  }

  var text: String {
    switch format {
    case .json:
      let entries =
        named
        ?? kinds.flatMap { kind in
          kind.entries.map { Entry(kind: kind, entry: $0) }
        }
      return entries.map { "\(json(of: $0).text)\n" }.joined()
    case .text:
      let text = ReferenceText(columns: FileDescriptor.standardOutput.columns)
      if let named { return pages(of: named) { text.page(of: $0.entry) } }
      return kinds.count == 1 ? text.list(of: kinds[0]) : text.overview
    case .markdown:
      if let named {
        return pages(of: named) { ReferenceMarkdown(kind: $0.kind).section(of: $0.entry) }
      }
      return kinds.map { ReferenceMarkdown(kind: $0).list }.joined(separator: "\n")
    }
  }

  private func json(of entry: Entry) -> Value {
    guard statesKind, case .object(let object) = entry.entry.json else { return entry.entry.json }
    let kind = Member(key: "kind", value: .string(Text(entry.kind.noun)))
    return .object(Object([kind] + object.members))
  }

  /// Returns the pages of entries, each headed by its kind if there are several.
  private func pages(of entries: [Entry], _ page: (Entry) -> String) -> String {
    guard entries.count > 1 else { return entries.map(page).joined() }
    return entries.map { "As \($0.kind.article) \($0.kind.noun):\n\n\(page($0))" }
      .joined(separator: "\n")
  }

  /// Returns a hint for a name that no entry has.
  private static func hint(for name: String, among kinds: [ReferenceKind]) -> String {
    let others = ReferenceKind.allCases.filter { $0.entry(of: name) != nil }
    if !others.isEmpty {
      return "'\(name)' is \(others.map { "\($0.article) \($0.noun)" }.joined(separator: " and "))"
    }
    if let kind = ReferenceKind.allCases.first(where: { [$0.rawValue, $0.noun].contains(name) }) {
      return "'stream-run explain --kind \(kind.noun)' lists all \(kind.rawValue)"
    }
    if let wayOut = kinds.lazy.compactMap({ $0.wayOut(forForeignName: name) }).first {
      return wayOut
    }
    let list = kinds.count == 1 ? " --kind \(kinds[0].noun)" : ""
    return UsageError.meant(name, among: kinds.flatMap(\.names))
      ?? UsageError.meant(name, among: ReferenceKind.allCases.flatMap(\.names))
      ?? "'stream-run explain\(list)' lists them"
  }
}

/// The format of a part of the reference.
enum ReferenceFormat: String, CaseIterable {
  case text, json, markdown

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "for people; as wide as the terminal, from 40 to 100 columns"
    case .json: "a line for each name: an object with its whole description"
    case .markdown: "a table, or the section for a name"
    }
  }
}
