import Values

/// Something in a stream file that can happen, and how often it did.
package struct CoveragePoint: Sendable {
  package enum Kind: Sendable, Hashable {
    /// A stream was played: a document, a definition, or a model in place of a name.
    case stream(name: String?)
    /// An operator got something to work on.
    case `operator`(name: String)
    /// An operator did what it is there for.
    case outcome(OperatorOutcome, of: String)
    /// A part of an expression decided.
    case branch(BranchKind, text: String)
  }

  package enum BranchKind: String, Sendable, Hashable {
    case success, failure, conjunct, disjunct
  }

  package let kind: Kind
  package let location: SourceLocation
  /// Where its document begins; a page may hold several.
  let origin: Int
  let path: DocumentPath
  package var count: Int
  /// Whether something around it did not happen either, which says it all.
  package internal(set) var isImplied = false
}

extension CoveragePoint {
  /// What did not happen, in words.
  package var sentence: String {
    switch kind {
    case .stream(nil): "this stream was never played"
    case .stream(let name?): "'\(name.abbreviated)' was never played"
    case .operator(let name): "'\(name)' never got a value"
    case .outcome(let outcome, let name): "'\(name)' \(outcome.absence)"
    case .branch(.success, let text): "\(text.quoted) after '?' was never chosen"
    case .branch(.failure, let text): "\(text.quoted) after ':' was never chosen"
    case .branch(.conjunct, let text): "\(text.quoted) in '&&' was never false"
    case .branch(.disjunct, let text): "\(text.quoted) in '||' was never true"
    }
  }

  /// A word for its kind, for programs.
  package var word: String {
    switch kind {
    case .stream: "stream"
    case .operator: "operator"
    case .outcome: "outcome"
    case .branch: "branch"
    }
  }

  /// What it is about: the name of a stream or an operator, or the text of a branch.
  package var subject: String? {
    switch kind {
    case .stream(let name): name
    case .operator(let name), .outcome(_, let name): name
    case .branch(_, let text): text
    }
  }

  /// What was to happen to the subject, if that is one of several things.
  package var detail: String? {
    switch kind {
    case .stream, .operator: nil
    case .outcome(let outcome, _): outcome.event.rawValue
    case .branch(let kind, _): kind.rawValue
    }
  }
}

extension String {
  /// A part of an expression, which may hold single quotes itself.
  fileprivate var quoted: String { "\"\(abbreviated)\"" }
}
