import Expressions
import Marbles
import Operators
import Pipelines
import Platform
public import Playing
import Reactive
public import Records
import StreamModels
public import Values

/// A stream file that is played once for each combination of parameter values.
///
///     let sweep = try Sweep(
///       of: SourceText(contentsOfFile: "alert.json"),
///       varying: [SweptParameter("quiet", parsing: "10s..60s/10s")],
///       measuring: [SweepMeasure("worst", "max $0.delay")])
///     let rows = try await sweep.play(inputs: ["log": .file("log.ndjson")])
public struct Sweep: Sendable {
  /// The limit on the number of points.
  public static let limit = 1_000_000

  /// The parameters that are varied.
  public let parameters: [SweptParameter]
  /// The numbers that are computed for each point.
  public let measures: [SweepMeasure]
  private let source: SourceText
  private let stream: String?
  private let fixed: [(name: String, text: String)]
  private let inputNames: [String]
  /// The program of the first point, which shows what the file is.
  package let program: Program

  /// Creates a sweep of a stream file.
  ///
  /// - Parameters:
  ///   - source: The text of the stream file.
  ///   - parameters: The parameters that are varied. The last one varies fastest.
  ///   - measures: The numbers that are computed for each point.
  public init(
    of source: SourceText, varying parameters: [SweptParameter], measuring measures: [SweepMeasure]
  ) throws {
    try self.init(of: source, varying: parameters, measuring: measures, stream: nil)
  }

  /// - Parameters:
  ///   - fixed: The values of parameters that all points have.
  package init(
    of source: SourceText, varying parameters: [SweptParameter], measuring measures: [SweepMeasure],
    stream: String?, fixed: [(name: String, text: String)] = [], inputs: [String] = []
  ) throws {
    (self.source, self.parameters, self.measures) = (source, parameters, measures)
    (self.stream, self.fixed, inputNames) = (stream, fixed, inputs)
    var size = 1
    for parameter in parameters {
      let (product, overflow) = size.multipliedReportingOverflow(by: parameter.values.count)
      size = overflow ? .max : product
    }
    count = size
    let names = parameters.map(\.name) + measures.map(\.name)
    let twice = Dictionary(grouping: names, by: { $0 }).filter { $1.count > 1 }.keys.min()
    if let twice {
      throw SweepMistake("the name '\(twice)' is used twice", hint: "rename one of them")
    }
    program = try Self.program(
      source, stream, fixed + Swift.zip(parameters, parameters).map { ($0.name, $1.values[0]) },
      inputs)
    let known = [""] + program.sideOutputs + program.outputs.map(\.name)
    if let unknown = measures.first(where: { !known.contains($0.output) }) {
      throw SweepMistake(
        "the measure '\(unknown.name)' is of '\(unknown.output)', which is not an output of the file",
        hint: Suggestion.hint(for: unknown.output, among: known)
          ?? (known.count == 1 ? "it has none" : Suggestion.list(of: Array(known.dropFirst()))))
    }
  }

  /// The number of points.
  public let count: Int

  /// Returns the values of a point.
  public func values(of number: Int) -> [String] {
    var rest = number
    return parameters.reversed().map { parameter in
      defer { rest /= parameter.values.count }
      return parameter.values[rest % parameter.values.count]
    }.reversed()
  }

  private static func program(
    _ source: SourceText, _ stream: String?, _ texts: [(name: String, text: String)],
    _ inputs: [String]
  ) throws(Diagnostics) -> Program {
    try Program(
      observing: source, stream: stream, inputs: inputs,
      settings: ParameterSettings(texts: texts, of: stream))
  }
}

// MARK: - Playing

extension Sweep {
  /// Plays all points, several at once, and returns their results in the order of the product.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, which are decoded once if all of their records have room in memory.
  ///   - memory: The limit of that memory in bytes.
  ///   - jobs: The number of points that are played at once.
  public func play(
    inputs: InputBindings = [:], playback: Playback = Playback(), memory: Int = 256 << 20,
    jobs: Int? = nil
  ) async throws -> [SweepRow] {
    let kept = try KeptInputs(inputs, of: program, memory: memory)
    guard let kept else {
      throw SweepMistake(
        "the records of the inputs take more than \(memory) bytes", hint: "allow more memory")
    }
    var rows: [SweepRow] = []
    await play(
      Array(0..<count), playback: playback, jobs: jobs,
      opening: { (program) throws(InputError) in
        program.inputs.used.isEmpty
          ? nil : try InputSession(program, kept.bindings(until: playback.until))
      },
      receive: { row in
        rows.append(row)
        return true
      })
    return rows
  }

  /// Plays points, several at once, and passes their results to `receive` in order, until it returns
  /// false.
  ///
  /// - Parameter open: Opens the inputs of a point, on any thread.
  package func play(
    _ points: [Int], playback: Playback, jobs: Int?,
    opening open: @escaping @Sendable (Program) throws(InputError) -> InputSession?,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    receive: (SweepRow) -> Bool
  ) async {
    await workInOrder(
      on: points, jobs: jobs ?? processorCount, { row(of: $0, playback, open, isCancelled) },
      receive: { row in row.map(receive) ?? false })
  }

  /// Plays one point. Returns nil if it was cancelled.
  private func row(
    of number: Int, _ playback: Playback,
    _ open: (Program) throws(InputError) -> InputSession?, _ isCancelled: () -> Bool
  ) -> SweepRow? {
    let values = values(of: number)
    var row = SweepRow(number: number, values: values)
    row.measures = Array(repeating: .null, count: measures.count)
    let program: Program
    do throws(Diagnostics) {
      program = try Self.program(
        source, stream, fixed + Swift.zip(parameters, values).map { ($0.name, $1) }, inputNames)
    } catch {
      row.failure = error.items.first?.message
      return row
    }
    let side: PlayedSide
    do throws(InputError) {
      side = PlayedSide(program, try open(program))
    } catch {
      row.failure = error.message
      return row
    }
    let point = PointPlayback(row, measures, of: side)
    let stepped = SteppedPlayback(side, playback) { point.receive($1, from: $0) }
    while stepped.end == nil {
      if isCancelled() {
        stepped.cancel()
        return nil
      }
      stepped.advance()
    }
    var finished = point.finished
    finished.lostRecords = side.lostRecordCount
    return finished
  }
}

/// The results of one point while it is played.
private final class PointPlayback {
  private var row: SweepRow
  /// For each output, the numbers of its measures, and their functions.
  private var outputs: [(measures: [Int], aggregation: Aggregation)]
  private let measures: [SweepMeasure]

  init(_ row: SweepRow, _ measures: [SweepMeasure], of side: PlayedSide) {
    self.row = row
    self.measures = measures
    outputs = side.outputs.map { name in
      let numbers = measures.indices.filter { measures[$0].output == name }
      return (numbers, Aggregation(numbers.map { measures[$0].function }))
    }
  }

  func receive(_ event: SteppedPlayback.Event, from output: Int) {
    guard case .value(let value) = event.kind else {
      if output == 0, case .failure(let message) = event.kind {
        fail("the stream failed: \(message)")
      }
      return
    }
    if output == 0 {
      row.events += 1
      row.first = row.first ?? event.instant
      row.last = event.instant
    }
    guard !outputs[output].measures.isEmpty,
      let reason = outputs[output].aggregation.take(value, at: event.instant)
    else { return }
    fail("a measure of \(value.description.abbreviated): \(reason)")
  }

  private func fail(_ reason: String) { row.failure = row.failure ?? reason }

  /// The row with its measures.
  var finished: SweepRow {
    var row = row
    for (numbers, aggregation) in outputs {
      for (number, result) in Swift.zip(numbers, aggregation.results) {
        row.measures[number] = result
      }
    }
    return row
  }
}
