import Editing
import Expressions
import Pipelines
import Values

extension SyntaxIndex {
  /// Whether the document is not an object, or has keys that the format does not have: several, or
  /// one with a structure below it. A single one may be a key that is being typed.
  var isForeign: Bool {
    switch syntax.nodes[0].kind {
    case .missing: return false
    case .object:
      let unknown = syntax.children(of: 0).filter { child in
        key(of: child).map { !$0.hasPrefix("$") && Slot.model.child($0) == nil } ?? true
      }
      return unknown.count > 1 || unknown.contains { syntax.nodes[$0].firstChild != nil }
    default: return true
    }
  }

  /// The scope of an expression that the checker does not know.
  func defaultScope(of node: Int) -> Scope {
    switch slots[node] {
    case .leaf(.expression(.accumulation)), .leaf(.expression(.comparison)): .pair()
    case .leaf(.sequence): Scope()
    default: .value()
    }
  }

  /// The variables that the operators around a node provide.
  func enclosingVariables(of node: Int) -> Set<Variable> {
    var found: Set<Variable> = []
    var next = syntax.nodes[node].parent
    while let inner = next {
      if let parent = syntax.nodes[inner].parent, case .arguments(let builtIn)? = slots[parent],
        let key = key(of: inner),
        let parameter = builtIn.spec.parameters.first(where: { $0.name == key })
      {
        found.formUnion(parameter.providedVariables)
      }
      next = syntax.nodes[inner].parent
    }
    return found
  }

  /// The value of the parameter that a node declares, as far as the document states it.
  func parameter(declaredAt node: Int) -> Parameter {
    let stated = syntax.nodes[node].kind == .object ? member("value", of: node) : node
    switch member("type", of: node).flatMap(syntax.string(at:)) {
    case "expression":
      let text = stated.flatMap(syntax.string(at:)) ?? "dyn(null)"
      return .expression(GivenExpression(text, level: 0, at: nil, site: 0))
    case "stream": return .stream
    default: break
    }
    guard let stated, let value = value(of: stated), value != .null else { return .unknown }
    if case .string = value, let duration = ParameterDeclaration("", value).durationText {
      return .duration(duration, written: value)
    }
    return .constant(value)
  }

  /// The value at a node; nil if it is damaged.
  func value(of node: Int) -> Value? {
    let text = SourceText(name: "", bytes: Array(syntax.source.bytes[syntax.nodes[node].range]))
    do throws(ReadError) {
      return try JSONReader.value(of: text).value
    } catch {
      return nil
    }
  }
}
