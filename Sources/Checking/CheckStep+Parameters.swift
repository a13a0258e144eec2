import StreamModels
import Values

extension CheckStep {
  /// Returns an operator in which parameters of the model are replaced by their values. If no
  /// parameters are in scope, every string is taken literally.
  func bound(
    _ definition: any OperatorDefinition
  ) throws(Diagnostics) -> any OperatorDefinition {
    guard !body.parameters.isEmpty else { return definition }
    let written = definition.parameters
    guard written.entries.contains(where: { $0.value.mayBeParameter }) else { return definition }
    return try bound(UnboundOperator(type: type(of: definition), parameters: written))
  }

  /// Returns an operator with values for its parameters.
  func bound(_ unbound: UnboundOperator) throws(Diagnostics) -> any OperatorDefinition {
    let spec = unbound.type.spec
    var values = Parameters()
    var mistakes = Diagnostics()
    var isKnown = true
    for entry in unbound.parameters.entries {
      do throws(Diagnostics) {
        if let value = try bound(entry, of: spec.parameters) {
          values.set(entry.name, value)
        } else {
          isKnown = false
        }
      } catch {
        // The reader of a file has already reported a parameter that is not in scope.
        let path = place(of: Text(entry.name))
        mistakes.append(contentsOf: error.below(path).yielding(body.parameters.isEmpty))
      }
    }
    // It cannot be checked without its values. Missing ones have been reported where they belong.
    guard mistakes.isEmpty, isKnown else { throw mistakes }
    return unbound.type.init(values)
  }

  /// Returns the treatment of values on which the expression of an operator fails; nil if none is
  /// stated. A parameter of the model may specify it.
  func boundErrorPolicy(of next: Operator) throws(Diagnostics) -> ErrorPolicy? {
    guard case .unbound(let unbound) = next.content,
      let entry = unbound.parameters.entries.first(where: { $0.name == ParameterSpec.onError.name })
    else { return next.onError }
    do throws(Diagnostics) {
      return try bound(entry, of: unbound.type.spec.parameters).flatMap {
        ErrorPolicy(parameter: $0)
      }
    } catch {
      throw error.below(place(of: Text(entry.name))).yielding(body.parameters.isEmpty)
    }
  }

  /// Returns the value of a parameter; nil if it is not known.
  private func bound(
    _ entry: Parameters.Entry, of specs: [ParameterSpec]
  ) throws(Diagnostics) -> ParameterValue? {
    guard entry.value.mayBeParameter,
      let parameter = specs.first(where: { $0.name == entry.name })
    else { return entry.value }
    if case .groups(let groups) = entry.value { return try bound(groups, of: parameter) }
    let resolved: ParameterReader.Resolved
    do throws(Diagnostic) {
      resolved = try body.parameters.resolve(entry.value.encoded)
    } catch {
      throw Diagnostics([error])
    }
    guard let value = resolved.value else { return nil }
    do throws(Diagnostics) {
      return try ModelParser.read(value) { rule throws(ReadError) in
        try rule.readPlain(parameter)
      }
    } catch {
      var error = error
      error.updateEach { $1.note(resolved.origin) }
      throw error
    }
  }
}

extension CheckStep {
  /// Returns objects with values for their parameters; nil if a value is not known.
  private func bound(
    _ groups: [ParameterGroup], of parameter: ParameterSpec
  ) throws(Diagnostics) -> ParameterValue? {
    var result: [ParameterGroup] = []
    for (index, group) in groups.enumerated() {
      var parameters = Parameters()
      for entry in group.parameters.entries {
        do throws(Diagnostics) {
          guard let value = try bound(entry, of: parameter.members) else { return nil }
          parameters.set(entry.name, value)
        } catch {
          let path = DocumentPath([group.name.map { .key($0) } ?? .index(index)])
          throw error.below(path.appending(Text(entry.name)))
        }
      }
      result.append(
        ParameterGroup(name: group.name, parameters: parameters, annotations: group.annotations))
    }
    return .groups(result)
  }
}

extension ParameterValue {
  /// Whether it may be a reference to a parameter of the model.
  package var mayBeParameter: Bool {
    switch self {
    case .reference: true
    case .text(let text): text.isReference
    case .groups(let groups):
      groups.contains { $0.parameters.entries.contains(where: \.value.mayBeParameter) }
    default: false
    }
  }
}
