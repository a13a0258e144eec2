import Checking
import Expressions
import StreamModels
import Values

/// Follows the streams of a program from their inputs, to find the keys by which the inputs can be
/// split.
final class PartitionFinder {
  /// The context of a stream.
  final class Scope {
    /// Whether it is played for one key, or for one value.
    let isInGroup: Bool
    /// The values of the group; nil if there is none.
    let group: PartitionStream?
    /// The streams that have been followed in this scope. In a group, the same stream is a
    /// different one.
    var known: [Int: PartitionStream] = [:]

    init(isInGroup: Bool, group: PartitionStream?) {
      (self.isInGroup, self.group) = (isInGroup, group)
    }
  }

  /// The maximum depth to which streams may be nested.
  private static let depthLimit = 100
  /// The maximum number of streams that are followed, including streams that are followed again in
  /// each group.
  private static let streamLimit = 100_000

  private let linker: Linker
  private let model: CheckedModel
  /// The inputs of the records, by number.
  private(set) var records: [String] = []
  /// The inputs that the program reads, in the order in which they are found.
  private(set) var inputs: [(source: InputSource, place: ExpressionPlace)] = []
  /// The requirements on the keys, in the order in which they are found.
  var requirements: [KeyRequirement] = []
  /// The reasons why the inputs cannot be split.
  private(set) var refusals: [Diagnostic] = []
  private var depth = 0
  private var streamCount = 0

  init(_ document: CheckedDocument) {
    (linker, model) = (document.linker, document.model)
  }

  /// Returns the stream of a unit.
  func stream(of number: Int, in scope: Scope) -> PartitionStream {
    let unit = linker.units[number]
    if unit.isGroup { return scope.group ?? PartitionStream() }
    if let stream = scope.known[number] { return stream }
    depth += 1
    streamCount += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit, streamCount < Self.streamLimit,
      let checked = model.streams[number]
    else {
      refuse(
        depth < Self.depthLimit
          ? "more than \(Self.streamLimit) streams, with those of each 'groupBy'"
          : "streams nested more than \(Self.depthLimit) levels deep",
        hint: "use fewer streams within streams",
        at: ExpressionPlace(document: unit.document, path: unit.path))
      return PartitionStream()
    }
    var stream = source(of: unit, checked, in: scope)
    stream = apply(checked.operators, to: stream, in: scope)
    scope.known[number] = stream
    return stream
  }

  private func source(
    of unit: Linker.Unit, _ checked: CheckedModel.Stream, in scope: Scope
  ) -> PartitionStream {
    let source = model.steps[checked.source]
    let place = ExpressionPlace(document: unit.document, path: unit.path)
    if let output = unit.sideOutput {
      refuse(
        "'\(output.abbreviated)' receives values from operators and inputs, which cannot be split "
          + "by a key",
        hint: "remove it, and play it on one machine", at: place)
      return PartitionStream()
    }
    if unit.model.keepsLatest == true {
      refuse(
        "'latest' keeps one value for all keys", hint: "remove it, and play it on one machine",
        at: place, "latest")
    }
    let streams = source.streams.map { input in
      input.map { stream(of: $0, in: scope) } ?? PartitionStream()
    }
    if unit.substitute != nil { return streams.first ?? PartitionStream() }
    if streams.contains(where: { !$0.isIndependent }), streams.contains(where: \.neverEnds) {
      refuseEndless(unit.model.source.spec.name, at: place)
    }
    switch unit.model.source {
    case .input(let input): return records(of: input, at: place, in: scope)
    case .from: return streams.first ?? PartitionStream()
    case .merge where !scope.isInGroup && streams.contains { !$0.isIndependent }:
      return merged(streams, at: place)
    default:
      if !scope.isInGroup, streams.contains(where: { !$0.isIndependent }) {
        refuse(
          "'\(unit.model.source.spec.name)' combines the values of several streams, whatever "
            + "their key",
          hint: "match them by key, with 'join' or 'withLatestFrom' and 'on', or merge them before "
            + "a 'groupBy'", at: place, Text(unit.model.source.spec.name))
      }
      refuseInputs(in: source)
      var stream = streams.reduce(PartitionStream()) { $0.merged(with: $1) }
        .mapValues { _ in .unknown }
      stream.emitsByItself =
        stream.isIndependent && !checked.output.extent.isEmpty
      stream.neverEnds = checked.output.extent.neverCompletes
      stream.delaysEndInGroup = unit.model.source.spec.name
      return stream
    }
  }

  /// Refuses inputs that the operators of individual items read.
  private func refuseInputs(in source: CheckedStep) {
    guard case .items(let items)? = source.source else { return }
    for list in items.lists {
      for input in model.steps[list.all].flatMap(\.streams).compactMap(\.self) {
        _ = stream(of: input, in: Scope(isInGroup: true, group: nil))
      }
    }
  }

  /// Returns the streams of a `merge`, at least one of which depends on records.
  private func merged(_ streams: [PartitionStream], at place: ExpressionPlace) -> PartitionStream {
    if streams.contains(where: { $0.isIndependent && $0.emitsByItself }) {
      refuse(
        "'merge' emits events that do not come from a record, so every part would emit them",
        hint: "merge them in a separate file, after the parts", at: place, "merge")
    }
    var stream = streams.reduce(PartitionStream()) { $0.merged(with: $1) }
    stream.emitsByItself = false
    return stream
  }

  private func records(
    of input: InputSource, at place: ExpressionPlace, in scope: Scope
  ) -> PartitionStream {
    if scope.isInGroup {
      refuse(
        "the input '\(input.name.abbreviated)' is read again for each key or value",
        hint: "match the streams by key, with 'join' or 'withLatestFrom' and 'on', or merge them "
          + "before the 'groupBy'", at: place)
      return PartitionStream()
    }
    if !inputs.contains(where: { $0.source.name == input.name }) {
      inputs.append((input, place))
      for refusal in input.partitionRefusals {
        refuse(refusal.message, hint: refusal.hint, at: place, refusal.key)
      }
    }
    return PartitionStream(branches: [record(of: input.name)])
  }

  private func record(of input: String) -> PartitionStream.Branch {
    records.append(input)
    let number = records.count - 1
    return PartitionStream.Branch(value: .record(number), records: [number])
  }

  /// Returns a stream with other records of the same inputs, so that it can be
  /// matched with itself.
  func renamed(_ stream: PartitionStream) -> PartitionStream {
    var others: [Int: Int] = [:]
    for record in stream.branches.flatMap(\.records).sorted() where others[record] == nil {
      records.append(records[record])
      others[record] = records.count - 1
    }
    var stream = stream
    for (index, branch) in stream.branches.enumerated() {
      stream.branches[index].records = Set(branch.records.map { others[$0] ?? $0 })
      stream.branches[index].value = branch.value.replacing { .record(others[$0] ?? $0) }
      stream.branches[index].keys = branch.keys.map { key in
        key.replacing { .record(others[$0] ?? $0) }
      }
    }
    return stream
  }

  // MARK: - Operators

  /// Applies operators one after another.
  func apply(
    _ steps: [Int], to stream: PartitionStream, in scope: Scope
  ) -> PartitionStream {
    steps.reduce(stream) { stream, number in
      let checked = model.steps[number]
      guard let definition = checked.definition else {
        return apply(checked.steps, to: stream, in: scope)
      }
      let step = PartitionStep(checked, to: stream, self, in: scope)
      definition.asExported.partition(step)
      step.noteFailure(of: &step.stream)
      step.end(after: stream)
      return step.stream
    }
  }

  // MARK: - Refusals

  func refuseEndless(_ name: String, at place: ExpressionPlace) {
    refuse(
      "'\(name)' uses a stream that never ends, so the values of all keys decide how long it "
        + "plays",
      hint: "let it complete, for example with '|' in a diagram", at: place)
  }

  func refuse(
    _ message: String, hint: String, at place: ExpressionPlace, _ key: Text? = nil,
    note: Diagnostic.Note? = nil
  ) {
    var refusal = Diagnostic(
      .notSplittable, message, hint: hint,
      at: key.map { place.path.appending($0) } ?? place.path)
    refusal.document = place.document
    refusal.notes = [note].compactMap(\.self)
    if !refusals.contains(refusal) { refusals.append(refusal) }
  }
}
