import Checking
import Expressions
import StreamModels
import Values

/// Writes the streams of a program as views of Flink SQL, one for each operator.
///
/// Anything without an equivalent is reported as a mistake at its place. The rest is still checked,
/// because a reader wants to know all obstacles.
package final class SQLWriter {
  let mode: FlinkMode
  private let linker: Linker
  private let model: CheckedModel
  /// The streams by number.
  private var streams: [Int: SQLStream] = [:]
  /// The statements that create the views of operators, in order.
  private var views: [String] = []
  /// The inputs, with their tables.
  private(set) var inputs: [FlinkInput] = []
  /// The views of the records of each input, by name.
  private var records: [String: SQLStream] = [:]
  private(set) var mistakes: [Diagnostic] = []
  private var names: Set<String> = ["events", FlinkInput.origin]
  private var label = "events"
  private var columnCount = 0

  init(_ document: CheckedDocument, mode: FlinkMode) {
    (linker, model, self.mode) = (document.linker, document.model, mode)
  }

  /// Writes a stream and all of its inputs.
  func write(_ root: Int) -> SQLStream {
    var needed: Set<Int> = [root]
    var waiting = [root]
    while let next = waiting.popLast() {
      for input in linker.units[next].inputs.compactMap(\.self) where needed.insert(input).inserted
      {
        waiting.append(input)
      }
    }
    for number in linker.order where needed.contains(number) {
      streams[number] = written(number)
    }
    return streams[root] ?? .unknown
  }

  private func written(_ number: Int) -> SQLStream {
    let unit = linker.units[number]
    guard let stream = model.streams[number] else { return .unknown }
    label = unit.label ?? "events"
    let step = SQLStep(model.steps[stream.source], self, .unknown, key: nil)
    let place = ExpressionPlace(document: unit.document, path: unit.path)
    do throws(SQLRefusal) {
      if unit.isGroup || unit.sideOutput != nil {
        throw SQLRefusal(
          unit.isGroup ? "'$group'" : "a stream of what operators drop", "a query has one result",
          hint: unit.isGroup ? "write 'operators' in 'groupBy'" : "remove it")
      }
      if unit.model.keepsLatest == true {
        throw SQLRefusal(
          "'latest'", "a query reads its tables for itself",
          hint: "join with the table as of the time of the other")
      }
      if unit.substitute != nil {
        step.stream = try input(0, of: step)
      } else {
        try write(unit.model.source, to: step, at: place)
      }
    } catch {
      report(error, at: place)
    }
    apply(stream.operators, to: step)
    return step.stream
  }

  private func write(
    _ source: StreamSource<Value>, to step: SQLStep, at place: ExpressionPlace
  ) throws(SQLRefusal) {
    switch source {
    case .from: step.stream = try input(0, of: step)
    case .merge(let streams): step.stream = try union(of: streams.indices, of: step)
    case .input(let input):
      if let known = records[input.name] {
        step.stream = known
      } else {
        let table = try FlinkInput(input, named: tableName(input.name), self, at: place)
        inputs.append(table)
        step.stream = table.stream
        records[input.name] = table.stream
      }
    default:
      throw SQLRefusal(
        "a source whose values are in the stream file", "a job reads tables",
        hint: "read them from an 'input'")
    }
  }

  // MARK: - Operators

  /// Applies operators to the stream of a step.
  package func apply(_ steps: [Int], to outer: SQLStep) {
    for next in steps.map({ model.steps[$0] }) {
      let step = SQLStep(next, self, outer.stream, key: outer.key)
      guard let definition = next.definition else {
        apply(next.steps, to: step)
        outer.stream = step.stream
        continue
      }
      do throws(SQLRefusal) {
        if next.tolerance != nil {
          throw SQLRefusal(
            "'onError'", "a failure of an expression ends the whole job",
            hint: "filter such values before it")
        }
        if next.droppedOutput != nil {
          throw SQLRefusal("'dropped'", "a query has one result", hint: "remove it")
        }
        if let writable = definition as? any SQLWritable {
          if !outer.stream.isUnknown { try writable.writeSQL(to: step) }
        } else {
          throw SQLRefusal(definition.spec)
        }
        outer.stream = step.stream
      } catch {
        report(error, at: next.place)
        // After an operator that only chooses values, the rest of the stream can still be checked.
        if !definition.spec.choosesValues { outer.stream = .unknown }
      }
    }
  }

  func report(_ refusal: SQLRefusal, at place: ExpressionPlace) {
    let path = refusal.parameter.map { $0.string.isEmpty ? place.path : place.path.appending($0) }
    var mistake = Diagnostic(
      .invalidValue, refusal.message, hint: refusal.hint, at: path ?? place.path,
      rangeInString: refusal.parameter.flatMap { _ in refusal.range })
    mistake.document = place.document
    mistakes.append(mistake)
  }

  // MARK: - Inputs of streams

  /// Returns one of the streams that a step takes.
  func input(_ index: Int, of step: SQLStep) throws(SQLRefusal) -> SQLStream {
    guard step.checked.streams.indices.contains(index), let number = step.checked.streams[index],
      let stream = streams[number]
    else {
      throw SQLRefusal("a stream that was not found", "it is missing", hint: "check the file")
    }
    return stream
  }

  /// Returns all events of the given inputs of a step and, if given, of its stream so far.
  package func union(
    of indices: Range<Int>, with first: SQLStream? = nil, of step: SQLStep
  ) throws(SQLRefusal) -> SQLStream {
    var parts = first.map { [$0] } ?? []
    for index in indices { parts.append(try input(index, of: step)) }
    if parts.contains(where: \.isUnknown) { return .unknown }
    guard let one = parts.first, parts.count > 1 else {
      guard let only = parts.first else {
        throw SQLRefusal("an empty 'merge'", "it has no table", hint: "name streams")
      }
      return only
    }
    if parts.contains(where: { $0.window != nil }) {
      throw SQLRefusal(
        "'merge' of arrays of windows", "SQL has the aggregates of a window, not its rows",
        hint: "put a 'map' after each 'collect' that aggregates the array")
    }
    var made = SQLStream(view: "", value: .null, inputs: [])
    made.hasRowTime = parts.allSatisfy(\.hasRowTime)
    made.groups = one.groups
    made.kept = newColumn("kept")
    // Values of several forms are converted to JSON.
    func ownColumns(of part: SQLStream) -> [String] {
      ["\(part.kept ?? "TRUE") AS \(made.kept ?? "")", "\(part.value.asJSON.sql) AS v"]
    }
    let columns = timeColumns(of: made) + one.groups
    let query = parts.map { part in
      "SELECT \((columns + ownColumns(of: part)).joined(separator: ", "))"
        + " FROM \(part.view)"
    }.joined(separator: "\nUNION ALL\n")
    made.view = addView("merge", query, named: "merge")
    made.value = .json(SQLJSON(base: "v", name: "$0"))
    for input in parts.flatMap(\.inputs) where !made.inputs.contains(input) {
      made.inputs.append(input)
    }
    return made
  }

  // MARK: - Statements

  /// The statements that create tables and views, in order.
  var statements: [String] {
    var statements = inputs.flatMap { $0.lineStatements(mode) }
    if inputs.contains(where: \.countsFromFirst) {
      statements.append(FlinkInput.originStatement(inputs))
    }
    return statements + inputs.map { $0.recordStatement(mode) } + views
  }

  /// Returns the columns for the times of a stream.
  func timeColumns(of stream: SQLStream) -> [String] {
    ["ms"] + (mode == .streaming && stream.hasRowTime ? ["rt"] : [])
  }

  /// Adds a view, and returns its name.
  func addView(_ title: String, _ query: String, named name: String?) -> String {
    let name = unused("\(Self.stem(label))_\(name ?? "view")")
    views.append("-- \(title.onOneLine)\nCREATE TEMPORARY VIEW \(name) AS\n\(query)")
    return name
  }

  /// Returns a name for a column that no view has yet.
  package func newColumn(_ purpose: String) -> String {
    columnCount += 1
    return "\(purpose)_\(columnCount)"
  }

  private func tableName(_ input: String) -> String { unused(Self.stem(input)) }

  private func unused(_ wish: String) -> String {
    let plain = wish.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
    let stem = plain.first.map { $0.isLetter } == true ? plain : "t_\(plain)"
    var name = stem
    var number = 1
    while !names.insert(name.lowercased()).inserted {
      number += 1
      name = "\(stem)_\(number)"
    }
    return name
  }

  /// Returns the name of a file without its folder and its extension.
  private static func stem(_ label: String) -> String {
    let file = label.split(separator: "/").last.map(String.init) ?? label
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
