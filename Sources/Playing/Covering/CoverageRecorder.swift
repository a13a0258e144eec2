import Checking
import Expressions
import StreamModels
import Values

/// Records the coverage points of programs, and their counts when these are played.
package final class CoverageRecorder {
  private struct Draft {
    let kind: CoveragePoint.Kind
    let document: Int
    let path: DocumentPath
    /// The position within the string at `path`, for a part of an expression.
    var scalar: Int?
    let count: () -> Int
  }

  private var drafts: [Draft] = []
  /// The documents of the program.
  private var documents: DocumentList?

  package init() {}

  /// Adds the coverage points of a document, except those in streams of tests, and returns the
  /// probes that count them.
  func probes(for document: CheckedDocument) -> CoverageProbes {
    documents = document.linker.documents
    var probes = CoverageProbes()
    for (number, step) in document.model.steps.enumerated() where !step.isOfTest {
      addPoints(of: step, number, to: &probes)
    }
    for number in document.linker.order { addPoint(of: number, of: document, to: &probes) }
    return probes
  }

  private func addPoints(of step: CheckedStep, _ number: Int, to probes: inout CoverageProbes) {
    let place = step.place
    if let spec = step.definition?.spec ?? step.written?.spec {
      let probe = OperatorProbe(spec)
      probes.operators[number] = probe
      if let entry = step.entry { probes.entries[entry] = probe }
      drafts.append(
        Draft(kind: .operator(name: spec.name), document: place.document, path: place.path) {
          probe.reached
        })
      for outcome in (step.definition?.outcomes ?? []) + (step.tolerance == nil ? [] : [.tolerate])
      {
        drafts.append(
          Draft(
            kind: .outcome(outcome, of: spec.name), document: place.document, path: place.path
          ) { probe.count(of: outcome.event) })
      }
    }
    if !step.expressions.isEmpty {
      probes.expressions[number] = step.expressions.mapValues(probed)
    }
  }

  /// Counts the playbacks of a stream, unless it is an operator, which is not played on its own.
  private func addPoint(
    of number: Int, of document: CheckedDocument, to probes: inout CoverageProbes
  ) {
    let unit = document.linker.units[number]
    guard let stream = document.model.streams[number], stream.isWritten, !unit.isOfTest,
      unit.model.source != .upstream
    else { return }
    let playings = HitCounter()
    probes.streams[stream.output.step] = playings
    // A document is identified by its file, regardless of which document names it.
    let name = unit.path.isRoot ? nil : unit.label
    drafts.append(
      Draft(kind: .stream(name: name), document: unit.document, path: unit.path) {
        playings.count
      })
  }

  /// Returns the same expression with its branches counted.
  private func probed(_ checked: CheckedExpression) -> CheckedExpression {
    // An expression that is built into an operator has no place in a document.
    guard let place = checked.place else { return checked }
    let (probed, branches) = checked.probed()
    for branch in branches {
      drafts.append(
        Draft(
          kind: .branch(CoveragePoint.BranchKind(branch.kind), text: branch.text),
          document: branch.place?.document ?? place.document,
          path: branch.place?.path ?? place.path, scalar: branch.range.lowerBound
        ) { branch.hits.count })
    }
    return probed
  }
}

extension CoverageRecorder {
  /// The coverage of the documents, with places.
  package var coverage: Coverage {
    let byDocument = Dictionary(grouping: drafts, by: \.document)
    return Coverage(
      byDocument.flatMap { document, drafts in
        documents?.source(of: document).map { points(drafts, in: $0) } ?? []
      })
  }

  private func points(_ all: [Draft], in source: SourceText) -> [CoveragePoint] {
    let (drafts, counts) = merged(all)
    let paths = drafts.map(\.path)
    let offsets = zip(source.keyOffsets(of: paths), source.offsets(of: paths))
    let found = zip(drafts, offsets).map { draft, offsets in
      if let scalar = draft.scalar, let value = offsets.1 {
        return source.offset(ofScalar: scalar, inStringAt: value) ?? value
      }
      // Names and operators are reported at their keys; a model in a list has no key.
      return offsets.0 ?? offsets.1 ?? 0
    }
    let origin = source.offsets(of: [[]])[0] ?? 0
    return zip(zip(drafts, found), zip(source.places(at: found), counts)).map { draft, rest in
      let (place, count) = rest
      return CoveragePoint(
        kind: draft.0.kind,
        location: SourceLocation(
          file: source.name, offset: draft.1, line: place.line, column: place.column),
        origin: origin, path: draft.0.path, count: count)
    }
  }

  /// Returns the drafts, with those of one place merged into one with the sum of their counts.
  /// Models with parameters may be compiled several times.
  private func merged(_ drafts: [Draft]) -> ([Draft], counts: [Int]) {
    struct Point: Hashable {
      let kind: CoveragePoint.Kind
      let path: DocumentPath
      let scalar: Int?
    }
    var indices: [Point: Int] = [:]
    var (first, counts): ([Draft], [Int]) = ([], [])
    for draft in drafts {
      let point = Point(kind: draft.kind, path: draft.path, scalar: draft.scalar)
      if let index = indices[point] {
        counts[index] += draft.count()
      } else {
        indices[point] = first.count
        first.append(draft)
        counts.append(draft.count())
      }
    }
    return (first, counts)
  }
}

extension CoveragePoint.BranchKind {
  fileprivate init(_ kind: Branch.Kind) {
    self =
      switch kind {
      case .success: .success
      case .failure: .failure
      case .conjunct: .conjunct
      case .disjunct: .disjunct
      }
  }
}
