import Editing
import Pipelines
import Values

/// The structure of a document, with the meaning of every place in it.
struct SyntaxIndex {
  let syntax: JSONSyntax
  /// The slot of each node; nil where nothing is known.
  private(set) var slots: [Slot?]
  /// The nearest model around each node.
  private(set) var homes: [Int]
  /// The models of the document, the outermost first.
  private(set) var models: [Int] = []

  /// For each model that has any, its lists of names.
  private var lists: [Int: Lists] = [:]
  /// The members of each `definitions` and `parameters`, by name.
  private var tables: [Int: [String: Int]] = [:]
  /// The key of each member.
  private let keys: [String?]

  /// The nodes of the lists of names of a model.
  private struct Lists {
    var definitions: Int?
    var parameters: Int?
  }

  init(_ source: SourceText) {
    let syntax = JSONSyntax(source)
    self.syntax = syntax
    keys = syntax.nodes.indices.map(syntax.key(of:))
    slots = Array(repeating: nil, count: syntax.nodes.count)
    homes = Array(repeating: 0, count: syntax.nodes.count)
    findSlots()
  }

  private mutating func findSlots() {
    slots[0] = .model
    addIfModel(0)
    // A node comes after its parent, so each slot is known when it is needed.
    for node in syntax.nodes.indices.dropFirst() {
      guard let parent = syntax.nodes[node].parent else { continue }
      homes[node] = isModel(parent) ? parent : homes[parent]
      slots[node] = slot(of: node, in: parent)
      addIfModel(node)
    }
  }

  /// Adds a model with the names in its lists, because its operators can be referred to before its
  /// definitions appear in the text.
  private mutating func addIfModel(_ node: Int) {
    guard isModel(node) else { return }
    models.append(node)
    var found = Lists()
    for child in syntax.children(of: node) {
      switch keys[child] {
      case "definitions" where found.definitions == nil: found.definitions = child
      case "parameters" where found.parameters == nil: found.parameters = child
      default: continue
      }
      tables[child] = table(of: child)
    }
    if found.definitions != nil || found.parameters != nil { lists[node] = found }
  }

  /// The members of an object by name. If several names are equal, the first one counts.
  private func table(of node: Int) -> [String: Int] {
    Dictionary(
      syntax.children(of: node).compactMap { child in keys[child].map { ($0, child) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The key of a member; nil for a value that is not a member.
  func key(of node: Int) -> String? { keys[node] }

  /// The member of an object with a key; nil for none.
  func member(_ key: String, of node: Int) -> Int? {
    if let table = tables[node] { return table[key] }
    guard syntax.nodes[node].kind == .object else { return nil }
    return syntax.children(of: node).first { keys[$0] == key }
  }

  private func slot(of node: Int, in parent: Int) -> Slot? {
    guard let outer = slots[parent] else { return nil }
    guard let key = keys[node] else {
      return syntax.nodes[parent].kind == .array ? outer.element : nil
    }
    if case .operatorUse = outer, !key.hasPrefix("$"),
      definition(of: key, from: homes[node], where: isOperator) != nil
    {
      return .ownArguments(name: key)
    }
    return outer.child(key)
  }

  /// Whether a node is a model: a document, a definition, or a model in place.
  func isModel(_ node: Int) -> Bool {
    guard syntax.nodes[node].kind == .object else { return false }
    switch slots[node] {
    case .model, .stream: return true
    default: return false
    }
  }

  /// Whether a definition is an operator, which means that it has operators and no source.
  func isOperator(_ model: Int) -> Bool {
    let names = syntax.children(of: model).compactMap { keys[$0] }
    if names.contains("from") {
      guard let from = member("from", of: model).flatMap(syntax.string(at:)) else { return false }
      return StreamInput(from).isFile
    }
    return names.contains("operators") && !names.contains(where: SyntaxIndex.sources.contains)
  }

  static let sources = Set(SourceSpec.all.map(\.name))

  /// The models around a node, from the innermost out. A model counts as being around itself.
  func models(around node: Int) -> [Int] {
    var found: [Int] = []
    var next: Int? = isModel(node) ? node : homes[node]
    while let model = next {
      found.append(model)
      next = enclosingModel(of: model)
    }
    return found
  }

  /// The nearest model around a model; nil for the outermost one.
  private func enclosingModel(of model: Int) -> Int? {
    syntax.nodes[model].parent.map { isModel($0) ? $0 : homes[$0] }
  }

  /// The member with a given name in one of the lists of the nearest model that has it.
  private func entry(
    _ name: String, of list: KeyPath<Lists, Int?>, from model: Int,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> (model: Int, node: Int)? {
    var next: Int? = isModel(model) ? model : homes[model]
    while let model = next {
      if let entries = lists[model]?[keyPath: list], let node = tables[entries]?[name],
        isWanted(node)
      {
        return (model, node)
      }
      next = enclosingModel(of: model)
    }
    return nil
  }

  /// The definition that a name means in a model.
  func definition(
    of name: String, from model: Int, where isWanted: (Int) -> Bool = { _ in true }
  ) -> (model: Int, node: Int)? {
    entry(name, of: \.definitions, from: model, where: isWanted)
  }

  /// The declaration of the parameter that a name without its `$` means in a model.
  func parameter(_ name: String, from model: Int) -> (model: Int, node: Int)? {
    entry(name, of: \.parameters, from: model)
  }

  /// The names that a model can see in one of the lists of the models around it, each with its
  /// node. Inner names hide outer names.
  func names(in list: String, from model: Int) -> [(name: String, node: Int)] {
    var seen: Set<String> = []
    var found: [(String, Int)] = []
    for model in models(around: model) {
      guard let entries = member(list, of: model) else { continue }
      for node in syntax.children(of: entries) {
        guard let name = keys[node], !name.hasPrefix("$") || list == "definitions",
          seen.insert(name).inserted
        else { continue }
        found.append((name, node))
      }
    }
    return found
  }

  /// The range of the text inside the quotes of a string or a key.
  func contents(of range: Range<Int>) -> Range<Int> {
    let bytes = syntax.source.bytes
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if lower < upper, bytes[lower] == UInt8(ascii: "\"") { lower += 1 }
    if lower < upper, bytes[upper - 1] == UInt8(ascii: "\""),
      upper - 1 > range.lowerBound
    {
      upper -= 1
    }
    return lower..<upper
  }
}

extension StreamInput {
  /// Whether it names a file rather than a definition.
  var isFile: Bool { if case .file = self { true } else { false } }
}
