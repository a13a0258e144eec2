import Values

/// Plays a stream file with plain functions from lists to lists, written directly from the
/// documentation.
///
/// It supports the operators, the expressions and the marbles of random pipelines, and assumes that
/// every document is valid.
struct OracleDocument {
  private let root: Value
  private let hotDiagrams: [Value]

  init(_ document: Value) {
    var hot: [Value] = []
    root = document.numberingHotDiagrams(in: &hot)
    hotDiagrams = hot
  }

  /// Returns the events up to an instant, with at most the given number of values.
  func course(until horizon: Int, limit: Int, events: Int = 20_000) throws -> Course {
    let run = OracleRun(horizon: horizon, events: events)
    // Hot diagrams are scheduled first, in document order.
    for (index, diagram) in hotDiagrams.enumerated() {
      run.hot.append(OracleMarbles(diagram).course(scheduledAt: .start.then(0).then(index)))
    }
    let scope = OracleScope(run: run)
    let course = try scope.stream(root).course(from: .start.then(1))
    // A playback that is cut off has no end.
    return course.values.count < limit ? course : Array(course.prefix(limit))
  }
}

extension Value {
  /// Returns the same document with the numbers of hot diagrams in place of `"hot": true`, in the
  /// order of the text.
  fileprivate func numberingHotDiagrams(in diagrams: inout [Value]) -> Value {
    switch self {
    case .array(let elements):
      return .array(elements.map { $0.numberingHotDiagrams(in: &diagrams) })
    case .object(let object):
      let isHot = object["hot"] == .bool(true)
      var number = 0
      var members = object.members.map { member -> Member in
        if member.key == "marbles", isHot {
          number = diagrams.count
          diagrams.append(self)
        }
        return Member(key: member.key, value: member.value.numberingHotDiagrams(in: &diagrams))
      }
      if isHot {
        members.removeAll { $0.key == "hot" }
        members.append(Member(key: "hot", value: .int(Int64(number))))
      }
      return .object(Object(members))
    default:
      return self
    }
  }
}

/// The meanings of names and variables at the place of a stream.
struct OracleScope {
  let run: OracleRun
  /// The values of `$outer`, `$error` and `$key`, where they exist.
  var variables: [String: Value] = [:]
  /// The stream `$group`, where it exists.
  var group: OracleStream?
  /// The definitions of the enclosing documents, from the outermost to the nearest.
  private var definitions: [Object] = []

  init(run: OracleRun) {
    self.run = run
  }

  func with(_ name: String, _ value: Value) -> OracleScope {
    var scope = self
    scope.variables[name] = value
    return scope
  }

  /// Returns the stream of an input, which is a model or a name.
  func stream(_ input: Value) -> OracleStream {
    switch input {
    case .string("$group"): group ?? .never(run)
    case .string(let name): stream(named: name)
    case .object(let model): stream(model)
    default: preconditionFailure("\(input) is not an input")
    }
  }

  /// A name is looked up from the nearest document outwards. Its stream uses the names of the place
  /// where it is defined, and the variables of the place where it is used.
  private func stream(named name: Text) -> OracleStream {
    guard let level = definitions.lastIndex(where: { $0[name] != nil }),
      let model = definitions[level][name]
    else { preconditionFailure("'\(name)' names no stream") }
    var scope = self
    scope.definitions = Array(definitions[...level])
    return scope.stream(model)
  }

  private func stream(_ model: Object) -> OracleStream {
    var inner = self
    if case .object(let names)? = model["definitions"] { inner.definitions.append(names) }
    return inner.applying(model["operators"], to: inner.source(model))
  }

  func applying(_ operators: Value?, to stream: OracleStream) -> OracleStream {
    guard case .array(let list)? = operators else { return stream }
    return list.reduce(stream) { stream, step in
      guard case .object(let object) = step, let member = object.members.first,
        case .object(let parameters) = member.value,
        let operation = OracleOperator.all[member.key.string]
      else { preconditionFailure("\(step) is not an operator that the model knows") }
      return operation(stream, OracleParameters(object: parameters, scope: self))
    }
  }
}
