import Values

/// An input, with its place in the model that refers to it.
struct Reference {
  let input: StreamInput
  /// The path relative to the model; for an operator of items, that of its first occurrence.
  let path: DocumentPath
  /// The number of the operator list that contains it, if that is a list of items.
  let list: UInt32?
}

extension StreamModel<Value> {
  /// The inputs of the model: those of its source, of the operators of its items (each list once,
  /// at its first occurrence), and of its own operators.
  var references: [Reference] {
    source.definition.references + operators.references(below: [.key("operators")])
  }

  /// Returns the paths of all occurrences of a reference.
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
