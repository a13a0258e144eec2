import Expressions
package import StreamModels
import Values

/// An output of a program: where its values come from, and where to write them.
package struct OutputPlan: Sendable {
  /// Its name in the document.
  package let name: String
  package let path: OutputPath
  package let records: StreamOutput.Records
  /// The unit of its stream, and the step whose events it receives.
  package let unit: Int
  let step: Int
}

extension Linker {
  /// Links the streams of the document's outputs.
  mutating func linkOutputs(of model: StreamModel<Value>, beside root: Int) {
    for output in model.outputs {
      let unit = add(
        output.model, document: 0, path: ["outputs", .key(Text(output.name))],
        enclosing: units[root].home.scope, label: nil)
      outputs.append((output, unit))
      visit(unit)
    }
  }

  /// Reports outputs of a model that is not a document, because nothing would write them.
  mutating func refuseOutputs(of model: StreamModel<Value>, at path: DocumentPath, in document: Int)
  {
    guard !model.outputs.isEmpty, !path.isRoot else { return }
    documents.report(
      Diagnostic(
        .invalidValue, "only the top level of a stream file can have 'outputs'",
        hint: "only the outputs of the file that is played are written",
        at: path.appending("outputs")),
      in: document)
  }
}

extension BodyCheck {
  /// Checks where an output is to be written; returns nil after a mistake.
  func plan(
    for output: StreamOutput, of number: Int, _ unit: Linker.Unit, from stream: Upstream,
    collecting mistakes: inout Diagnostics
  ) -> OutputPlan? {
    let records: StreamOutput.Records?
    do throws(Diagnostics) {
      records = try stated(recordsOf: output)
    } catch {
      mistakes.append(contentsOf: error)
      return nil
    }
    guard let (text, origin) = stated(pathOf: output, in: records, collecting: &mistakes) else {
      return nil
    }
    let place = output.path == nil ? unit.path : self.place(of: "path")
    let split: OutputPathText
    do throws(OutputPathText.Mistake) {
      split =
        try output.path == nil ? OutputPathText(plain: text) : OutputPathText(text)
    } catch {
      var mistake = Diagnostic(
        error.isLimit ? .limit : .invalidValue,
        output.path == nil
          ? "the name of the output, '\(text.abbreviated)', is not a path: \(error.message)"
          : error.message,
        hint: output.path == nil ? "add a 'path'" : error.hint, at: place)
      if output.path != nil, origin == nil { mistake.rangeInString = error.range }
      mistake.note(origin)
      mistakes.append(mistake)
      return nil
    }
    var parts: [OutputPath.Part] = []
    for piece in split.pieces {
      switch piece {
      case .literal(let text): parts.append(.literal(text))
      case .expression(let text, let offset):
        do throws(Diagnostics) {
          let checked = try checkPart(
            text, of: stream.type, offset: origin == nil ? offset : nil, at: place)
          parts.append(.expression(checked, offset: offset))
        } catch {
          mistakes.append(contentsOf: error)
        }
      }
    }
    guard parts.count == split.pieces.count else { return nil }
    return OutputPlan(
      name: output.name, path: OutputPath(text: text, parts: parts),
      records: records ?? StreamOutput.Records(path: text), unit: number, step: stream.step)
  }

  /// The path of a member of the output.
  private func place(of key: Text) -> DocumentPath { home.path.appending(key) }

  /// Returns the format of an output's values; nil if none is stated. If the parameter that
  /// specifies it has no value, which has been reported, throws an empty list of mistakes.
  private func stated(
    recordsOf output: StreamOutput
  ) throws(Diagnostics) -> StreamOutput.Records? {
    guard let parameter = output.recordsParameter else { return output.records }
    let place = place(of: "records")
    let resolved: ParameterReader.Resolved
    do throws(Diagnostic) {
      resolved = try parameters.resolve(.string(parameter))
    } catch {
      // The reader of a file has already reported a parameter that is not in scope.
      throw Diagnostics([error]).below(place).yielding(parameters.isEmpty)
    }
    guard let value = resolved.value else { throw Diagnostics() }
    do throws(Diagnostics) {
      return try ModelParser.read(value) { rule throws(ReadError) in
        try rule.readOutputRecords()
      }
    } catch {
      var error = error.below(place)
      error.updateEach { $1.note(resolved.origin) }
      throw error
    }
  }

  /// Returns the path of an output, and the parameter that specified it; nil after a mistake.
  private func stated(
    pathOf output: StreamOutput, in records: StreamOutput.Records?,
    collecting mistakes: inout Diagnostics
  ) -> (text: String, origin: (name: String, place: ExpressionPlace)?)? {
    guard let path = output.path else { return (output.defaultPath(for: records), nil) }
    guard path.isReference, !parameters.isEmpty else { return (path, nil) }
    var mistake: Diagnostic
    do throws(Diagnostic) {
      let resolved = try parameters.resolve(.string(Text(path)))
      guard let value = resolved.value else { return nil }
      if case .string(let text) = value { return (text.string, resolved.origin) }
      mistake = Diagnostic(.wrongType, "\(value.spelling) for a path, expected a string")
      mistake.note(resolved.origin)
    } catch {
      mistake = error
    }
    mistake.path = place(of: "path")
    mistakes.append(mistake)
    return nil
  }

  /// Checks an expression in a path, whose result becomes part of a name.
  ///
  /// - Parameter offset: Its offset in its string; nil if it is not part of that string.
  private func checkPart(
    _ text: String, of type: ValueType, offset: Int?, at path: DocumentPath
  ) throws(Diagnostics) -> CheckedExpression {
    let scope = Scope.value(type)
    let checked: CheckedExpression
    do throws(ExpressionErrors) {
      checked = try CheckedExpression(
        text, in: scope, with: parametersInSight, suggestsNames: !whole.isFull
      ).placed(at: ExpressionPlace(document: document, path: path))
    } catch {
      throw Diagnostics(
        error.errors.map { error in
          var mistake = mistake(error, in: scope, at: path)
          guard error.origin == nil else { return mistake }
          mistake.rangeInString = mistake.rangeInString.flatMap { range in
            offset.map { range.lowerBound + $0..<range.upperBound + $0 }
          }
          return mistake
        })
    }
    switch checked.type {
    case .string, .int, .double, .bool, .dyn: return checked
    default:
      var mistake = Diagnostic(
        .expressionType,
        "a part of a path must be a string, a number or a bool, but this is of type "
          + "\(checked.type)",
        at: path)
      mistake.rangeInString = offset.map { $0..<$0 + text.unicodeScalars.count }
      throw Diagnostics([mistake])
    }
  }
}
