import StreamModels
package import Values

/// An input or a custom operator, with its place in the model that refers to it.
struct Reference: Sendable {
  /// The subject of a reference.
  enum Subject {
    case input(StreamInput)
    /// A custom operator, which may need its own inputs.
    case customOperator(CustomOperator)
    /// A unit that plays in place of the model's source.
    case unit(Int)
  }

  /// The values of parameters and the replacements next to a `from`.
  struct Call {
    var with: [Member] = []
    var inputs: [FromSource.Replacement] = []
  }

  let subject: Subject
  /// The path relative to the model; for an operator of items, the path of its first occurrence.
  let path: DocumentPath
  /// The number of the operator list that contains it, if that is a list of items.
  let list: UInt32?
  let call: Call?
  /// The body of the custom operator that contains it; nil if the model itself does.
  var home: Home?

  init(
    _ subject: Subject, path: DocumentPath, list: UInt32?, call: Call? = nil, home: Home? = nil
  ) {
    self.subject = subject
    self.path = path
    self.list = list
    self.call = call
    self.home = home
  }

  /// Whether it is a custom operator.
  var isOperator: Bool { if case .customOperator = subject { true } else { false } }
}

/// A body of operators: that of a model, or of a custom operator.
package struct Home: Sendable {
  package let document: Int
  /// The path to the model that contains the operators.
  package let path: DocumentPath
  /// The scope in which names are looked up first.
  package let scope: Int
  /// The number of the body, which identifies where an expression was given.
  package let site: Int
}

extension StreamModel<Value> {
  /// The references of the model: those of its source, of the operators of its items (each list
  /// once, at its first occurrence), and of its operators.
  var references: [Reference] {
    source.references + operators.references(below: [.key("operators")])
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
    enumerated().map { Reference(.input($1), path: path + [.index($0)], list: list) }
  }
}

extension [Operator] {
  func references(
    below path: DocumentPath, list: UInt32? = nil
  ) -> [Reference] {
    enumerated().flatMap { index, next -> [Reference] in
      let place = path + [.index(index), .key(Text(next.spec.name))]
      if case .custom(let custom) = next.content {
        return [Reference(.customOperator(custom), path: place, list: list)]
      }
      return next.parameters.entries.flatMap { entry -> [Reference] in
        let path = place + [.key(Text(entry.name))]
        switch entry.value {
        case .streams(let inputs): return inputs.references(below: path, list: list)
        case .stream(let input): return [Reference(.input(input), path: path, list: list)]
        case .operators(let operators): return operators.references(below: path, list: list)
        default: return []
        }
      }
    }
  }
}
