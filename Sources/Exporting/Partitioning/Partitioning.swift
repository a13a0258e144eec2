package import Checking
package import Expressions
import Playing
package import Records
package import StreamModels
import Values

/// The keys by which the inputs of a stream file can be split into parts.
///
/// Records of an input with the same key belong to the same part. Each part is played separately,
/// with the origin and the ends of the whole inputs. It then emits exactly its share of the values
/// that the whole emits, at the same times.
package struct Partitioning: Sendable {
  /// An input, and the key by which it can be split.
  package struct Input: Sendable {
    /// The source that reads it.
    package let source: InputSource
    /// The key of a record; nil if the records can be split in any way, because each of them is
    /// treated independently.
    package let key: CheckedExpression?
    /// The time of a record.
    package let time: CheckedExpression
  }

  /// The inputs, in the order in which the streams of the document read them.
  package let inputs: [Input]
  /// The warnings about the document.
  package let warnings: Diagnostics
  /// The paths of the files that the document names.
  package let namedFiles: [String]

  /// Finds the keys for a document. Throws the reasons why it cannot be split, with the
  /// code `not-splittable`.
  ///
  /// - Parameters:
  ///   - access: The folders in which the paths of inputs must be; nil if the inputs will not be
  ///     read.
  ///   - bound: The names of inputs that are bound to something else.
  package init(
    _ document: CheckedDocument, access: PathAccess? = nil, besides bound: Set<String> = []
  ) throws(Diagnostics) {
    warnings = document.diagnostics
    namedFiles = document.namedFiles
    let finder = PartitionFinder(document)
    let keys = finder.keys(of: document.root)
    guard finder.refusals.isEmpty else {
      var reasons = document.located(finder.refusals)
      reasons.removeAll { $0.severity == .warning }
      throw reasons
    }
    inputs = try finder.inputs.map { (found) throws(Diagnostics) in
      let name = found.source.name
      guard let time = document.model.facts.inputs.first(where: { $0.source.name == name })?.time
      else {
        throw Diagnostics([Diagnostic(.source, "the input '\(name.abbreviated)' has no times")])
      }
      return Input(source: found.source, key: try Self.expression(keys[name]), time: time)
    }
    let misplaced = access.map {
      document.model.facts.inputs.misplacedInputs(
        $0, besides: bound, in: document.linker.documents.sources)
    }
    if let misplaced, !misplaced.isEmpty { throw misplaced }
  }

  /// Returns the expression of a key over `$0`.
  private static func expression(
    _ key: SymbolicValue?
  ) throws(Diagnostics) -> CheckedExpression? {
    guard let key else { return nil }
    do throws(ExpressionErrors) {
      return try CheckedExpression(key.text, in: .value())
    } catch {
      // The key is longer than an expression may be, although each expression in it is not.
      throw Diagnostics([
        Diagnostic(
          .notSplittable,
          "the key '\(key.text.abbreviated)' is not a valid expression: \(error.errors[0].message)",
          hint: "use a shorter one in 'groupBy'")
      ])
    }
  }
}

extension PartitionFinder {
  /// Returns the keys of the inputs that a stream reads, as functions of their records. Inputs
  /// without a key can be split in any way. If there are no keys, `refusals` has the reasons.
  fileprivate func keys(of root: Int) -> KeySolver.Keys {
    let stream = stream(of: root, in: Scope(isInGroup: false, group: nil))
    if inputs.isEmpty, refusals.isEmpty {
      refuse(
        "the stream does not read an input, so there is nothing to split",
        hint: "play it on one machine", at: ExpressionPlace(document: 0, path: []))
    } else if stream.emitsByItself, refusals.isEmpty {
      refuse(
        "the stream emits events that do not come from a record, so every part would emit them",
        hint: "play it on one machine", at: ExpressionPlace(document: 0, path: []))
    }
    guard refusals.isEmpty else { return [:] }
    do throws(KeySolver.Conflict) {
      return try KeySolver(requirements: requirements, inputs: records).solve()
    } catch {
      refuse(error)
      return [:]
    }
  }

  private func refuse(_ conflict: KeySolver.Conflict) {
    let first = conflict.first
    guard let second = conflict.second, second.place != first.place else {
      return refuse(first)
    }
    guard second.branches.allSatisfy(\.key.isKnown) else { return refuse(second) }
    refuse(
      "the key of '\(second.name)', \(second.keyText), and the key of '\(first.name)', "
        + "\(first.keyText), "
        + "have nothing in common",
      hint: "use keys that share a part, such as [$0.host, $0.path] and $0.host, or play one "
        + "after the other",
      at: second.place, second.parameter,
      note: Diagnostic.Note("the other key is here", at: first.keyPlace))
  }

  /// Refuses a key that cannot distinguish records.
  private func refuse(_ requirement: KeyRequirement) {
    let keys = requirement.branches.map(\.key)
    let message: String
    if keys.contains(where: { !$0.isKnown }) {
      message =
        "the key of '\(requirement.name)' does not depend on one record only: it reads the time, "
        + "or a value that an operator made from several records"
    } else if keys.contains(where: { $0.records.isEmpty }) {
      message =
        "the key of '\(requirement.name)' is the same for all records of an input, so every part "
        + "would need all of them"
    } else {
      message =
        "a record belongs to several keys of '\(requirement.name)', \(requirement.keyText), which "
        + "may be in different parts"
    }
    refuse(
      message, hint: "use a key that is computed from a single record", at: requirement.place,
      requirement.parameter)
  }
}

extension KeyRequirement {
  fileprivate var keyPlace: ExpressionPlace {
    ExpressionPlace(document: place.document, path: place.path.appending(parameter))
  }

  /// The keys as expressions over the records.
  fileprivate var keyText: String {
    var texts: [String] = []
    for text in branches.map({ "'\($0.key.text.abbreviated)'" }) where !texts.contains(text) {
      texts.append(text)
    }
    return texts.prefix(3).joined(separator: " and ")
  }
}
