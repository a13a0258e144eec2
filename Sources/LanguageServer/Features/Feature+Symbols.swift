import Editing
import Pipelines
import Values

/// Names: where they are defined and used, and renaming them.
extension Feature {
  private var symbols: SymbolTable { analysis.symbols }

  func definition() throws(Message.Failure) -> Value {
    guard let occurrence = symbols.occurrence(at: try offset()) else { return .null }
    let symbol = occurrence.symbol
    if symbol.kind == .file {
      guard workspace.source(ofFile: symbol.file) != nil else { return .null }
      return [
        "uri": Value(workspace.uri(ofFile: symbol.file).text),
        "range": LineTable.beginning,
      ]
    }
    let found = occurrences(of: symbol)
    let declarations = found.filter(\.occurrence.isDeclaration)
    // An input has no declaration, so the model that reads it serves as its declaration.
    let wanted = declarations.isEmpty && symbol.kind == .input ? found : declarations
    return .array(wanted.map(\.location))
  }

  func references() throws(Message.Failure) -> Value {
    guard let occurrence = symbols.occurrence(at: try offset()) else { return .array([]) }
    let includesDeclaration = parameters["context"]?["includeDeclaration"]?.flag ?? true
    return .array(
      occurrences(of: occurrence.symbol)
        .filter { includesDeclaration || !$0.occurrence.isDeclaration }.map(\.location))
  }

  func highlights() throws(Message.Failure) -> Value {
    let symbols = symbols
    guard let occurrence = symbols.occurrence(at: try offset()) else { return .array([]) }
    return .array(
      symbols.occurrences.filter { $0.symbol == occurrence.symbol }.map {
        ["range": value($0.range), "kind": $0.isDeclaration ? 3 : 2]
      })
  }

  func prepareRename() throws(Message.Failure) -> Value {
    guard let occurrence = symbols.occurrence(at: try offset()), occurrence.symbol.kind != .file
    else { return .null }
    return [
      "range": value(occurrence.range), "placeholder": Value(occurrence.symbol.name),
    ]
  }

  func rename() throws(Message.Failure) -> Value {
    guard let name = parameters["newName"]?.text else {
      throw .init(.invalidParameters, "the request has no 'newName'")
    }
    guard let occurrence = symbols.occurrence(at: try offset()), occurrence.symbol.kind != .file
    else { throw .init(.requestFailed, "there is no name here that can be changed") }
    let found = occurrences(of: occurrence.symbol)
    if let refusal = refusal(of: name, for: occurrence.symbol, found) {
      throw .init(.requestFailed, refusal)
    }
    let spelling = Value(name).description.dropFirst().dropLast()
    var edits: [(DocumentURI, [Value])] = []
    for place in found {
      let edit: Value = ["range": place.range, "newText": Value(String(spelling))]
      if let known = edits.firstIndex(where: { $0.0 == place.uri }) {
        edits[known].1.append(edit)
      } else {
        edits.append((place.uri, [edit]))
      }
    }
    let changes = edits.map { Member(key: Text($0.text), value: .array($1)) }
    return ["changes": .object(Object(changes))]
  }

  /// The reason why a symbol cannot be given a name; nil if it can.
  private func refusal(of name: String, for symbol: Symbol, _ found: [FoundPlace]) -> String? {
    if name == symbol.name { return nil }
    if let mistake = SymbolName.mistake(in: name, for: symbol.kind) { return mistake }
    // The owner of the name may already have something with the new name.
    for place in found where place.occurrence.isDeclaration {
      let syntax = place.index.syntax
      guard let list = syntax.nodes[place.occurrence.node].parent else { continue }
      if place.index.member(name, of: list) != nil {
        return "there is already a '\(name)'"
      }
    }
    if symbol.kind == .definition, Operator.specs.contains(where: { $0.name == name }),
      found.contains(where: { $0.index.isOperator($0.occurrence.node) })
    {
      return "this would hide the built-in operator '\(name)'"
    }
    return nil
  }
}

/// The rules for names.
enum SymbolName {
  /// The mistake in a new name; nil if it is valid.
  static func mistake(in name: String, for kind: Symbol.Kind) -> String? {
    if name.isEmpty { return "a name cannot be empty" }
    switch kind {
    case .parameter:
      return ParameterDeclaration.mistake(inName: name)?.message
    case .definition, .input, .sideOutput, .file:
      if StreamInput(name).isFile { return "'\(name)' is the name of a file" }
      if name.hasPrefix("$") { return "a name cannot begin with '$'" }
      return name.contains("#") || name.contains("=") ? "a name cannot contain '#' or '='" : nil
    }
  }
}

/// A place in a file where a symbol is named.
struct FoundPlace {
  let uri: DocumentURI
  let index: SyntaxIndex
  let occurrence: Occurrence
  let range: Value

  var location: Value { ["uri": Value(uri.text), "range": range] }
}

extension Feature {
  /// The places where a symbol is named, in this document first, and then in other files that can
  /// refer to it.
  func occurrences(of symbol: Symbol) -> [FoundPlace] {
    var found = places(of: symbol, in: symbols, document.uri, lines: document.lines)
    guard symbol.model.isRoot || symbol.kind == .file || symbol.file != symbols.file else {
      return found
    }
    let word =
      symbol.kind == .file
      ? symbol.file.split(separator: "/").last.map(String.init) ?? "" : symbol.name
    for file in workspace.files where file != symbols.file {
      guard let source = workspace.source(ofFile: file), source.mayContain(word) else { continue }
      let open = workspace.document(ofFile: file).map { workspace.analysis(of: $0).symbols }
      found += places(
        of: symbol, in: open ?? SymbolTable(SyntaxIndex(source), of: file),
        workspace.uri(ofFile: file), lines: workspace.lines(of: source))
    }
    return found
  }

  private func places(
    of symbol: Symbol, in table: SymbolTable, _ uri: DocumentURI, lines: LineTable
  ) -> [FoundPlace] {
    table.occurrences.filter { $0.symbol == symbol }.map {
      FoundPlace(uri: uri, index: table.index, occurrence: $0, range: lines.value(of: $0.range))
    }
  }
}

extension LineTable {
  /// An empty range at the beginning of a document.
  static let beginning: Value = [
    "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
  ]
}
