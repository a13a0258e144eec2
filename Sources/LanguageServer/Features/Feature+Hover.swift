import Editing
import Expressions
import Pipelines
import Values

/// Explanations of the element under the pointer.
extension Feature {
  func hover() throws(Message.Failure) -> Value {
    let offset = try offset()
    let found: (text: String?, range: Range<Int>)?
    let number = syntax.node(containing: offset)
    let node = syntax.nodes[number]
    if let key = node.key, key.contains(offset) {
      found = (text(aboutKeyOf: number), key)
    } else if case .expression(let node, let contents, let scalar) =
      CursorPlace(offset, in: index).kind
    {
      found = expression(at: node, contents, scalar)
    } else if node.kind == .string {
      found = (text(aboutString: number), node.range)
    } else {
      found = nil
    }
    guard let found, let text = found.text else { return .null }
    return [
      "contents": ["kind": "markdown", "value": Value(text)], "range": value(found.range),
    ]
  }

  // MARK: - Keys

  private func text(aboutKeyOf node: Int) -> String? {
    guard let parent = syntax.nodes[node].parent, let slot = index.slots[parent],
      let name = index.key(of: node)
    else { return nil }
    switch slot {
    case .operatorUse: return join(operatorPage(named: name, at: node), passing(at: node))
    case .definitions: return definitionPage(of: name, at: node)
    case .declarations: return parameterPage(of: name, at: node)
    case .ownArguments, .with: return argumentPage(at: node)
    case .model, .stream:
      if let source = SourceSpec.all.first(where: { $0.name == name }) {
        return join(Markdown.page(of: source), emission(of: parent))
      }
      return slot.key(name).map { "**\(name)**: \($0.description)" }
    case .arguments(let builtIn):
      return builtIn.spec.parameters.first { $0.name == name }.map { parameter in
        "**\(name)** (\(parameter.kind.rawValue)\(parameter.isRequired ? "" : ", optional")): "
          + parameter.summary
      }
    default: return slot.key(name).map { "**\(name)**: \($0.description)" }
    }
  }

  private func join(_ parts: String?...) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: "\n\n")
  }

  private func operatorPage(named name: String, at node: Int) -> String? {
    if let (_, definition) = index.definition(
      of: name, from: index.homes[node], where: index.isOperator)
    {
      return definitionPage(of: name, at: definition)
    }
    guard case .arguments(let builtIn)? = Slot.builtIn[name] else { return nil }
    return Markdown.page(of: builtIn.spec)
  }

  /// The types of the values that an operator receives and emits, with examples.
  private func passing(at node: Int) -> String? {
    guard let types = analysis.types(of: node) else { return nil }
    let path = DocumentPath(Array(syntax.path(of: node).components.dropLast()))
    let values = analysis.emitted(at: path).prefix(3).map {
      $0.description.shortened(to: 80)
    }
    let examples = values.isEmpty ? "" : ", such as `\(values.joined(separator: "`, `"))`"
    return "receives `\(types.input)`, emits `\(types.output)`\(examples)"
  }

  private func emission(of model: Int) -> String? {
    analysis.type(ofStreamAt: model).map { "The stream emits `\($0)`." }
  }

  private func definitionPage(of name: String, at node: Int) -> String {
    let isOperator = index.isOperator(node)
    let description = index.member("description", of: node).flatMap(syntax.string(at:))
    let declarations = index.member("parameters", of: node)
    let names = declarations.map { syntax.children(of: $0).compactMap(index.key(of:)) } ?? []
    let parameters =
      names.isEmpty ? nil : "parameters: \(names.map { "`\($0)`" }.joined(separator: ", "))"
    let kind = isOperator ? "an operator of this file" : "a stream of this file"
    return join(
      "**\(name)**: \(kind)", description, parameters, isOperator ? nil : emission(of: node)) ?? ""
  }

  // MARK: - Parameters

  private func parameterPage(of name: String, at node: Int) -> String {
    let description = index.member("description", of: node).flatMap(syntax.string(at:))
    return join("**$\(name)**: a parameter", "`\(text(of: node))`", description) ?? ""
  }

  /// The declaration of the parameter that is set by a member.
  private func argumentPage(at node: Int) -> String? {
    guard let occurrence = analysis.symbols.occurrences.first(where: { $0.node == node }),
      let place = occurrences(of: occurrence.symbol).first(where: \.occurrence.isDeclaration)
    else { return nil }
    let syntax = place.index.syntax
    let declaration = place.occurrence.node
    let text = String(
      decoding: syntax.source.bytes[syntax.nodes[declaration].range], as: UTF8.self)
    let description = place.index.member("description", of: declaration)
      .flatMap(syntax.string(at:))
    return join(
      "**$\(occurrence.symbol.name)**: a parameter", "`\(text.shortened(to: 100))`", description)
  }

  // MARK: - Strings

  private func text(aboutString node: Int) -> String? {
    guard let slot = index.slots[node], let text = syntax.string(at: node) else { return nil }
    if text.hasPrefix("$"),
      let (_, declaration) = index.parameter(String(text.dropFirst()), from: index.homes[node])
    {
      return parameterPage(of: String(text.dropFirst()), at: declaration)
    }
    guard case .stream = slot else { return nil }
    if StreamInput(text).isFile {
      guard let target = target(ofStream: node) else { return nil }
      let syntax = target.index.syntax
      let name = target.index.member("name", of: 0).flatMap(syntax.string(at:))
      let description = target.index.member("description", of: 0).flatMap(syntax.string(at:))
      return join("**\(text)**: a stream file", name, description)
    }
    guard let (_, definition) = index.definition(of: text, from: index.homes[node]) else {
      return index.sideOutputNames.contains(text)
        ? "**\(text)**: a hot stream of values that failed or came late" : nil
    }
    return definitionPage(of: text, at: definition)
  }

  // MARK: - Expressions

  private func expression(
    at node: Int, _ contents: StringContents, _ scalar: Int
  ) -> (text: String?, range: Range<Int>)? {
    let outline = ExpressionOutline(
      contents.text, in: analysis.scope(of: node), with: analysis.parameters(of: node))
    let result = outline.map { "the expression: `\($0.whole.type)`" }
    guard let word = ExpressionText(contents.text).word(at: scalar), word.kind == .name else {
      guard let part = outline?.part(containing: scalar) else { return nil }
      return ("`\(part.type)`", contents.range(ofScalars: part.range))
    }
    let text =
      description(of: word, at: node)
      ?? outline?.part(containing: word.range.lowerBound).flatMap { part in
        outline.map { field(word, part, $0, at: node) }
      }
    return (join(text, result), contents.range(ofScalars: word.range))
  }

  /// The description of a function, a variable or a parameter.
  private func description(of word: ExpressionText.Word, at node: Int) -> String? {
    if let variable = Variable(rawValue: word.text) {
      let type = analysis.scope(of: node)[variable].map { ": `\($0)`" } ?? ""
      let sample = variable == .first ? analysis.samples(forExpressionAt: node).first : nil
      return join(
        "**\(word.text)**\(type)", variable.availabilityHint,
        sample.map { "```json\n\($0.description.shortened(to: 400))\n```" })
    }
    if word.text.hasPrefix("$") {
      let name = String(word.text.dropFirst())
      return index.parameter(name, from: index.homes[node]).map {
        parameterPage(of: name, at: $0.node)
      }
    }
    guard word.isCalled else { return nil }
    let entry =
      FunctionReference.entry(named: word.text)
      ?? FunctionReference.entries.first { $0.name.hasSuffix(".\(word.text)") }
    return entry.map { Markdown.page(of: $0) }
  }

  private func field(
    _ word: ExpressionText.Word, _ part: ExpressionOutline.Part, _ outline: ExpressionOutline,
    at node: Int
  ) -> String {
    let samples = outline.samples(of: part, first: analysis.samples(forExpressionAt: node))
    let type =
      part.type == .dyn
      ? samples.isEmpty
        ? .dyn
        : samples.dropFirst().reduce(ValueType.of(samples[0])) { $0.joined(with: .of($1)) }
      : part.type
    let examples = samples.prefix(3).map { "`\($0.description.shortened(to: 80))`" }
    let shown = examples.isEmpty ? "" : ", such as \(examples.joined(separator: ", "))"
    return "**\(word.text)**: `\(type)`\(shown)"
  }
}
