package import Expressions
package import Values

/// Replaces the parameters in a value of a document by their values.
package struct ParameterReader {
  package let table: ParameterTable
  /// The level from which names are looked up.
  package let level: Int

  package init(table: ParameterTable, level: Int) {
    self.table = table
    self.level = level
  }

  /// A value without parameters, and the place where the parameter that provided it was set.
  package struct Resolved {
    /// The value; nil if the parameter has none, which has been reported where it should be set.
    package var value: Value?
    /// The name of the parameter, with its `$`, and the place of its value.
    package var origin: (name: String, place: ExpressionPlace)?

    package init(value: Value? = nil, origin: (name: String, place: ExpressionPlace)? = nil) {
      self.value = value
      self.origin = origin
    }
  }

  /// Whether no parameter is in scope, so that every string is literal.
  package var isEmpty: Bool { table.isEmpty(at: level) }

  /// Returns a value in which strings such as `$name` are replaced, at any depth.
  ///
  /// - Parameter keepsAnnotations: Whether members whose keys begin with `$` stay as they are.
  package func resolve(
    _ value: Value, keepsAnnotations: Bool = false
  ) throws(Diagnostic) -> Resolved {
    switch value {
    case .string(let text): return try resolve(text.string)
    case .array(let elements):
      var result = Resolved(value: nil)
      var values: [Value] = []
      for element in elements {
        let resolved = try resolve(element, keepsAnnotations: keepsAnnotations)
        result.origin = result.origin ?? resolved.origin
        guard let value = resolved.value else { return result }
        values.append(value)
      }
      result.value = .array(values)
      return result
    case .object(let object):
      var result = Resolved(value: nil)
      var members: [Member] = []
      for member in object.members {
        let resolved =
          keepsAnnotations && member.key.isAnnotation
          ? Resolved(value: member.value)
          : try resolve(member.value, keepsAnnotations: keepsAnnotations)
        result.origin = result.origin ?? resolved.origin
        guard let value = resolved.value else { return result }
        members.append(Member(key: member.key, value: value))
      }
      result.value = .object(Object(members))
      return result
    default: return Resolved(value: value)
    }
  }

  private func resolve(_ text: String) throws(Diagnostic) -> Resolved {
    if let literal = text.literalReference { return Resolved(value: .string(Text(literal))) }
    guard let name = text.parameterName else { return Resolved(value: .string(Text(text))) }
    guard let entry = table.entry(named: name, from: level) else { throw unknown(name) }
    var result = Resolved(value: nil)
    result.origin = entry.place.map { (text, $0) }
    switch entry.parameter {
    case .constant(let value), .duration(_, let value): result.value = value
    case .unknown: break
    case .expression:
      throw Diagnostic(
        .wrongType, "'\(text.abbreviated)' is an expression, expected a value",
        hint: "an expression parameter can be used only in expressions")
    case .stream:
      throw Diagnostic(
        .wrongType, "'\(text.abbreviated)' is a stream, expected a value",
        hint: "a stream parameter can be used only in place of a stream, as in 'from'")
    }
    return result
  }

  /// Returns the mistake of a parameter that is not in scope.
  package func unknown(_ name: String) -> Diagnostic {
    let names = table.names(from: level).map { "$\($0)" }
    let shown = "$\(name)".abbreviated
    let list = names.isEmpty ? "declare it in 'parameters'" : Suggestion.list(of: names)
    return Diagnostic(
      .unknownName, "unknown parameter '\(shown)'",
      hint: Suggestion.hint(for: "$\(name)", among: names)
        ?? "\(list); write '$\(shown)' for the string itself")
  }
}

extension Value {
  /// The names of the parameters that are the value itself, or its direct elements or members.
  package var parameterNames: [String] {
    switch self {
    case .string(let text): text.string.parameterName.map { [$0] } ?? []
    case .array(let elements): elements.flatMap(\.ownParameterName)
    case .object(let object): object.members.flatMap(\.value.ownParameterName)
    default: []
    }
  }

  private var ownParameterName: [String] {
    if case .string(let text) = self, let name = text.string.parameterName { [name] } else { [] }
  }
}

extension Diagnostics {
  /// Returns the same mistakes, marked to be left out where others have been reported.
  package func yielding(_ yields: Bool) -> Diagnostics {
    var mistakes = self
    mistakes.updateEach { $1.yields = yields }
    return mistakes
  }
}

extension Diagnostic {
  /// Adds the place where a parameter was set.
  package mutating func note(_ origin: (name: String, place: ExpressionPlace)?) {
    guard let origin else { return }
    notes.append(Note("'\(origin.name)' is set here", at: origin.place))
  }
}

extension ModelParser where Reader == DecoderReader {
  /// Reads a part of a model from a value, with the parser for files. Throws the mistakes, with
  /// paths below the value.
  ///
  /// - Parameter hasParameters: Whether the value may still contain parameters.
  package static func read<Result>(
    _ value: Value, hasParameters: Bool = false,
    operators: any OperatorRegistry.Type = NoOperators.self,
    _ read: (inout ModelParser) throws(ReadError) -> Result?
  ) throws(Diagnostics) -> Result {
    var rule = ModelParser(reader: DecoderReader(value), source: nil, operators: operators)
    rule.hasNoParameters = !hasParameters
    var result: Result?
    let diagnostics: Diagnostics
    do throws(ReadError) {
      result = try read(&rule)
      rule.reportOpenNames()
      diagnostics = rule.finish()
    } catch {
      diagnostics = rule.finish(after: error)
    }
    guard let result, !diagnostics.hasErrors else { throw diagnostics }
    return result
  }
}
