import Editing
import Pipelines
import Values

/// The keys that can still be added to an object.
struct KeyProposals {
  struct Proposal {
    let name: String
    let kind: CompletionItem.Kind
    /// The slot of the value; nil if nothing is known about it.
    let slot: Slot?
    var detail: String?
    var documentation: String?
  }

  private let feature: Feature
  private let slot: Slot
  private let object: Int
  private let present: Set<String>

  init(_ feature: Feature, _ slot: Slot, of object: Int, besides present: [String]) {
    self.feature = feature
    self.slot = slot
    self.object = object
    self.present = Set(present)
  }

  private var index: SyntaxIndex { feature.index }

  var items: [Proposal] {
    switch slot {
    case .model, .stream: modelKeys
    case .operatorUse: present.contains { !$0.hasPrefix("$") } ? [] : operators
    case .arguments(let builtIn): parameters(of: builtIn.spec)
    case .ownArguments(let name): ownParameters(of: name)
    case .with: settings
    case .replacements: names(replaceable, .event, slot: .stream)
    case .testOutputs: names(observable, .event, slot: .expectation)
    default: known
    }
  }

  private var known: [Proposal] {
    slot.keys.filter { !present.contains($0.name) }.map(proposal)
  }

  private func proposal(_ key: StreamSchema.Key) -> Proposal {
    Proposal(
      name: key.name, kind: .property, slot: slot.child(key.name),
      detail: key.isRequired ? "required" : nil, documentation: key.description)
  }

  /// The keys of a model: those of only one source, and the source's details only next to it.
  private var modelKeys: [Proposal] {
    let source = SourceSpec.all.first { present.contains($0.name) }
    return known.filter { proposal in
      if let known = SourceSpec.all.first(where: { $0.name == proposal.name }) {
        return source == nil || known.name == source?.name
      }
      let owners = SourceSpec.all.filter { $0.details.contains { $0.name == proposal.name } }
      return owners.isEmpty
        || source.map { source in owners.contains { $0.name == source.name } } ?? false
    }
  }

  private var operators: [Proposal] {
    let own = index.names(in: "definitions", from: index.homes[object])
      .filter { index.isOperator($0.node) }
      .map { name, node in
        Proposal(
          name: name, kind: .function, slot: .ownArguments(name: name), detail: "definition",
          documentation: index.member("description", of: node)
            .flatMap(feature.syntax.string(at:)))
      }
    return own
      + Operator.specs.map { spec in
        Proposal(
          name: spec.name, kind: .operation, slot: Slot.builtIn[spec.name], detail: spec.summary,
          documentation: Markdown.page(of: spec))
      }
  }

  /// The parameters that can be combined with those that are present.
  private func parameters(of spec: OperatorSpec) -> [Proposal] {
    let used = present.filter { !$0.hasPrefix("$") }
    let forms = spec.forms.map { OperatorForm($0).names }.filter { $0.isSuperset(of: used) }
    return spec.parameters.filter { parameter in
      !present.contains(parameter.name)
        && (forms.isEmpty || forms.contains { $0.contains(parameter.name) })
    }.map { parameter in
      Proposal(
        name: parameter.name, kind: .property, slot: Slot(parameter),
        detail: parameter.kind.rawValue + (parameter.isRequired ? "" : ", optional"),
        documentation: parameter.summary)
    }
  }

  private func ownParameters(of name: String) -> [Proposal] {
    guard
      let (_, model) = index.definition(
        of: name, from: index.homes[object], where: index.isOperator)
    else { return [] }
    return declared(by: feature.target(of: model))
  }

  /// The parameters of the stream that is named next to the object, or of the model that contains
  /// the test.
  private var settings: [Proposal] {
    guard let owner = feature.syntax.nodes[object].parent else { return [] }
    if case .test? = index.slots[owner] {
      return declared(by: .model(index.homes[owner], index))
    }
    guard let from = index.member("from", of: owner) else { return [] }
    return declared(by: feature.target(ofStream: from))
  }

  private func declared(by target: StreamTarget?) -> [Proposal] {
    guard let target, let declarations = target.index.member("parameters", of: target.node) else {
      return []
    }
    let syntax = target.index.syntax
    return syntax.children(of: declarations).compactMap { node -> Proposal? in
      guard let name = target.index.key(of: node), !name.hasPrefix("$"), !present.contains(name)
      else { return nil }
      let description = target.index.member("description", of: node).flatMap(syntax.string(at:))
      return Proposal(
        name: name, kind: .variable, slot: nil,
        detail: String(decoding: syntax.source.bytes[syntax.nodes[node].range], as: UTF8.self)
          .shortened(to: 60),
        documentation: description)
    }
  }

  private func names(
    _ names: [String], _ kind: CompletionItem.Kind, slot: Slot
  ) -> [Proposal] {
    names.filter { !present.contains($0) }.map { Proposal(name: $0, kind: kind, slot: slot) }
  }

  /// The inputs and definitions that a test, or a `from`, can replace.
  private var replaceable: [String] {
    guard let owner = feature.syntax.nodes[object].parent else { return [] }
    if case .test? = index.slots[owner] {
      return index.inputNames + index.names(in: "definitions", from: index.homes[owner]).map(\.name)
    }
    guard let from = index.member("from", of: owner),
      let target = feature.target(ofStream: from)
    else { return [] }
    return target.index.inputNames
      + target.index.names(in: "definitions", from: target.node).map(\.name)
  }

  private var observable: [String] {
    index.names(in: "definitions", from: index.homes[object]).map(\.name) + index.sideOutputNames
  }
}

/// The model that a name or a file leads to.
struct StreamTarget {
  let node: Int
  let index: SyntaxIndex

  static func model(_ node: Int, _ index: SyntaxIndex) -> StreamTarget {
    StreamTarget(node: node, index: index)
  }
}

extension Feature {
  /// The model of a definition: the document's own model, or the model of the file that the
  /// definition refers to.
  func target(of definition: Int) -> StreamTarget? {
    if index.member("parameters", of: definition) == nil,
      let from = index.member("from", of: definition).flatMap(syntax.string(at:)),
      StreamInput(from).isFile
    {
      return target(ofFile: from)
    }
    return .model(definition, index)
  }

  /// The model that the value of a `from` leads to.
  func target(ofStream node: Int) -> StreamTarget? {
    if index.isModel(node) { return .model(node, index) }
    guard let text = syntax.string(at: node) else { return nil }
    if StreamInput(text).isFile { return target(ofFile: text) }
    return index.definition(of: text, from: index.homes[node]).flatMap { target(of: $0.node) }
  }

  private func target(ofFile name: String) -> StreamTarget? {
    let file = SymbolTable.path(of: name, besides: path)
    if let document = workspace.document(ofFile: file) {
      return .model(0, workspace.analysis(of: document).index)
    }
    return workspace.source(ofFile: file).map { .model(0, SyntaxIndex($0)) }
  }
}

extension SyntaxIndex {
  /// The names of the inputs of the document, each once, in the order of the document.
  var inputNames: [String] { texts { if case .leaf(.inputName) = $0 { true } else { false } } }

  /// The names of the hot streams that the document feeds, each once, in the order of the document.
  var sideOutputNames: [String] {
    texts { if case .leaf(.outputName) = $0 { true } else { false } }
  }

  private func texts(where isWanted: (Slot) -> Bool) -> [String] {
    var seen: Set<String> = []
    return syntax.nodes.indices.filter { slots[$0].map(isWanted) ?? false }
      .compactMap(syntax.string(at:))
      .filter { !$0.isEmpty && !$0.hasPrefix("$") && seen.insert($0).inserted }
  }
}
