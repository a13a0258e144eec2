import Editing
import Expressions
import Pipelines
import Platform
import Values

/// The names in a document, each with its meaning.
struct SymbolTable {
  let index: SyntaxIndex
  /// The path of the document, normalized.
  let file: String
  private(set) var occurrences: [Occurrence] = []

  /// Creates the table of a document.
  ///
  /// - Parameter file: The path of the document.
  init(_ index: SyntaxIndex, of file: String) {
    self.index = index
    self.file = FilePath(file).normalized
    for node in index.syntax.nodes.indices {
      if let key = index.syntax.nodes[node].key { addKey(key, of: node) }
      if index.syntax.nodes[node].kind == .string { addString(node) }
    }
  }

  /// The occurrence at an offset; nil for none.
  func occurrence(at offset: Int) -> Occurrence? {
    occurrences.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  private var syntax: JSONSyntax { index.syntax }

  private mutating func add(
    _ kind: Symbol.Kind, _ name: String, of model: Int? = nil, in file: String? = nil,
    at range: Range<Int>, by node: Int, isDeclaration: Bool = false
  ) {
    let symbol = Symbol(
      kind: kind, file: file ?? self.file, model: model.map(syntax.path(of:)) ?? [], name: name)
    occurrences.append(
      Occurrence(symbol: symbol, range: range, isDeclaration: isDeclaration, node: node))
  }

  /// The path of a file that the document names.
  private func path(of name: String) -> String { Self.path(of: name, besides: file) }

  /// The path of a file that another one names.
  static func path(of name: String, besides file: String) -> String {
    FilePath(name, besides: file).normalized
  }
}

// MARK: - Keys

extension SymbolTable {
  private mutating func addKey(_ key: Range<Int>, of node: Int) {
    guard let parent = syntax.nodes[node].parent, let slot = index.slots[parent],
      let name = index.key(of: node)
    else { return }
    let range = index.contents(of: key)
    let home = index.homes[node]
    switch slot {
    case .definitions:
      add(.definition, name, of: home, at: range, by: node, isDeclaration: true)
    case .declarations where !name.hasPrefix("$"):
      add(.parameter, name, of: home, at: range, by: node, isDeclaration: true)
    case .operatorUse:
      if let (model, _) = index.definition(of: name, from: home, where: index.isOperator) {
        add(.definition, name, of: model, at: range, by: node)
      }
    case .ownArguments(let own) where !name.hasPrefix("$"):
      if let (_, definition) = index.definition(of: own, from: home, where: index.isOperator) {
        addArgument(name, of: definition, at: range, by: node)
      }
    case .with where !name.hasPrefix("$"): addSetting(name, in: parent, at: range, by: node)
    case .replacements: addReplaced(name, in: parent, at: range, by: node)
    case .testOutputs:
      if let (model, _) = index.definition(of: name, from: home) {
        add(.definition, name, of: model, at: range, by: node)
      } else {
        add(.sideOutput, name, at: range, by: node)
      }
    default: break
    }
  }

  /// Adds the name of a parameter of a definition, or of the file that the definition refers to.
  private mutating func addArgument(
    _ name: String, of definition: Int, at range: Range<Int>, by node: Int
  ) {
    if let declarations = index.member("parameters", of: definition),
      index.member(name, of: declarations) != nil
    {
      return add(.parameter, name, of: definition, at: range, by: node)
    }
    guard let from = index.member("from", of: definition).flatMap(syntax.string(at:)),
      StreamInput(from).isFile
    else { return }
    add(.parameter, name, in: path(of: from), at: range, by: node)
  }

  /// Adds the name of a parameter that is set next to a `from`, or by a test.
  private mutating func addSetting(
    _ name: String, in with: Int, at range: Range<Int>, by node: Int
  ) {
    guard let owner = syntax.nodes[with].parent else { return }
    if case .test? = index.slots[owner] {
      return add(.parameter, name, of: index.homes[owner], at: range, by: node)
    }
    guard let from = index.member("from", of: owner) else { return }
    if index.isModel(from) { return addArgument(name, of: from, at: range, by: node) }
    guard let text = syntax.string(at: from) else { return }
    if StreamInput(text).isFile {
      add(.parameter, name, in: path(of: text), at: range, by: node)
    } else if let (_, definition) = index.definition(of: text, from: index.homes[owner]) {
      addArgument(name, of: definition, at: range, by: node)
    }
  }

  /// Adds the name of an input or a definition that a test, or a `from`, replaces.
  private mutating func addReplaced(
    _ name: String, in replacements: Int, at range: Range<Int>, by node: Int
  ) {
    guard let owner = syntax.nodes[replacements].parent else { return }
    var file = self.file
    var (name, range) = (name, range)
    if case .test? = index.slots[owner] {
      if let mark = name.firstIndex(of: "#"), StreamInput(String(name[..<mark])).isFile {
        file = path(of: String(name[..<mark]))
        let skipped = name[...mark].utf8.count
        name = String(name[name.index(after: mark)...])
        range = min(range.lowerBound + skipped, range.upperBound)..<range.upperBound
      } else if let (model, _) = index.definition(of: name, from: index.homes[owner]) {
        return add(.definition, name, of: model, at: range, by: node)
      }
    } else if let from = index.member("from", of: owner).flatMap(syntax.string(at:)) {
      file = path(of: from)
    }
    add(.input, name, in: file, at: range, by: node)
  }
}

// MARK: - Strings

extension SymbolTable {
  private mutating func addString(_ node: Int) {
    guard let slot = index.slots[node] else { return }
    let range = index.contents(of: syntax.nodes[node].range)
    guard let text = syntax.string(at: node), !range.isEmpty else { return }
    if index.isExpression(node) { return addParameters(ofExpressionAt: node) }
    switch slot {
    case .stream: addStream(text, at: range, by: node)
    case .leaf(.inputName):
      if !addParameter(text, at: range, by: node) { add(.input, text, at: range, by: node) }
    case .leaf(.outputName):
      if !addParameter(text, at: range, by: node) {
        add(.sideOutput, text, at: range, by: node, isDeclaration: true)
      }
    case .leaf(.data): if isInsideSetting(node) { addParameter(text, at: range, by: node) }
    case .leaf, .path, .durations, .interval, .repetition, .errorPolicy, .records:
      addParameter(text, at: range, by: node)
    default: break
    }
  }

  /// Whether a value is assigned to a parameter, so that it may itself be a parameter.
  private func isInsideSetting(_ node: Int) -> Bool {
    switch syntax.nodes[node].parent.flatMap({ index.slots[$0] }) {
    case .with, .ownArguments, .declaration, .declarations: true
    default: false
    }
  }

  private mutating func addStream(_ text: String, at range: Range<Int>, by node: Int) {
    guard !StreamInput(text).isFile else {
      return add(.file, text, in: path(of: text), at: range, by: node)
    }
    if addParameter(text, at: range, by: node) { return }
    if let (model, _) = index.definition(of: text, from: index.homes[node]) {
      add(.definition, text, of: model, at: range, by: node)
    } else {
      add(.sideOutput, text, at: range, by: node)
    }
  }

  /// Adds the parameter that a string such as `$name` refers to, if it is visible.
  @discardableResult
  private mutating func addParameter(
    _ text: String, at range: Range<Int>, by node: Int
  ) -> Bool {
    guard text.hasPrefix("$"),
      let (model, _) = index.parameter(String(text.dropFirst()), from: index.homes[node])
    else { return false }
    add(
      .parameter, String(text.dropFirst()), of: model,
      at: range.lowerBound + 1..<range.upperBound, by: node)
    return true
  }

  private mutating func addParameters(ofExpressionAt node: Int) {
    let contents = syntax.contents(ofStringAt: syntax.nodes[node].range)
    guard contents.text.contains("$") else { return }
    for word in ExpressionText(contents.text).words
    where word.kind == .name && word.text.hasPrefix("$") && Variable(rawValue: word.text) == nil {
      let name = String(word.text.dropFirst())
      guard let (model, _) = index.parameter(name, from: index.homes[node]) else { continue }
      let range = word.range.lowerBound + 1..<word.range.upperBound
      add(.parameter, name, of: model, at: contents.range(ofScalars: range), by: node)
    }
  }
}
