import Expressions
import Values

/// Records the coverage points of a program while it is compiled, and their counts when it is
/// played.
///
/// A program that is compiled without a recorder has no probes, so coverage costs it nothing.
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
  /// The documents of the program that is being compiled.
  var documents: DocumentList?

  package init() {}

  /// Counts the playbacks of a stream; `name` is nil for an inline model.
  func stream(
    _ upstream: Upstream, named name: String?, at path: DocumentPath, in context: CompileContext
  ) -> Upstream {
    let playings = HitCounter()
    drafts.append(
      Draft(kind: .stream(name: name), document: context.document, path: path) { playings.count })
    return context.probed(upstream) { _ in
    } subscribed: {
      playings.add()
    }
  }

  /// Creates the probe of an operator, which may tolerate errors.
  func probe(
    of definition: any OperatorDefinition, tolerant isTolerant: Bool, at path: DocumentPath,
    in document: Int
  ) -> OperatorProbe {
    let spec = definition.spec
    let probe = OperatorProbe(spec)
    drafts.append(
      Draft(kind: .operator(name: spec.name), document: document, path: path) { probe.reached })
    for outcome in definition.outcomes + (isTolerant ? [.tolerate] : []) {
      drafts.append(
        Draft(kind: .outcome(outcome, of: spec.name), document: document, path: path) {
          probe.count(of: outcome.event)
        })
    }
    return probe
  }

  /// Returns the same expression with its branches counted.
  func probed(
    _ checked: CheckedExpression, at path: DocumentPath, in document: Int
  ) -> CheckedExpression {
    let (probed, branches) = checked.probed()
    for branch in branches {
      drafts.append(
        Draft(
          kind: .branch(CoveragePoint.BranchKind(branch.kind), text: branch.text),
          document: branch.place?.document ?? document, path: branch.place?.path ?? path,
          scalar: branch.range.lowerBound
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
