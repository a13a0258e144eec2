import Values

/// An input with its place in the model that names it.
struct Reference {
  let input: StreamInput
  /// From the model on; for an operator of items, where it first stands.
  let path: DocumentPath
  /// The operator list in which it stands, for one of items.
  let list: UInt32?
}

extension StreamModel<Value> {
  /// What the model takes in: by its source, by the operators of its items (each list once, where it
  /// first stands), by its own operators.
  var references: [Reference] {
    source.definition.references + operators.references(below: [.key("operators")])
  }

  /// Everywhere that a reference stands.
  func paths(of reference: Reference) -> [DocumentPath] {
    guard let list = reference.list, case .stream(let items) = source else {
      return [reference.path]
    }
    let rest = DocumentPath(Array(reference.path.components.dropFirst(2)))
    return items.listNumbersInDocument.enumerated().compactMap { index, number in
      number == list ? [.key("stream"), .index(index)] + rest : nil
    }
  }
}

extension [StreamInput] {
  func references(
    below path: DocumentPath, list: UInt32? = nil
  ) -> [Reference] {
    enumerated().map { Reference(input: $1, path: path + [.index($0)], list: list) }
  }
}

extension [Operator] {
  func references(
    below path: DocumentPath, list: UInt32? = nil
  ) -> [Reference] {
    enumerated().flatMap { index, next -> [Reference] in
      let place = path + [.index(index), .key(Text(next.spec.name))]
      return next.definition.parameters.entries.flatMap { entry -> [Reference] in
        let path = place + [.key(Text(entry.name))]
        switch entry.value {
        case .streams(let inputs): return inputs.references(below: path, list: list)
        case .stream(let input): return [Reference(input: input, path: path, list: list)]
        case .operators(let operators): return operators.references(below: path, list: list)
        default: return []
        }
      }
    }
  }
}
