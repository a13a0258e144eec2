import Expressions
import StreamModels
import Values

/// The body of a custom operator, at one of its uses.
package struct OperatorBody: Sendable {
  let operators: [Operator]
  package let home: Home
  /// The place of its use.
  let use: ExpressionPlace
  /// The number of inputs of its operators, including those in inner bodies.
  var inputCount = 0
  /// The bodies of the custom operators in it, in the order in which they are applied.
  var inner: [OperatorBody] = []
}

extension Linker {
  /// Returns the references of a unit, with the bodies of custom operators in place of their uses.
  mutating func references(of unit: Int) -> ([Reference], [OperatorBody]) {
    let model = units[unit].model
    var references = model.references
    if let substitute = units[unit].substitute {
      references =
        [Reference(.unit(substitute), path: [.key("input")], list: nil)]
        + model.operators.references(below: [.key("operators")])
    }
    guard references.contains(where: \.isOperator) else { return (references, []) }
    var all: [Reference] = []
    var bodies: [OperatorBody] = []
    for reference in references {
      add(reference, of: unit, at: units[unit].home, depth: 0, to: &all, &bodies)
    }
    return (all, bodies)
  }

  /// Adds a reference or, for a custom operator, those of all operators in its body.
  private mutating func add(
    _ reference: Reference, of unit: Int, at home: Home, depth: Int,
    to references: inout [Reference],
    _ bodies: inout [OperatorBody]
  ) {
    guard case .customOperator(let own) = reference.subject else {
      return references.append(reference)
    }
    let use = Use(reference, of: unit, at: home)
    let place = ExpressionPlace(document: home.document, path: home.path + reference.path)
    guard let (model, inside) = operatorBody(named: own.name, by: use, depth: depth) else {
      let empty = Home(document: home.document, path: home.path, scope: home.scope, site: 0)
      return bodies.append(OperatorBody(operators: [], home: empty, use: place))
    }
    var body = OperatorBody(operators: model.operators, home: inside, use: place)
    let count = references.count
    for var inner in model.operators.references(below: [.key("operators")]) {
      inner.home = inside
      add(inner, of: unit, at: inside, depth: depth + 1, to: &references, &body.inner)
    }
    body.inputCount = references.count - count
    bodies.append(body)
  }

  /// Returns the model of a custom operator, and its body with values for its parameters; nil after
  /// reporting a mistake.
  private mutating func operatorBody(
    named name: String, by use: Use, depth: Int
  ) -> (StreamModel<Value>, Home)? {
    guard let scope = definingScope(of: name, from: use.home.scope),
      let index = scopes[scope].indices[name]
    else {
      var mistake = Diagnostic(
        .unknownOperator, "unknown operator '\(name.abbreviated)'")
      // Finding the nearest name is expensive: skip it for a mistake that is only counted.
      if !documents.isFull(use.home.document) {
        mistake.hint =
          documents.operators.wayOut(forForeignName: name)
          ?? Suggestion.hint(for: name, among: documents.operators.names)
      }
      // The reader of a file may have reported it already.
      mistake.yields = true
      report(mistake, by: use)
      return nil
    }
    let definition = scopes[scope].definitions[index]
    noteUse(of: definition, in: scope)
    let path = scopes[scope].path + [.key("definitions"), .key(Text(name))]
    if depth >= Instances.nestingLimit {
      report(
        Diagnostic(
          .limit,
          "too deeply nested; the limit is \(Instances.nestingLimit) custom operators inside one "
            + "another"), by: use)
      return nil
    }
    guard let from = definition.model.aliasedFile else {
      return body(
        of: definition.model, document: scopes[scope].document, path: path, scope: scope, by: use)
    }
    return aliasedBody(from, of: path, in: scope, by: use)
  }

  /// Returns the nearest scope that defines an operator with a given name.
  private func definingScope(of name: String, from scope: Int) -> Int? {
    var next: Int? = scope
    while let scope = next {
      if let index = scopes[scope].indices[name],
        scopes[scope].definitions[index].model.canBeOperator
      {
        return scope
      }
      next = scopes[scope].parent
    }
    return nil
  }

  /// Returns the body of an operator that is a separate file. The values next to its `from` apply
  /// unless its use sets others.
  private mutating func aliasedBody(
    _ from: FromSource, of path: DocumentPath, in scope: Int, by use: Use
  ) -> (StreamModel<Value>, Home)? {
    guard case .file(let name) = from.input else { return nil }
    let home = Home(
      document: scopes[scope].document, path: path, scope: scope, site: newSite())
    var importing = Use(at: ["from"], in: home)
    guard let document = openFile(name, by: importing), let model = documents.model(of: document)
    else { return nil }
    guard model.source == .upstream else {
      report(
        Diagnostic(
          .source, "'\(name.abbreviated)' is a stream, expected an operator",
          hint: "an operator has 'operators' and no source"), by: use)
      return nil
    }
    let values = from.with.filter { member in
      !use.with.contains { $0.key == member.key }
    }
    importing = Use(
      Reference(.input(from.input), path: ["from"], list: nil, call: .init(with: values)),
      of: 0, at: home)
    return body(
      of: model, document: document, path: [], scope: nil, by: use, preset: importing)
  }

  private mutating func body(
    of model: StreamModel<Value>, document: Int, path: DocumentPath, scope: Int?, by use: Use,
    preset: Use? = nil
  ) -> (StreamModel<Value>, Home)? {
    var binding =
      self.binding(of: model, at: path, in: document, by: use, preset: preset)
      ?? Binding(maker: use.home.scope)
    binding.maker = use.home.scope
    let isNew =
      instances.used.insert(.init(document: document, path: path, scope: scope)).inserted
    if !isNew, let way = recursion(of: document, path, from: use.home.scope) {
      let names = (way + [way[0]]).map { "'\($0.onOneLine)'" }
      report(
        Diagnostic(
          .cycle, "a cycle: \(names.joined(separator: " → "))",
          hint: "an operator cannot contain itself"), by: use)
      return nil
    }
    guard countInstance() else { return nil }
    instances.bodyCount += 1
    documents.hasInstances = true
    let key = Instances.Key(document, path, in: scope, binding)
    if let known = instances.bodies[key] { return (model, known) }
    let site = newSite()
    let own = openScope(
      of: model, document: document, path: path, inside: scope, site: site, binding: binding)
    let home = Home(document: document, path: path, scope: own, site: site)
    instances.bodies[key] = home
    return (model, home)
  }
}
