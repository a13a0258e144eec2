package import StreamModels
import Values

/// An event that may occur at a place in a stream file, and the number of its occurrences.
package struct CoveragePoint: Sendable {
  package enum Kind: Sendable, Hashable {
    /// A stream was played: a document, a definition, or an inline model.
    case stream(name: String?)
    /// An operator received an event to work on.
    case `operator`(name: String)
    /// An operator had one of its intended effects.
    case outcome(OperatorOutcome, of: String)
    /// A part of an expression decided its result.
    case branch(BranchKind, text: String)
  }

  package enum BranchKind: String, Sendable, Hashable {
    case success, failure, conjunct, disjunct
  }

  package let kind: Kind
  package let location: SourceLocation
  /// The offset of its document in the file, because a page may contain several.
  let origin: Int
  let path: DocumentPath
  package var count: Int
  /// Whether an enclosing point did not occur either, so that it is enough to report that one.
  package internal(set) var isImplied = false
}

extension CoveragePoint {
  /// A sentence about what did not occur.
  package var sentence: String {
    switch kind {
    case .stream(nil): "this stream was never played"
    case .stream(let name?): "'\(name.abbreviated)' was never played"
    case .operator(let name): "'\(name)' never received a value"
    case .outcome(let outcome, let name): "'\(name)' \(outcome.absence)"
    case .branch(.success, let text): "\(text.quoted) after '?' was never chosen"
    case .branch(.failure, let text): "\(text.quoted) after ':' was never chosen"
    case .branch(.conjunct, let text): "\(text.quoted) in '&&' was never false"
    case .branch(.disjunct, let text): "\(text.quoted) in '||' was never true"
    }
  }

  /// A word for its kind, for use by programs.
  package var word: String {
    switch kind {
    case .stream: "stream"
    case .operator: "operator"
    case .outcome: "outcome"
    case .branch: "branch"
    }
  }

  /// The subject: the name of a stream or an operator, or the text of a branch.
  package var subject: String? {
    switch kind {
    case .stream(let name): name
    case .operator(let name), .outcome(_, let name): name
    case .branch(_, let text): text
    }
  }

  /// The expected outcome or branch, if the subject has several.
  package var detail: String? {
    switch kind {
    case .stream, .operator: nil
    case .outcome(let outcome, _): outcome.event.rawValue
    case .branch(let kind, _): kind.rawValue
    }
  }
}

extension String {
  /// An abbreviated part of an expression in double quotes, because it may itself contain single
  /// quotes.
  fileprivate var quoted: String { "\"\(abbreviated)\"" }
}
