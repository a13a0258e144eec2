/// A document that cannot be read on: a mistake of syntax, or a limit of the reader.
public struct ReadError: Error, Sendable, Hashable {
  /// What was found, then what was expected; lower case, no full stop.
  public var message: String
  /// A way out, if there is one: "remove the comma".
  public var hint: String?
  /// Byte offset of the mistake, or -1 without a text.
  public var offset: Int
  /// Whether the document may be right, and is only more than a limit allows.
  public var isLimit: Bool

  public init(_ message: String, hint: String? = nil, offset: Int, isLimit: Bool = false) {
    self.message = message
    self.hint = hint
    self.offset = offset
    self.isLimit = isLimit
  }
}

/// Something to be said about a document that does not keep it from being read.
public struct ReadNote: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A key that its object has already; the first one counts.
    case duplicateKey
    /// An integer beyond 64 bits, which is read as a double.
    case integerBeyond64Bits
  }

  public enum Severity: String, Sendable, Hashable {
    case warning, error
  }

  public var kind: Kind
  /// What was found, then what was expected; lower case, no full stop.
  public var message: String
  /// Byte offset of the second key, or of the number.
  public var offset: Int

  public var severity: Severity {
    switch kind {
    case .duplicateKey: .error
    case .integerBeyond64Bits: .warning
    }
  }
}
